import { isSameBody } from "../comment/commentHistory.ts";
import { fieldFinder } from "../field/fieldFinder.ts";
import { emptyMembers } from "../field/meaning.ts";
import { currentMembers } from "../merge/diffEntries.ts";
import { sameIn } from "../merge/mergeEntries.ts";
import { ComparisonBudget } from "../merge/mergeText.ts";
import type { FieldValue } from "../model/artifact.ts";
import type { Changeset } from "../model/changeset.ts";
import { type JsonObject, listOf } from "../model/json.ts";
import { type Base, type BaseField, instantOf } from "../workingCopy/base.ts";
import type { StoredPut } from "../workingCopy/ports.ts";
import { isLost, type ReplacedField } from "./replacedField.ts";

/**
 * A change that was stored, and that another one from the same moment replaced without either person having seen it.
 */
export interface Replacement {
  /** Tells whose change is gone: `theirs` was replaced by this save, `mine` by a later one. */
  readonly lost: "theirs" | "mine";
  /** Tells whether the save was a comment alone. */
  readonly isComment: boolean;
  readonly fields: readonly ReplacedField[];
  /** The artifact as it was with the change that is gone. */
  readonly version: Base;
}

export type Judgement =
  /** `isSure` is false where the user's id would tell more: another step may be this save, or something is gone. */
  | {
      readonly kind: "told";
      readonly changesetId?: number;
      readonly replacements: readonly Replacement[];
      readonly isSure: boolean;
    }
  /** Older steps are needed to tell. */
  | { readonly kind: "unfinished" }
  /** The history does not show which step is this save. */
  | { readonly kind: "unknown" };

/** The newest steps of an artifact's history, the oldest first. */
export interface NewestSteps {
  readonly steps: readonly Changeset[];
  /** Tells whether nothing older is left to be read. */
  readonly isWhole: boolean;
}

/** Holds what is known besides the history. */
export interface Knowledge {
  /** The id of the user. */
  readonly ownId?: number;
  /** The ids of steps that are known to be other saves of this window. */
  readonly taken: ReadonlySet<number>;
  /** The saves that were made here after this one. */
  readonly laterPuts: readonly StoredPut[];
}

/** The id of the tracker's workflow: what it changes is the service's own doing. */
const workflowUserId = 90;
/**
 * The service may check a PUT in one second and write it in the next one; nobody reads and changes a version within
 * that time.
 */
const momentMs = 1000;

/**
 * Tells whether a PUT that the service answered with success replaced a change that its condition should have caught,
 * or was itself replaced like that: the service checks the condition before it writes, not with it, and versions have a
 * resolution of a second (test/service/README.md, Lost updates).
 *
 * The step of the history that is this save is found by what it holds, not by its id or date, which two saves of one
 * second share. The step before it has to hold what the PUT was made over, in all fields: those that were not sent are
 * copied from there. A change is lost where merging it into the present values would bring something back.
 */
export function judgeSave(put: StoredPut, newest: NewestSteps, knowledge: Knowledge): Judgement {
  const { isWhole } = newest;
  const steps = newest.steps.map((step): JudgedStep => ({ ...step, valueOf: fieldFinder(step.values) }));
  const fields = comparedFields(put, steps);
  const from = instantOf(put.target.version) ?? Number.NEGATIVE_INFINITY;
  const isFromBefore = (step: JudgedStep | undefined) => instant(step, Number.POSITIVE_INFINITY) < from;
  const mayBeOlder = !isWhole && !isFromBefore(steps[0]);
  const { found, isSure } = ownSteps(put, fields, steps, knowledge);
  // Each later save from here that sent the same has a step after this one.
  const later = knowledge.laterPuts.filter((other) => isSameSave(other, put, fields)).length;
  const index = found[Math.max(0, found.length - 1 - later)];
  if (index === undefined) {
    if (mayBeOlder) {
      return { kind: "unfinished" };
    }
    // The service stores no step for a save of what is there already.
    const isThere = put.comment === undefined && holds(steps.at(-1), fields.filter(isSent));
    return isThere ? { kind: "told", replacements: [], isSure: true } : { kind: "unknown" };
  }
  const budget = new ComparisonBudget();
  const undone = lostIn(fields, steps[index - 1], steps[index], budget);
  const isBase = (step: JudgedStep) => undone.every(({ field, before }) => sameIn(field, valueIn(step, field), before));
  if (mayBeOlder && undone.length > 0 && !steps.slice(0, index).some(isBase)) {
    return { kind: "unfinished" };
  }
  const theirs = undone.flatMap((replaced): ReplacedField[] => {
    const step = firstWith(replaced, steps, index - 1);
    // What was there when the base was read is in the base, even if the history gives it in another form.
    return isFromBefore(step) ? [] : [{ ...replaced, ...told(step) }];
  });
  const mine = replacedMine(put, fields.filter(isSent), steps, index, { ...knowledge, budget });
  const replacements = [
    ...replacement("theirs", put, steps[index - 1], theirs),
    ...replacement("mine", put, steps[index], mine),
  ];
  return {
    kind: "told",
    changesetId: (steps[index] as JudgedStep).id,
    replacements,
    isSure: isSure && (replacements.length === 0 || knowledge.ownId !== undefined),
  };
}

