import { sameMeaning } from "../field/meaning.ts";
import { markedFields } from "../merge/markedFields.ts";
import type { Entry } from "../model/entry.ts";
import type { JsonObject } from "../model/json.ts";
import { type Base, type BaseField, differingFields } from "./base.ts";

/**
 * What is still to be watched once theirs was taken for the base while the text holds other things: the values that
 * would put back what a colleague changed.
 *
 * A text can come to hold such a value long after the choice: a marked entry nobody looked at, an undone merge, an
 * undone «take theirs». Whether it does is a function of this, the base and the text, so undo needs no bookkeeping.
 */
export interface Settlement {
  /** By field id: values from before their change, the base's and mine. */
  readonly outdated: Readonly<Record<string, readonly JsonObject[]>>;
  /** Fields of which the person said that mine is right. */
  readonly mineChosen: readonly number[];
}

/** An entry that would put back a colleague's change without anybody having said so. */
export interface UnsettledEntry {
  readonly fieldId: number;
  readonly label: string;
  readonly mine: Entry;
  /** Undefined where theirs has no such field any more. */
  readonly theirs?: Entry;
}

/** What to watch after `theirs` became the base of a text `mine` that was made from `ancestor`. */
export function settle(
  previous: Settlement | undefined,
  ancestor: Base | undefined,
  mine: readonly Entry[],
  theirs: Base,
): Settlement {
  const outdated: Record<string, JsonObject[]> = {};
  for (const [fieldId, values] of Object.entries(previous?.outdated ?? {})) {
    outdated[fieldId] = [...values];
  }
  const ancestors = new Map(ancestor?.fields.map((field) => [field.fieldId, field.entry]));
  const mineByField = new Map(mine.map((entry) => [entry.fieldId, entry]));
  const changed = ancestor ? differingFields(ancestor, theirs) : theirs.fields.map((field) => field.fieldId);
  for (const fieldId of changed) {
    const values = [ancestors.get(fieldId), mineByField.get(fieldId)].flatMap((entry) =>
      entry ? [entry.members] : [],
    );
    outdated[fieldId] = [...(outdated[fieldId] ?? []), ...values];
  }
  const changedIds = new Set(changed);
  return {
    outdated,
    mineChosen: (previous?.mineChosen ?? []).filter((fieldId) => !changedIds.has(fieldId)),
  };
}

/**
 * The entries of `mine` that hold an outdated value other than the base's, or the marks of a merge around the lines of
 * both; in their order. Of a marked text `mine` is the version from before the merge.
 */
export function unsettledEntries(
  settlement: Settlement | undefined,
  base: Base,
  mine: readonly Entry[],
): readonly UnsettledEntry[] {
  if (!settlement) {
    return [];
  }
  const fields = new Map(base.fields.map((field) => [field.fieldId, field]));
  const marked = new Set(markedFields(base.fields, mine));
  return mine.flatMap((entry): UnsettledEntry[] => {
    const { fieldId } = entry;
    const outdated = settlement.outdated[fieldId] ?? [];
    const field = fields.get(fieldId);
    const theirs = field?.entry && { theirs: field.entry };
    if (marked.has(fieldId)) {
      const before = outdated.at(-1) ?? entry.members;
      return [{ fieldId, label: field?.label ?? "", mine: { fieldId, members: before }, ...theirs }];
    }
    const isSettled = settlement.mineChosen.includes(fieldId) || holds(field, [field?.entry?.members], entry);
    return isSettled || !holds(field, outdated, entry)
      ? []
      : [{ fieldId, label: field?.label ?? "", mine: entry, ...theirs }];
  });
}

function holds(field: BaseField | undefined, values: readonly (JsonObject | undefined)[], entry: Entry): boolean {
  return values.some(
    (value) =>
      value &&
      sameMeaning(value, entry.members, field?.kind, {
        ...(field?.entry && { base: field.entry.members }),
        ...(field && { type: field.type }),
      }),
  );
}
