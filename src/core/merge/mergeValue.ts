import { sameMeaning } from "../field/meaning.ts";
import type { JsonObject } from "../model/json.ts";
import type { FieldEntry } from "./diffEntries.ts";
import { mergeEntries } from "./mergeEntries.ts";
import type { ComparisonBudget } from "./mergeText.ts";

/**
 * What `mine` and `theirs` made of `ancestor`, a value of one field: by member inside sets, by line inside long texts.
 * Undefined where both concern the same thing. The values that are merged together share a `budget`.
 */
export function mergeValue(
  { fieldId, kind, type, names }: FieldEntry,
  ancestor: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  budget: ComparisonBudget,
): JsonObject | undefined {
  const holding = (members: JsonObject): FieldEntry => ({
    ...{ fieldId, type, entry: { fieldId, members } },
    ...(kind && { kind }),
    ...(names && { names }),
  });
  const merged = mergeEntries([holding(ancestor)], [{ fieldId, members: mine }], [holding(theirs)], {}, budget);
  return merged.conflicts.length === 0 ? merged.entries[0]?.members : undefined;
}

/** Whether two values of the field mean the same. */
export function sameIn(field: FieldEntry, a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  return a === b || (!!a && !!b && sameMeaning(a, b, field.kind, field.entry?.members));
}
