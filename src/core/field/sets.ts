import type { Json } from "../model/json.ts";

/** Whether a value may be an id: some ids are numbers, some strings, and some are one here and the other there. */
export function isId(value: Json): value is number | string {
  return typeof value === "number" || typeof value === "string";
}

/** The distinct keys in one order: equal for lists that mean the same set. */
export function canonicalSet(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)].sort();
}
