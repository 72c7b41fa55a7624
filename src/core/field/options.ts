import type { Json, JsonObject } from "../model/json.ts";
import { type CheckedField, wrongType } from "./kindMeaning.ts";
import { optionIndex } from "./optionIndex.ts";
import { isId } from "./sets.ts";
import type { ValueProblem } from "./valueProblem.ts";

/** Whether a list value is not «None», which the service reads and writes as 100 or 0. */
export function isSome(id: Json): boolean {
  return String(id) !== "100" && String(id) !== "0";
}

/** The ids that the members of a list name, by `String(id)`. */
export function listedIds(members: JsonObject | undefined): ReadonlySet<string> {
  const ids = members?.bind_value_ids;
  return new Set(Array.isArray(ids) ? ids.map(String) : []);
}

/**
 * What is wrong with the id of a value. One that the artifact holds already is never unknown: a structure leaves out
 * people who left, among others, and the service takes back what it gave.
 */
export function checkId(
  id: Json,
  path: ValueProblem["path"],
  { options = [], takesOthers }: CheckedField,
  held: ReadonlySet<string>,
): readonly ValueProblem[] {
  if (!isId(id)) {
    return [wrongType(path, "id")];
  }
  // Some lists have too many values, or values of others, for the structure to tell them.
  const isKnown =
    options.length === 0 ||
    !isSome(id) ||
    held.has(String(id)) ||
    optionIndex(options).byId.has(String(id)) ||
    (takesOthers && /^\d+$/.test(String(id)));
  return isKnown ? [] : [{ code: "unknownOption", severity: "warning", path }];
}