/** A step of the history, whose values are found by field, as there may be thousands. */
interface JudgedStep extends Changeset {
  readonly valueOf: (fieldId: number) => FieldValue | undefined;
}

/** A field that the user may read, in the base or in a step. */
interface ComparedField {
  readonly field: BaseField;
  readonly before: JsonObject;
  /** The members that were sent; undefined where the field was not sent. */
  readonly after?: JsonObject;
}

interface SentField extends ComparedField {
  readonly after: JsonObject;
}

function isSent(compared: ComparedField): compared is SentField {
  return compared.after !== undefined;
}

function comparedFields({ target, changed }: StoredPut, steps: readonly JudgedStep[]): readonly ComparedField[] {
  const inChange = fieldFinder(changed);
  return fieldsWith(target, steps).flatMap((field): ComparedField[] => {
    const before = currentMembers(field);
    const after = inChange(field.fieldId)?.members;
    return before ? [{ field, before, ...(after && { after }) }] : [];
  });
}

/** Gives the fields of `base`, and fields that were empty then and that somebody has filled since. */
function fieldsWith({ fields }: Base, steps: readonly JudgedStep[]): readonly BaseField[] {
  const all = new Map(fields.map((field) => [field.fieldId, field]));
  for (const { fieldId, type, label, kind, names } of steps.flatMap(({ values }) => values)) {
    if (kind && !all.has(fieldId)) {
      const entry = { fieldId, members: emptyMembers(kind) };
      all.set(fieldId, { fieldId, label, type, kind, entry, names, isWritable: false, isRequired: false });
    }
  }
  return [...all.values()];
}

function isSameSave(other: StoredPut, { comment }: StoredPut, fields: readonly ComparedField[]): boolean {
  const sends = ({ field, after }: SentField) =>
    other.changed.some((entry) => entry.fieldId === field.fieldId && sameIn(field, entry.members, after));
  return other.comment === comment && fields.filter(isSent).every(sends);
}

function holds(step: JudgedStep | undefined, sent: readonly SentField[]): boolean {
  return sent.every(({ field, after }) => sameIn(field, valueIn(step, field), after));
}

/**
 * Leaves out files that were removed since: they are gone from all steps (test/service/README.md, Values as written).
 */
function withoutGoneFiles(compared: ComparedField, steps: readonly JudgedStep[]): ComparedField {
  const { field, before, after } = compared;
  if (field.kind !== "files") {
    return compared;
  }
  const told = new Set(steps.flatMap((step) => listOf(valueIn(step, field)?.value)));
  const lasting = (members: JsonObject) => ({ ...members, value: listOf(members.value).filter((id) => told.has(id)) });
  return { field, before: lasting(before), ...(after && { after: lasting(after) }) };
}

interface OwnSteps {
  /** The places in `steps` of those that may be the save. */
  readonly found: readonly number[];
  /** Tells whether no other step can be the save. */
  readonly isSure: boolean;
}

/** Tells which steps may be the save: each brings in what was sent, at the right time, by the right person. */
function ownSteps(
  put: StoredPut,
  fields: readonly ComparedField[],
  steps: readonly JudgedStep[],
  { ownId, taken }: Knowledge,
): OwnSteps {
  const { comment } = put;
  const from = instantOf(put.target.version) ?? Number.NEGATIVE_INFINITY;
  const until = instantOf(put.version, put.date) ?? Number.POSITIVE_INFINITY;
  const lasting = fields.map((compared) => withoutGoneFiles(compared, steps));
  const sent = lasting.filter(isSent);
  const inTime = steps.flatMap((step, at) => {
    const isInTime = instant(step, from) >= from && instant(step, until) <= until;
    const isMine = ownId === undefined || step.authorId === undefined || step.authorId === ownId;
    const says = comment === undefined || isSameBody(step.comment?.content ?? "", comment);
    return at > 0 && isInTime && isMine && says && !taken.has(step.id) ? [at] : [];
  });
  const holding = inTime.filter((at) => holds(steps[at], sent));
  const isSure = ownId !== undefined || holding.length === 1;
  if (comment !== undefined) {
    return { found: holding, isSure };
  }
  const bringing = (isIt: (step: JudgedStep | undefined) => boolean) =>
    holding.filter((at) => isIt(steps[at]) && !isIt(steps[at - 1]));
  // A step that holds the base with what was sent, and nothing else, is the save, even where the step before it holds
  // what was sent, too.
  const whole = lasting.map(({ field, before, after = before }) => ({ field, before, after }));
  const made = bringing((step) => holds(step, whole));
  const found = made.length > 0 ? made : bringing((step) => holds(step, sent));
  if (found.length > 0 || ownId === undefined) {
    return { found, isSure };
  }
  // Somebody may have stored the same right before, or the service may have stored something else. Then the save is
  // found only where a single step can be it.
  const changing = inTime.filter((at) =>
    sent.some(({ field }) => !sameIn(field, valueIn(steps[at], field), valueIn(steps[at - 1], field))),
  );
  return { found: [changing, holding].find(({ length }) => length === 1) ?? [], isSure };
}

