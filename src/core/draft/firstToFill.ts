import { type LocatedEntry, typingPlace } from "../codec/documentEntries.ts";
import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import type { Tracker } from "../model/tracker.ts";

/**
 * Gives the place where whoever begins a draft types first: the first required value that is empty, else the first
 * required one. It is undefined where the text has none. `entries` are those of `text`.
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
