import type { EntryChange } from "../codec/entryChange.ts";
import type { FieldKind } from "../field/fieldKind.ts";
import { emptyMembers, requestMembers, sameMeaning } from "../field/meaning.ts";
import type { Entry } from "../model/entry.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import { currentMembers, type FieldEntry } from "./diffEntries.ts";
import { mergeText } from "./mergeText.ts";

export interface MergeResult {
  /** In the order of mine, then what only theirs added. */
  readonly entries: readonly Entry[];
  /** To apply on mine's text. */
  readonly changes: readonly EntryChange[];
  /** What both changed; mine stays in the text. */
  readonly conflicts: readonly EntryConflict[];
  /** The fields that hold theirs now, in the order of `changes`. */
  readonly taken: readonly number[];
  /** The long texts that hold the changed lines of both. */
  readonly combined: readonly number[];
}

export interface EntryConflict {
  readonly fieldId: number;
  /** Undefined where the base knows no value. */
  readonly base?: Entry;
  readonly mine: Entry;
  /** Undefined where theirs has no such field any more, or none that could be written. */
  readonly theirs?: Entry;
}

/**
 * Merges what mine and theirs made of `base`, by entry, and by line inside long texts.
 *
 * What only theirs changed is taken, what only mine changed stays; what both changed is a conflict unless it means the
 * same. An entry missing from mine is no opinion: it would not be sent, so it stays out whatever theirs is, and only
 * what `base` did not have either is added. An entry of mine the base does not know is mine's change. An unchanged
 * entry whose field is gone from theirs goes out of the text, since sending it could only be refused.
 */
export function mergeEntries(
  base: readonly FieldEntry[],
  mine: readonly Entry[],
  theirs: readonly (FieldEntry & { readonly isWritable?: boolean })[],
): MergeResult {
  const baseFields = new Map(base.map((field) => [field.fieldId, field]));
  const theirFields = new Map(theirs.map((field) => [field.fieldId, field]));
  const mineIds = new Set(mine.map((entry) => entry.fieldId));
  const merged = mine.map((entry) => ({
    entry,
    outcome: mergeEntry(baseFields.get(entry.fieldId), entry, theirFields.get(entry.fieldId)),
  }));
  const added = theirs.flatMap(({ fieldId, kind, entry, isWritable = true }) =>
    kind && entry && isWritable && !mineIds.has(fieldId) && !baseFields.get(fieldId)?.entry ? [entry] : [],
  );
  return {
    entries: [...merged.flatMap(({ entry, outcome }) => entriesOf(entry, outcome)), ...added],
    changes: [
      ...merged.flatMap(({ entry, outcome }) => changesOf(entry.fieldId, outcome)),
      ...added.map((entry): EntryChange => ({ kind: "set", entry })),
    ],
    conflicts: merged.flatMap(({ outcome }) => (outcome.kind === "conflict" ? [outcome.conflict] : [])),
    taken: [
      ...merged.flatMap(({ entry, outcome }) => (outcome.kind === "taken" ? [entry.fieldId] : [])),
      ...added.map((entry) => entry.fieldId),
    ],
    combined: merged.flatMap(({ entry, outcome }) => (outcome.kind === "combined" ? [entry.fieldId] : [])),
  };
}

type Outcome =
  | { readonly kind: "kept" }
  /** Without an entry: the field is gone. */
  | { readonly kind: "taken"; readonly entry?: Entry }
  | { readonly kind: "combined"; readonly entry: Entry }
  | { readonly kind: "conflict"; readonly conflict: EntryConflict };

function mergeEntry(baseField: FieldEntry | undefined, mine: Entry, theirField: FieldEntry | undefined): Outcome {
  const { fieldId } = mine;
  const kind = theirField?.kind ?? baseField?.kind;
  const type = theirField?.type ?? baseField?.type ?? "";
  const before = baseField && currentMembers(baseField);
  const after = theirField && currentMembers(theirField);
  const same = (a: JsonObject | undefined, b: JsonObject | undefined): boolean =>
    a === b || (!!a && !!b && sameMeaning(a, b, kind, { base: before ?? after ?? emptyOf(kind), type }));

  if (same(before, after) || same(mine.members, after) || (!baseField && !theirField?.entry)) {
    return { kind: "kept" };
  }
  if (same(mine.members, before)) {
    return { kind: "taken", ...(after && { entry: { fieldId, members: after } }) };
  }
  const combined = kind === "text" && before && after && mergeFormatted(before, mine.members, after);
  if (combined) {
    return { kind: "combined", entry: { fieldId, members: combined } };
  }
  const conflict = {
    fieldId,
    mine,
    ...(baseField?.entry && { base: baseField.entry }),
    ...(after && { theirs: { fieldId, members: after } }),
  };
  return { kind: "conflict", conflict };
}

/** The lines of both, where neither changed the format and no line was changed by both. */
function mergeFormatted(base: JsonObject, mine: JsonObject, theirs: JsonObject): JsonObject | undefined {
  const written = requestMembers(mine, "text", base);
  const [o, a, b] = [base.value, written.value, theirs.value];
  if (!isJsonObject(o) || !isJsonObject(a) || !isJsonObject(b) || a.format !== o.format || b.format !== o.format) {
    return undefined;
  }
  if (typeof o.content !== "string" || typeof a.content !== "string" || typeof b.content !== "string") {
    return undefined;
  }
  const { text, hasConflict } = mergeText(o.content, a.content, b.content);
  return hasConflict ? undefined : { ...written, value: { ...a, content: text } };
}

function emptyOf(kind: FieldKind | undefined): JsonObject | undefined {
  return kind && emptyMembers(kind);
}

function entriesOf(mine: Entry, outcome: Outcome): readonly Entry[] {
  if (outcome.kind === "taken" || outcome.kind === "combined") {
    return outcome.entry ? [outcome.entry] : [];
  }
  return [mine];
}

function changesOf(fieldId: number, outcome: Outcome): readonly EntryChange[] {
  if (outcome.kind !== "taken" && outcome.kind !== "combined") {
    return [];
  }
  return [outcome.entry ? { kind: "set", entry: outcome.entry } : { kind: "remove", fieldId }];
}
