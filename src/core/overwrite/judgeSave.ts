import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import { currentMembers } from "../merge/diffEntries.ts";
import type { Version } from "../model/artifact.ts";
import type { Changeset } from "../model/changeset.ts";
import { type JsonObject, listOf } from "../model/json.ts";
import type { Base, BaseField } from "../workingCopy/base.ts";
import type { StoredPut } from "../workingCopy/ports.ts";

/** A change that was stored, and that another one from the same moment replaced without either person having seen it. */
export interface Replacement {
  /** Whose change is gone: theirs, which this save replaced, or mine, which a later one did. */
  readonly lost: "theirs" | "mine";
  readonly fields: readonly ReplacedField[];
  /** The artifact as it was with the change that is gone. */
  readonly version: Base;
}

export interface ReplacedField {
  readonly field: BaseField;
  /** What both were made from. */
  readonly before: JsonObject;
  readonly lost: JsonObject;
  /** What took its place. */
  readonly now: JsonObject;
  /** The other person: whose change is gone, or who replaced mine. */
  readonly by?: string;
  /** When they did, ISO 8601. */
  readonly on?: string;
}

export type Judgement =
  /** `isSure` is false where several steps may be this save, and the user's id would tell. */
  | {
      readonly kind: "told";
      readonly changesetId?: number;
      readonly replacements: readonly Replacement[];
      readonly isSure: boolean;
    }
  /** Older steps are needed. */
  | { readonly kind: "unfinished" }
  /** The history does not show which step is this save. */
  | { readonly kind: "unknown" };

/** The newest steps of an artifact's history, the oldest first. */
export interface NewestSteps {
  readonly steps: readonly Changeset[];
  /** There is nothing older. */
  readonly isWhole: boolean;
}

/** What is known beyond the history. */
export interface Knowledge {
  /** Of the user. */
  readonly ownId?: number;
  /** Steps that are known to be other saves of this window. */
  readonly taken: ReadonlySet<number>;
  /** Saves that were made here after this one. */
  readonly laterPuts: readonly StoredPut[];
}

/** The tracker's workflow: what it changes is the service's own doing. */
const workflowUserId = 90;
/** The service may write a PUT that it checked in one second in the next one; nobody reads and changes a version within that. */
const momentMs = 1000;

/**
 * Whether a PUT that the service answered with success replaced a change that its condition should have caught, or was
 * itself replaced like that: the service checks the condition before it writes, not with it, and versions have a resolution
 * of a second (test/service/README.md, Lost updates).
 *
 * The step of the history that is this save is found by what it holds, not by its id or date, which two saves of one
 * second share. The step before it has to hold, in the fields that were sent, what the PUT was made over.
 */
export function judgeSave(put: StoredPut, { steps, isWhole }: NewestSteps, knowledge: Knowledge): Judgement {
  const sent = sentFields(put);
  const from = instantOf(put.target.version) ?? Number.NEGATIVE_INFINITY;
  const isFromBefore = (step: Changeset | undefined) => instant(step, Number.POSITIVE_INFINITY) < from;
  const mayBeOlder = !isWhole && !isFromBefore(steps[0]);
  const isBase = (step: Changeset) => sent.every(({ field, before }) => same(field, valueIn(step, field), before));
  const found = candidates(put, sent, steps, knowledge);
  // Each of the later saves from here that sent the same is a step after this one.
  const later = knowledge.laterPuts.filter((other) => sendsAll(other, sent)).length;
  const index = found[Math.max(0, found.length - 1 - later)];
  if (index === undefined) {
    if (mayBeOlder) {
      return { kind: "unfinished" };
    }
    const isThere = sent.every(({ field, after }) => same(field, valueIn(steps.at(-1), field), after));
    // The service stores no step for what is there already.
    return isThere ? { kind: "told", replacements: [], isSure: true } : { kind: "unknown" };
  }
  if (mayBeOlder && !steps.slice(0, index).some(isBase)) {
    return { kind: "unfinished" };
  }
  const theirs = replacedTheirs(sent, steps, index, isFromBefore);
  const mine = replacedMine(put, sent, steps, index, knowledge);
  const replacements = [
    ...replacement("theirs", put.target, steps[index - 1], theirs),
    ...replacement("mine", put.target, steps[index], mine),
  ];
  const isSure = knowledge.ownId !== undefined || (found.length === 1 && replacements.length === 0);
  return { kind: "told", changesetId: (steps[index] as Changeset).id, replacements, isSure };
}

