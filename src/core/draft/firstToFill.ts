import { type LocatedEntry, typingPlace } from "../codec/documentEntries.ts";
import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import type { Tracker } from "../model/tracker.ts";

/**
 * Where whoever begins a draft types first: in the first required value that is empty, else in the first required one.
 * Undefined where the text has none. `entries` are those of `text`.
 */
export function firstToFill(
  text: string,
  entries: readonly LocatedEntry[],
  tracker: Tracker | undefined,
): number | undefined {
  const fields = new Map(tracker?.fields.map((field) => [field.fieldId, field]));
  const required = entries.filter(({ fieldId }) => fields.get(fieldId)?.isRequired);
  const isEmpty = ({ fieldId, members }: LocatedEntry) => {
    const kind = fields.get(fieldId)?.kind;
    return kind !== undefined && sameMeaning(members, emptyMembers(kind), kind);
  };
  const entry = required.find(isEmpty) ?? required[0];
  return entry && typingPlace(text, entry);
}
