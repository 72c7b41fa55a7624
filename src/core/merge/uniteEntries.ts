import { fieldFinder } from "../field/fieldFinder.ts";
import { sameMeaning } from "../field/meaning.ts";
import type { Entry } from "../model/entry.ts";
import { currentMembers, diffEntries, type FieldEntry } from "./diffEntries.ts";

export interface UnitedEntries {
  /** The changes of the texts: each field once, with the value of the first text that changes it. */
  readonly entries: readonly Entry[];
  /** The fields for which two texts have different values, both other than that of `base`. */
  readonly disagreeing: readonly number[];
}

/**
 * Gives the changes of several texts of one artifact as if they were made in one text. A text says nothing of the
 * fields that it leaves as they are in `base`. Never throws.
 */
export function uniteEntries(base: readonly FieldEntry[], texts: readonly (readonly Entry[])[]): UnitedEntries {
  const inBase = fieldFinder(base);
  const united = new Map<number, { readonly entry: Entry; readonly sent: Entry }>();
  const disagreeing = new Set<number>();
  for (const text of texts) {
    const written = fieldFinder(text);
    for (const sent of diffEntries(base, text)) {
      const { fieldId } = sent;
      const entry = written(fieldId) ?? sent;
      const before = united.get(fieldId);
      const field = inBase(fieldId);
      const context = field && currentMembers(field);
      if (!before) {
        united.set(fieldId, { entry, sent });
      } else if (!sameMeaning(before.sent.members, sent.members, field?.kind, context)) {
        disagreeing.add(fieldId);
      }
    }
  }
  return { entries: [...united.values()].map(({ entry }) => entry), disagreeing: [...disagreeing] };
}
