import { fieldFinder } from "../field/fieldFinder.ts";
import { memberSet } from "../field/meaning.ts";
import { unnamedField } from "../labels/values.ts";
import { currentMembers } from "../merge/diffEntries.ts";
import { mergeValue, sameIn } from "../merge/mergeEntries.ts";
import { ComparisonBudget } from "../merge/mergeText.ts";
import type { Entry, EntryChange } from "../model/entry.ts";
import type { JsonObject } from "../model/json.ts";
import type { Base, BaseField } from "../workingCopy/base.ts";
import type { LastSave, SavedField } from "./lastSave.ts";

/** The changes that take the last save of an artifact back in a text. */
export interface TakenBack {
  readonly changes: readonly EntryChange[];
  /** The labels of the fields in `changes`. */
  readonly put: readonly string[];
  /** The labels of the fields that have their values from before the save already. */
  readonly there: readonly string[];
  readonly left: readonly LeftOfSave[];
  /** The names of files that the text has no more: the next save deletes them. */
  readonly deleted: readonly string[];
}

/** A field of which at least a part stays as it is. */
export interface LeftOfSave {
  readonly label: string;
  readonly why: WhyLeft;
  /** The names of the files that are gone. */
  readonly files?: readonly string[];
}

export type WhyLeft =
  /** Somebody has changed the same thing since. */
  | "changed"
  /** The person has unsaved changes of the same thing, here or in another document of the artifact. */
  | "unsaved"
  /** The save removed files, which the service has deleted. */
  | "detached"
  /** The user may not write the field in the artifact's state. */
  | "notWritable"
  /** The tracker has the field no more. */
  | "gone"
  /** The value from before is not known, or was too long to be kept. */
  | "notKept"
  /** The format of the document cannot hold the value from before. */
  | "unprintable";

export interface WhereTaken {
  /** The entries of the text. */
  readonly said: readonly Entry[];
  /** The artifact as the service has it. */
  readonly now: Base;
  /** The fields of which other documents of the artifact have unsaved changes. */
  readonly elsewhere?: ReadonlySet<number>;
  /** Tells whether the format of the document can hold an entry. */
  readonly holds?: (entry: Entry) => boolean;
}

/**
 * Tells what to change in a text so that it takes a save back. The values from before the save are merged with what has
 * been changed since on the service and in the text, by member inside sets and by line inside long texts. What was
 * changed since stays as it is where the save had changed it too, so that neither somebody's change nor an unsaved word
 * is replaced.
 */
export function takenBack(save: LastSave, where: WhereTaken): TakenBack {
  const inNow = fieldFinder(where.now.fields);
  const found = {
    ...where,
    inText: fieldFinder(where.said),
    notUpdatable: new Set(where.now.notUpdatable),
    budget: new ComparisonBudget(),
  };
  const parts = save.fields.map((saved) => {
    const { fieldId, label } = saved.field;
    const now = inNow(fieldId);
    return { label: now?.label || label || unnamedField(fieldId), ...ofField(saved, now, found) };
  });
  const put = parts.filter(({ entry }) => entry);
  return {
    changes: put.flatMap(({ entry }): EntryChange[] => (entry ? [{ kind: "set", entry }] : [])),
    put: put.map(({ label }) => label),
    there: parts.filter(({ entry, why }) => !entry && why === undefined).map(({ label }) => label),
    left: parts.flatMap(({ label, why, files }) => (why ? [{ label, why, ...(files && { files }) }] : [])),
    deleted: parts.flatMap(({ deleted = [] }) => deleted),
  };
}

/** Tells what becomes of one field. Both `entry` and `why` are absent where the text has the old value already. */
interface Part {
  readonly entry?: Entry;
  readonly why?: WhyLeft;
  readonly files?: readonly string[];
  readonly deleted?: readonly string[];
}

interface FoundWhere extends WhereTaken {
  readonly inText: (fieldId: number) => Entry | undefined;
  readonly notUpdatable: ReadonlySet<number>;
  readonly budget: ComparisonBudget;
}

function ofField({ field, after }: SavedField, now: BaseField | undefined, where: FoundWhere): Part {
  const { fieldId } = field;
  const held = now && currentMembers(now);
  if (!now) {
    return { why: "gone" };
  }
  if (!field.entry || !after || !held || now.kind !== field.kind) {
    return notKept;
  }
  const of = { ...now, names: { ...field.names, ...now.names } };
  const files = field.kind === "files" ? withoutLost(of, field.entry, after) : undefined;
  const before = files?.members ?? field.entry.members;
  if (!mergeValue(of, after, before, held, where.budget)) {
    return { why: "changed" };
  }
  const stands = where.inText(fieldId)?.members ?? held;
  const members = mergeValue(of, after, before, stands, where.budget);
  if (!members) {
    return { why: "unsaved" };
  }
  const isDetached = files !== undefined && files.lost.length > 0;
  const partly: Part = isDetached ? { why: "detached", files: files.lost } : speaksOfReverseLinks(after) ? notKept : {};
  if (sameIn(of, members, stands)) {
    return partly;
  }
  if (where.elsewhere?.has(fieldId)) {
    return { why: "unsaved" };
  }
  if (!now.isWritable || where.notUpdatable.has(fieldId)) {
    return { why: "notWritable" };
  }
  if (where.holds?.({ fieldId, members }) === false) {
    return { why: "unprintable" };
  }
  const deleted = of.kind === "files" ? namesOf(of, except(keysIn(of, stands), keysIn(of, members))) : [];
  return { ...partly, entry: { fieldId, members }, ...(deleted.length > 0 && { deleted }) };
}

const notKept: Part = { why: "notKept" };

/** Tells whether members say something of links from other artifacts, which are not read: nobody knows those before. */
function speaksOfReverseLinks({ parent, all_links: all }: JsonObject): boolean {
  return parent != null || all != null;
}

/** Gives the attachments from before, without those that the save removed: the service has deleted them. */
function withoutLost(
  field: BaseField,
  { members }: Entry,
  after: JsonObject,
): { readonly members: JsonObject; readonly lost: readonly string[] } {
  const files = memberSet(members, field);
  const kept = keysIn(field, after);
  const left = [...(files?.members ?? [])].flatMap(([key, member]) => (kept.has(key) ? [member] : []));
  return { members: files?.withMembers(left) ?? members, lost: namesOf(field, except(keysIn(field, members), kept)) };
}

function keysIn(field: BaseField, members: JsonObject): ReadonlySet<string> {
  return new Set(memberSet(members, field)?.members.keys());
}

function except(keys: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...keys].filter((key) => !others.has(key));
}

function namesOf({ names }: BaseField, keys: readonly string[]): readonly string[] {
  return keys.map((key) => names[key] ?? `#${key}`);
}
