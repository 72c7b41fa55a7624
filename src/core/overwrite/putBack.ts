import { fieldFinder } from "../field/fieldFinder.ts";
import { sameIn } from "../merge/mergeEntries.ts";
import { ComparisonBudget } from "../merge/mergeText.ts";
import type { Entry, EntryChange } from "../model/entry.ts";
import type { Base } from "../workingCopy/base.ts";
import type { Replacement } from "./judgeSave.ts";
import { type ReplacedField, withLost } from "./replacedField.ts";

export interface PutBack {
  /** The changes to be made in the text. */
  readonly changes: readonly EntryChange[];
  /**
   * The fields that have been changed since in such a way that the lost change cannot be merged with them: they stay as
   * they are.
   */
  readonly left: readonly ReplacedField[];
  /** The texts that stay as they are, since they have too many lines to be compared with another change. */
  readonly unmerged: readonly ReplacedField[];
  /**
   * The fields that the user may read and not write, or that the artifact's state keeps as they are: the persons who
   * changed them have to do so again. A save with one of these fields would be refused as a whole.
   */
  readonly denied: readonly ReplacedField[];
}

/**
 * Gives what brings a lost change back into a text that says `current` and was made from `base`: by entry, and by line
 * inside long texts. Where both changes concern the same thing, the lost one comes back, since the person asks for it,
 * and all else that was changed stays. Only what replaced it gives way, and nothing that came later.
 */
export function putBack(
  { fields }: Pick<Replacement, "fields">,
  current: readonly Entry[],
  base: Base | undefined,
): PutBack {
  const inBase = fieldFinder(base?.fields ?? []);
  const inText = fieldFinder(current);
  const changes: EntryChange[] = [];
  const left: ReplacedField[] = [];
  const unmerged: ReplacedField[] = [];
  const denied: ReplacedField[] = [];
  const budget = new ComparisonBudget();
  for (const replaced of fields) {
    const { fieldId } = replaced.field;
    const held = inBase(fieldId);
    const entry = inText(fieldId);
    const stands = entry?.members ?? held?.entry?.members ?? replaced.now;
    const members = withLost(replaced, stands, budget);
    const isThere = members !== undefined && sameIn(replaced.field, members, stands);
    if (members === undefined) {
      (sameIn(replaced.field, stands, replaced.now) ? unmerged : left).push(replaced);
    } else if (!isThere && base && (!held?.isWritable || base.notUpdatable?.includes(fieldId))) {
      denied.push(replaced);
    } else if (!isThere) {
      changes.push({ kind: "set", entry: { fieldId, members } });
    }
  }
  return { changes, left, unmerged, denied };
}

/**
 * Gives the version with the lost change as a document of `base` would show it, together with those of its fields that
 * the user may not write.
 */
export function shownBeside(version: Base, fields: readonly ReplacedField[], base: Base | undefined): Base {
  const inVersion = fieldFinder(version.fields);
  const inBase = fieldFinder(base?.fields ?? []);
  const isReplaced = fieldFinder(fields.map(({ field }) => field));
  const known = base?.fields ?? version.fields;
  const others = version.fields.filter(({ fieldId }) => !inBase(fieldId) && isReplaced(fieldId));
  const shown = [...known, ...(base ? others : [])].map((field) => {
    const { entry, names } = inVersion(field.fieldId) ?? field;
    const isWritable = field.isWritable || isReplaced(field.fieldId) !== undefined;
    return { ...field, ...(entry && { entry }), names: { ...field.names, ...names }, isWritable };
  });
  return { ...version, fields: shown };
}
