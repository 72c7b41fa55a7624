import { fieldFinder } from "../field/fieldFinder.ts";
import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import { unnamedField } from "../labels/values.ts";
import type { FieldValue } from "../model/artifact.ts";
import type { Changeset } from "../model/changeset.ts";
import type { Entry, EntryChange } from "../model/entry.ts";
import type { Tracker } from "../model/tracker.ts";
import { type Base, type BaseField, makeBase } from "../workingCopy/base.ts";

/** The changes that bring values of a version back into a text. */
export interface Restoration {
  readonly changes: readonly EntryChange[];
  /** The fields whose values differ and stay as they are. */
  readonly left: readonly LeftField[];
}

interface LeftField {
  readonly label: string;
  /**
   * The reason. `notWritable`: the user may not write the field, or not in the artifact's state. `gone`: the tracker
   * has the field no more. `unknown`: the step does not tell the value, or not in a way that can be written.
   * `attachments`: what was attached since would be deleted.
   */
  readonly why: "notWritable" | "gone" | "unknown" | "attachments";
}

/**
 * Tells what to change in a text that says `current` over `base`, so that it gets the values that `step` has in the
 * fields `fieldIds`, or else in all fields that may be written. What the step does not tell is left alone, never
 * emptied; where there is a value now, that is told. Attachments are brought back only where their field is named,
 * because the next save deletes those that the list leaves out.
 */
export function restoration(
  step: Changeset,
  base: Base,
  current: readonly Entry[],
  fieldIds?: readonly number[],
): Restoration {
  const changes: EntryChange[] = [];
  const left: LeftField[] = [];
  const told = new Map(step.values.map((value) => [value.fieldId, value]));
  const inBase = new Map(base.fields.map((field) => [field.fieldId, field]));
  const inText = fieldFinder(current);
  const notUpdatable = new Set(base.notUpdatable);
  const held = base.fields.filter((field) => field.isWritable && isFilled(field, inText(field.fieldId)));
  for (const fieldId of new Set(fieldIds ?? [...told.keys(), ...held.map((field) => field.fieldId)])) {
    const [value, field] = [told.get(fieldId), inBase.get(fieldId)];
    const mine = inText(fieldId) ?? field?.entry;
    if (value?.entry && isSame(value, mine)) {
      continue;
    }
    const why = obstacle(value, field, notUpdatable, fieldIds !== undefined);
    if (why === undefined && value?.entry) {
      changes.push({ kind: "set", entry: value.entry });
    } else if (why !== undefined && (fieldIds || (value ?? field)?.kind)) {
      left.push({ label: field?.label || value?.label || unnamedField(fieldId), why });
    }
  }
  return { changes, left };
}

function obstacle(
  value: FieldValue | undefined,
  field: BaseField | undefined,
  notUpdatable: ReadonlySet<number>,
  isNamed: boolean,
): LeftField["why"] | undefined {
  if (value && !field) {
    return "gone";
  }
  if (!value?.entry || !field || field.kind !== value.kind) {
    return "unknown";
  }
  if (!field.isWritable || notUpdatable.has(field.fieldId)) {
    return "notWritable";
  }
  return value.kind === "files" && !isNamed ? "attachments" : undefined;
}

/** Tells whether a field has a value in a text, or in the artifact where the text says nothing of it. */
function isFilled({ kind, entry }: BaseField, mine: Entry | undefined): boolean {
  const members = (mine ?? entry)?.members;
  return !!kind && !!members && !sameMeaning(members, emptyMembers(kind), kind, members);
}

function isSame({ kind, entry }: FieldValue, mine: Entry | undefined): boolean {
  const members = mine?.members ?? (kind && emptyMembers(kind));
  return !!entry && !!members && sameMeaning(entry.members, members, kind, members);
}

/**
 * Makes the base from which the document of an artifact at `step` is printed.
 *
 * Fields that the tracker has no more are in it. A field that the step does not tell is empty in it, if nothing was
 * ever written there. It is left out where `newest` has a value, since nobody knows what it was then.
 */
export function versionBase(
  artifactId: number,
  step: Changeset,
  tracker: Tracker | undefined,
  newest: Changeset | undefined,
): Base {
  const artifact = { id: artifactId, assignees: [], attachments: [], values: step.values };
  const base = makeBase({ artifact, version: {} }, tracker);
  const [told, filled] = [step, newest].map((each) => new Set(each?.values.map(({ fieldId }) => fieldId)));
  const known = new Set(tracker?.fields.map(({ fieldId }) => fieldId));
  const fields = base.fields
    .filter(({ fieldId }) => told?.has(fieldId) || !filled?.has(fieldId))
    .map((field) => (known.has(field.fieldId) ? field : { ...field, isWritable: true }));
  return { ...base, fields };
}