/** Finds the fields in which a change by the first step is gone in the second one. */
function lostIn(
  fields: readonly ComparedField[],
  first: JudgedStep | undefined,
  second: JudgedStep | undefined,
  budget: ComparisonBudget,
): readonly ReplacedField[] {
  return fields.flatMap(({ field, before }) => {
    const [lost, now] = [valueIn(first, field), valueIn(second, field)];
    return lost && now && isLost({ field, before, lost, now }, budget) ? [{ field, before, lost, now }] : [];
  });
}

/** Finds the step that first stored the value which was there at the place `at`. */
function firstWith({ field, lost }: ReplacedField, steps: readonly JudgedStep[], at: number): JudgedStep | undefined {
  let first = at;
  while (first > 0 && sameIn(field, valueIn(steps[first - 1], field), lost)) {
    first -= 1;
  }
  return steps[first];
}

function replacedMine(
  put: StoredPut,
  sent: readonly SentField[],
  steps: readonly JudgedStep[],
  mine: number,
  { laterPuts, taken, budget }: Knowledge & { readonly budget: ComparisonBudget },
): readonly ReplacedField[] {
  const ownAt = instant(steps[mine], Number.NEGATIVE_INFINITY);
  // Whoever has saved the field again from here has decided about its present value.
  const isKnown = ({ field: { fieldId } }: SentField) =>
    put.differing.includes(fieldId) ||
    laterPuts.some(({ changed }) => changed.some((entry) => entry.fieldId === fieldId));
  const gone = lostIn(
    sent.filter((each) => !isKnown(each)),
    steps[mine],
    steps.at(-1),
    budget,
  );
  return gone.flatMap((replaced) => {
    const step = steps.slice(mine + 1).find((each) => lostIn([replaced], steps[mine], each, budget).length > 0);
    const isLater = instant(step, Number.POSITIVE_INFINITY) > ownAt + momentMs;
    const isUnseen = step && !isLater && !taken.has(step.id) && step.authorId !== workflowUserId;
    return isUnseen ? [{ ...replaced, ...told(step) }] : [];
  });
}

function replacement(
  lost: Replacement["lost"],
  { target, comment }: StoredPut,
  step: JudgedStep | undefined,
  fields: readonly ReplacedField[],
): readonly Replacement[] {
  const isComment = comment !== undefined;
  return step && fields.length > 0 ? [{ lost, isComment, fields, version: versionAt(target, step) }] : [];
}

/** Gives `base` with the values of a step of the history. */
function versionAt(base: Base, step: JudgedStep): Base {
  const fields = fieldsWith(base, [step]).map((field): BaseField => {
    const value = step.valueOf(field.fieldId);
    const members = valueIn(step, field);
    return members && field.entry
      ? { ...field, entry: { ...field.entry, members }, names: { ...field.names, ...value?.names } }
      : field;
  });
  return { ...base, fields };
}

function told({ author, submittedOn }: Changeset = { id: 0, values: [] }) {
  return { ...(author !== undefined && { by: author }), ...(submittedOn !== undefined && { on: submittedOn }) };
}

/** Gives the value of a field in a step; undefined where it could not be read, and where there is no step. */
function valueIn(step: JudgedStep | undefined, field: BaseField): JsonObject | undefined {
  const value = step?.valueOf(field.fieldId);
  if (!step || (value && value.kind !== field.kind)) {
    return undefined;
  }
  return value?.entry?.members ?? (field.kind && emptyMembers(field.kind));
}

function instant(step: JudgedStep | undefined, fallback: number): number {
  const at = Date.parse(step?.submittedOn ?? "");
  return Number.isNaN(at) ? fallback : at;
}
