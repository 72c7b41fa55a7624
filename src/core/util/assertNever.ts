/** Closes a `switch` over a union. It does not compile while a member is left out, and throws if one comes anyhow. */
export function assertNever(value: never): never {
  throw new Error(`Not expected: ${String(value)}`);
}
