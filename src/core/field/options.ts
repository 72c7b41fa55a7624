import type { Json, JsonObject } from "../model/json.ts";
import { noOptions } from "../model/optionList.ts";
import { type CheckedField, wrongType } from "./kindMeaning.ts";
import { isId } from "./memberSet.ts";
import type { ValueProblem } from "./valueProblem.ts";

/** Tells whether a list value is not «None», which the service reads and writes as 100 or 0. */
export function isSome(id: Json): boolean {
  return String(id) !== "100" && String(id) !== "0";
}

/** The ids that the members of a list name, by `String(id)`. */
export function listedIds(members: JsonObject | undefined): ReadonlySet<string> {
  const ids = members?.bind_value_ids;
  return new Set(Array.isArray(ids) ? ids.map(String) : []);
}

/**
 * Tells what is wrong with the id of a value. One that the artifact holds already is never unknown: a structure leaves
 * out people who left, among others, and the service takes back what it gave.
 */
export function checkId(
  id: Json,
  path: ValueProblem["path"],
  { options = noOptions, takesOthers }: CheckedField,
  held: ReadonlySet<string>,
): readonly ValueProblem[] {
  if (!isId(id)) {
    return [wrongType(path, "id")];
  }
  // Some lists have too many values, or values of others, for the structure to tell them.
  const isKnown =
    options.isEmpty ||
    !isSome(id) ||
    held.has(String(id)) ||
    options.get(id) !== undefined ||
    (takesOthers && /^\d+$/.test(String(id)));
  return isKnown ? [] : [{ code: "unknownOption", severity: "warning", path }];
}

/** The id that means «nothing chosen», which no list of a field's values has (test/service/README.md, Trackers). */
export const noValue = "100";

/**
 * The values that the members of a list field choose, by `String(id)`: `[noValue]` for nothing, which is written as
 * `[]`, 100 or 0. Undefined where they are no list of ids.
 */
export function chosenIds(members: JsonObject | undefined): readonly string[] | undefined {
  const ids = members?.bind_value_ids;
  if (!Array.isArray(ids) || !ids.every(isId)) {
    return undefined;
  }
  const chosen = ids.filter(isSome).map(String);
  return chosen.length === 0 ? [noValue] : chosen;
}
