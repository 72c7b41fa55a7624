import type { JsonObject } from "../model/json.ts";
import { isSome } from "./options.ts";
import { isId } from "./sets.ts";

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
