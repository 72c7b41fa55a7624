/**
 * Closes a `switch` over a union: does not compile while a member is left out, and throws should one come up anyhow.
 */
export function assertNever(value: never): never {
  throw new Error(`Not expected: ${String(value)}`);
}
