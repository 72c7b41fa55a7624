import { fieldFinder } from "../field/fieldFinder.ts";
import type { Entry } from "../model/entry.ts";
import type { Json } from "../model/json.ts";
import type { FieldEntry } from "./diffEntries.ts";
import { hasConflictMarks } from "./mergeText.ts";

/**
 * The fields whose entries in `mine` hold a text with the marks of a merge, in their order: nobody has decided yet, so
 * they must not be sent. A text that has such marks in `base` too is one about marks, and none of ours.
 */
export function markedFields(base: readonly FieldEntry[], mine: readonly Entry[]): readonly number[] {
  const marked = mine.filter(({ members }) => isMarked(members)).map(({ fieldId }) => fieldId);
  const inBase = fieldFinder(base);
  return marked.filter((id) => {
    const before = inBase(id)?.entry;
    return !before || !isMarked(before.members);
  });
}

function isMarked(value: Json): boolean {
  if (typeof value === "string") {
    return hasConflictMarks(value);
  }
  return typeof value === "object" && value !== null && Object.values(value).some(isMarked);
}
