import { fieldFinder } from "../field/fieldFinder.ts";
import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import type { FieldValue } from "../model/artifact.ts";
import type { Changeset } from "../model/changeset.ts";

/** A field that a step gave another value. */
export interface FieldChange {
  readonly fieldId: number;
  readonly label: string;
  /** It is undefined where the field had no value yet. */
  readonly before: FieldValue | undefined;
  readonly after: FieldValue;
}

/**
 * The types of fields that a service fills with the values of today in every step (test/service/README.md, History),
 * and of those that never change.
 */
const notOfSteps = new Set([
  ...["cross", "lud", "luby", "priority", "burndown", "burnup"],
  ...["aid", "atid", "subby", "subon", "Encrypted"],
]);

/**
 * Tells what changed between two steps, in the order of the later one's fields. Only fields that both steps tell are
 * compared: where a step does not tell a field, or in a way that nobody understands, the field was not necessarily
 * empty then.
 */
export function fieldChanges(before: Changeset, after: Changeset): readonly FieldChange[] {
  const old = fieldFinder(before.values);
  return after.values.flatMap((value): FieldChange[] => {
    const { fieldId, label } = value;
    const former = old(fieldId);
    return former !== value && isOfStep(value) && !isSame(former, value)
      ? [{ fieldId, label, before: former, after: value }]
      : [];
  });
}

/** Tells whether a value is really that of the step, and not that of today. */
function isOfStep({ type }: FieldValue): boolean {
  return !notOfSteps.has(type);
}

function isSame(before: FieldValue | undefined, after: FieldValue): boolean {
  const { kind, entry } = after;
  if (kind === undefined || entry === undefined) {
    // Where the type is not known, the words of both values tell it, if there are some.
    return before?.kind !== undefined || JSON.stringify(before?.shown) === JSON.stringify(after.shown);
  }
  if (before && before.kind !== kind) {
    return before.entry === undefined;
  }
  const base = before?.entry?.members ?? emptyMembers(kind);
  return sameMeaning(base, entry.members, kind, base);
}
