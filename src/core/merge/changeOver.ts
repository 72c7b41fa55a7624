import { emptyMembers } from "../field/meaning.ts";
import type { JsonObject } from "../model/json.ts";
import type { FieldEntry } from "./diffEntries.ts";
import { mergeValue, sameIn } from "./mergeEntries.ts";
import { ComparisonBudget } from "./mergeText.ts";

/**
 * Gives the change that somebody made from `before` to `members` over what `stands` there: by member inside sets, by
 * line inside long texts. It is undefined where both changed the same. Where nothing stands there, `members` does.
 */
export function changeOver(
  of: Omit<FieldEntry, "entry">,
  before: JsonObject | undefined,
  members: JsonObject,
  stands: JsonObject | undefined,
): JsonObject | undefined {
  const from = before ?? (of.kind && emptyMembers(of.kind));
  if (!from || !stands) {
    return members;
  }
  const field: FieldEntry = { ...of, entry: { fieldId: of.fieldId, members: from } };
  return sameIn(field, from, stands) ? members : mergeValue(field, from, members, stands, new ComparisonBudget());
}
