import { isJsonObject } from "./json.ts";

/** Tells whether a value that was read from somewhere is what it has to be. Never throws. */
export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === "string";

export const isNumber: Check = (value) => typeof value === "number";

export const isBoolean: Check = (value) => typeof value === "boolean";

/** Checks that a value is one of these. */
export function oneOf(...values: readonly unknown[]): Check {
  return (value) => values.includes(value);
}

/** Checks a member that may be absent. */
export function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

export function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

/** Checks an object with members of any names; `check` is given the name too. */
export function recordOf(check: (value: unknown, name: string) => boolean): Check {
  return (value) => isJsonObject(value) && Object.entries(value).every(([name, member]) => check(member, name));
}

/** Checks an object with all members of `T`, each of its own shape. Further members are not looked at. */
export function shapeOf<T>(members: { readonly [K in keyof T]-?: Check }): (value: unknown) => value is T {
  const checks = Object.entries<Check>(members);
  return (value): value is T => isJsonObject(value) && checks.every(([name, check]) => check(value[name]));
}
