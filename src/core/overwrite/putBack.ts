import type { EntryChange } from "../codec/entryChange.ts";
import type { Entry } from "../model/entry.ts";
import type { Replacement } from "./judgeSave.ts";
import { type ReplacedField, sameIn, withLost } from "./replacedField.ts";

export interface PutBack {
  /** What to change in the text. */
  readonly changes: readonly EntryChange[];
  /** The fields that got something else since, with which the lost change cannot be merged: they stay as they are. */
  readonly left: readonly ReplacedField[];
}

/**
 * What brings a lost change back into a text that says `current`: by entry, and by line inside long texts. Where both
 * changes concern the same thing the lost one comes back, since the person asks for it; what else was changed stays. Only
 * what took its place gives way to it, nothing that came later.
 */
export function putBack({ fields }: Pick<Replacement, "fields">, current: readonly Entry[]): PutBack {
  const changes: EntryChange[] = [];
  const left: ReplacedField[] = [];
  for (const replaced of fields) {
    const entry = current.find(({ fieldId }) => fieldId === replaced.field.fieldId);
    const members = withLost(replaced, entry?.members ?? replaced.now);
    if (members === undefined) {
      left.push(replaced);
    } else if (!entry || !sameIn(replaced.field, members, entry.members)) {
      changes.push({ kind: "set", entry: { fieldId: replaced.field.fieldId, members } });
    }
  }
  return { changes, left };
}