interface SentField {
  readonly field: BaseField;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

function sentFields({ target, changed }: StoredPut): readonly SentField[] {
  return changed.flatMap(({ fieldId, members }): SentField[] => {
    const field = target.fields.find((each) => each.fieldId === fieldId);
    const before = field && currentMembers(field);
    return field && before ? [{ field, before, after: members }] : [];
  });
}

function sendsAll({ changed }: StoredPut, sent: readonly SentField[]): boolean {
  return sent.every(({ field, after }) =>
    changed.some((entry) => entry.fieldId === field.fieldId && same(field, entry.members, after)),
  );
}

/** The places of the steps that may be the save: each brings in what was sent, at the right time, by the right person. */
function candidates(
  put: StoredPut,
  sent: readonly SentField[],
  steps: readonly Changeset[],
  { ownId, taken }: Knowledge,
): readonly number[] {
  const from = instantOf(put.target.version) ?? Number.NEGATIVE_INFINITY;
  const until = instantOf(put.version, put.date) ?? Number.POSITIVE_INFINITY;
  const inTime = steps.flatMap((step, at) => {
    const isInTime = instant(step, from) >= from && instant(step, until) <= until;
    const isMine = ownId === undefined || step.authorId === undefined || step.authorId === ownId;
    return at > 0 && isInTime && isMine && !taken.has(step.id) ? [at] : [];
  });
  const holds = (at: number) => sent.every(({ field, after }) => same(field, valueIn(steps[at], field), after));
  const found = inTime.filter((at) => holds(at) && !holds(at - 1));
  if (found.length > 0 || ownId === undefined) {
    return found;
  }
  // The service may have stored something else than was sent. Then only a single step of the user's can be it.
  const changing = inTime.filter((at) =>
    sent.some(({ field }) => !same(field, valueIn(steps[at], field), valueIn(steps[at - 1], field))),
  );
  return changing.length === 1 ? changing : [];
}

function replacedTheirs(
  sent: readonly SentField[],
  steps: readonly Changeset[],
  mine: number,
  isFromBefore: (step: Changeset | undefined) => boolean,
): readonly ReplacedField[] {
  return sent.flatMap(({ field, before }) => {
    const now = valueIn(steps[mine], field);
    const lost = valueIn(steps[mine - 1], field);
    const known = withRemovedFiles(field, lost, before, now);
    if (!lost || !now || same(field, known, before) || same(field, lost, now)) {
      return [];
    }
    let at = mine - 1;
    while (at > 0 && same(field, valueIn(steps[at - 1], field), valueIn(steps[mine - 1], field))) {
      at -= 1;
    }
    // What was there when the base was read is in the base, in whatever form the history gives it.
    return isFromBefore(steps[at]) ? [] : [{ field, before, lost, now, ...told(steps[at]) }];
  });
}

function replacedMine(
  put: StoredPut,
  sent: readonly SentField[],
  steps: readonly Changeset[],
  mine: number,
  { laterPuts, taken }: Knowledge,
): readonly ReplacedField[] {
  const ownAt = instant(steps[mine], Number.NEGATIVE_INFINITY);
  return sent.flatMap(({ field, before }) => {
    const lost = valueIn(steps[mine], field);
    const now = valueIn(steps.at(-1), field);
    if (!lost || !now || same(field, lost, now) || put.differing.includes(field.fieldId)) {
      return [];
    }
    const at = steps.findIndex((step, index) => index > mine && !same(field, valueIn(step, field), lost));
    const step = steps[at];
    // Whoever has saved the field again from here has decided about what is there now.
    const isDecided = laterPuts.some(({ changed }) => changed.some(({ fieldId }) => fieldId === field.fieldId));
    const isLater = instant(step, Number.POSITIVE_INFINITY) > ownAt + momentMs;
    const isUnseen = step && !isDecided && !isLater && !taken.has(step.id) && step.authorId !== workflowUserId;
    return isUnseen ? [{ field, before, lost, now, ...told(step) }] : [];
  });
}

function replacement(
  lost: Replacement["lost"],
  target: Base,
  step: Changeset | undefined,
  fields: readonly ReplacedField[],
): readonly Replacement[] {
  return step && fields.length > 0 ? [{ lost, fields, version: versionAt(target, step) }] : [];
}

/** `base` with the values of a step of the history. */
function versionAt(base: Base, step: Changeset): Base {
  const fields = base.fields.map((field): BaseField => {
    const value = step.values.find(({ fieldId }) => fieldId === field.fieldId);
    return value?.entry && value.kind === field.kind
      ? { ...field, entry: value.entry, names: { ...field.names, ...value.names } }
      : field;
  });
  return { ...base, fields };
}

function told({ author, submittedOn }: Changeset = { id: 0, values: [] }): Pick<ReplacedField, "by" | "on"> {
  return { ...(author !== undefined && { by: author }), ...(submittedOn !== undefined && { on: submittedOn }) };
}

/**
 * A deleted attachment is gone from all steps of the history (test/service/README.md, Values as written): what this
 * save removed, nobody else did.
 */
function withRemovedFiles(
  { kind }: BaseField,
  lost: JsonObject | undefined,
  before: JsonObject,
  now: JsonObject | undefined,
): JsonObject | undefined {
  if (kind !== "files" || !lost || !now) {
    return lost;
  }
  const [kept, had, has] = [listOf(lost.value), listOf(before.value), listOf(now.value)];
  return { ...lost, value: [...kept, ...had.filter((id) => !has.includes(id) && !kept.includes(id))] };
}

/** Undefined for a value that could not be read, and for a step that is not there. */
function valueIn(step: Changeset | undefined, field: BaseField): JsonObject | undefined {
  const value = step?.values.find(({ fieldId }) => fieldId === field.fieldId);
  if (!step || (value && value.kind !== field.kind)) {
    return undefined;
  }
  return value?.entry?.members ?? (field.kind && emptyMembers(field.kind));
}

function same(field: BaseField, a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  return a === b || (!!a && !!b && sameMeaning(a, b, field.kind, field.entry?.members));
}

function instant(step: Changeset | undefined, fallback: number): number {
  const at = Date.parse(step?.submittedOn ?? "");
  return Number.isNaN(at) ? fallback : at;
}

/**
 * When a version was made, in ms since 1970; where the version does not tell, `date` stands in, the `Date` header of
 * the answer. Undefined where neither tells. The service's Etag is the Unix time of the version's second
 * (test/service/README.md, Reading an artifact); an Etag of another making is none.
 */
function instantOf({ lastModified, etag }: Version, date?: string): number | undefined {
  const ofEtag = /^\d{9,11}$/.test(etag ?? "") ? Number(etag) * 1000 : Number.NaN;
  return [Date.parse(lastModified ?? ""), ofEtag, Date.parse(date ?? "")].find((ms) => !Number.isNaN(ms));
}
