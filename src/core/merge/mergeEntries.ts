import { emptyMembers, requestMembers, sameMeaning } from "../field/meaning.ts";
import type { Entry, EntryChange } from "../model/entry.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { currentMembers, type FieldEntry } from "./diffEntries.ts";
import { mergeMembers } from "./mergeMembers.ts";
import { type ClashingLines, ComparisonBudget, mergeText } from "./mergeText.ts";

export interface MergeResult {
  /** The entries of mine in their order, then those that only theirs added. */
  readonly entries: readonly Entry[];
  /** The changes that turn the text of mine into the merge. */
  readonly changes: readonly EntryChange[];
  /** The fields that both changed; mine stays in the text, save for those in `marked`. */
  readonly conflicts: readonly number[];
  /** The fields that hold theirs now, in the order of `changes`. */
  readonly taken: readonly number[];
  /** The long texts that hold the changed lines of both now, and the sets that hold the changed members of both. */
  readonly combined: readonly number[];
  /**
   * The long texts that hold the lines of both between marks, and must not be sent (`markedFields`); and the sets that
   * hold the members of both, with mine where both changed the type of a link.
   */
  readonly marked: readonly number[];
}

/**
 * Merges what mine and theirs made of `base`, by entry, by line inside long texts, and by member inside sets.
 *
 * What only theirs changed is taken, what only mine changed stays; what both changed is a conflict unless it means the
 * same. An entry missing from mine is no change: it would not be sent, so it stays out whatever theirs is, and only
 * what `base` did not have either is added. An entry of mine the base does not know is mine's change. An unchanged
 * entry whose field is gone from theirs goes out of the text, since sending it could only be refused. Merges that are
 * made together share a `budget`.
 */
export function mergeEntries(
  base: readonly FieldEntry[],
  mine: readonly Entry[],
  theirs: readonly (FieldEntry & { readonly isWritable?: boolean })[],
  clashes: ClashingLines = "mine",
  budget: ComparisonBudget = new ComparisonBudget(),
): MergeResult {
  const baseFields = new Map(base.map((field) => [field.fieldId, field]));
  const theirFields = new Map(theirs.map((field) => [field.fieldId, field]));
  const mineIds = new Set(mine.map((entry) => entry.fieldId));
  const merged = mine.map((entry) => ({
    entry,
    outcome: mergeEntry(baseFields.get(entry.fieldId), entry, theirFields.get(entry.fieldId), clashes, budget),
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
    conflicts: merged.flatMap(({ entry, outcome }) =>
      outcome.kind === "conflict" || outcome.kind === "marked" ? [entry.fieldId] : [],
    ),
    taken: [
      ...merged.flatMap(({ entry, outcome }) => (outcome.kind === "taken" ? [entry.fieldId] : [])),
      ...added.map((entry) => entry.fieldId),
    ],
    combined: merged.flatMap(({ entry, outcome }) => (outcome.kind === "combined" ? [entry.fieldId] : [])),
    marked: merged.flatMap(({ entry, outcome }) => (outcome.kind === "marked" ? [entry.fieldId] : [])),
  };
}

type Outcome =
  | { readonly kind: "kept" }
  /** The entry is undefined where theirs has no such field any more. */
  | { readonly kind: "taken"; readonly entry?: Entry }
  | { readonly kind: "combined"; readonly entry: Entry }
  | { readonly kind: "conflict" }
  /** The entry holds both: the lines of a text between marks, the members of a set. */
  | { readonly kind: "marked"; readonly entry: Entry };

function mergeEntry(
  baseField: FieldEntry | undefined,
  mine: Entry,
  theirField: FieldEntry | undefined,
  clashes: ClashingLines,
  budget: ComparisonBudget,
): Outcome {
  const { fieldId } = mine;
  const kind = theirField?.kind ?? baseField?.kind;
  const type = theirField?.type ?? baseField?.type ?? "";
  const before = baseField && currentMembers(baseField);
  const after = theirField && currentMembers(theirField);
  const same = (a: JsonObject | undefined, b: JsonObject | undefined, context = before ?? after): boolean =>
    a === b || (!!a && !!b && sameMeaning(a, b, kind, context ?? (kind && emptyMembers(kind))));
  // What stays in the text is compared with theirs from here on, in whose version a day may have become a time of day.
  const isTheirs = (members: JsonObject | undefined): boolean => same(members, after) && same(members, after, after);

  if (isTheirs(before) || isTheirs(mine.members) || (!baseField && !theirField?.entry)) {
    return { kind: "kept" };
  }
  if (kind === "links" && saysOnlyParent(mine.members)) {
    // An entry that names only a parent leaves the links as they are on the service.
    return { kind: "kept" };
  }
  if (same(mine.members, before)) {
    return { kind: "taken", ...(after && { entry: { fieldId, members: after } }) };
  }
  const names = { ...baseField?.names, ...theirField?.names };
  const set = before && after && mergeMembers(before, mine.members, after, { ...(kind && { kind }), type, names });
  if (set && !set.hasConflict) {
    return same(set.members, mine.members)
      ? { kind: "kept" }
      : { kind: "combined", entry: { fieldId, members: set.members } };
  }
  const combined = kind === "text" && before && after && mergeFormatted(before, mine.members, after, clashes, budget);
  if (combined && !combined.hasConflict) {
    return { kind: "combined", entry: { fieldId, members: combined.members } };
  }
  if (set) {
    return { kind: "marked", entry: { fieldId, members: set.members } };
  }
  return combined && clashes === "marked"
    ? { kind: "marked", entry: { fieldId, members: combined.members } }
    : { kind: "conflict" };
}

/**
 * Tells whether the entry of a link field names a parent and nothing else: then it says nothing of the forward links.
 */
export function saysOnlyParent({ links, all_links: all, parent }: JsonObject): boolean {
  return parent !== undefined && links === undefined && all === undefined;
}

/** Merges the lines of both, where neither changed the format. */
function mergeFormatted(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  clashes: ClashingLines,
  budget: ComparisonBudget,
): { readonly members: JsonObject; readonly hasConflict: boolean } | undefined {
  const written = requestMembers(mine, "text", base);
  const [o, a, b] = [textIn(base.value), textIn(written.value), textIn(theirs.value)];
  if (!o || !a || !b || a.format !== o.format || b.format !== o.format) {
    return undefined;
  }
  const { text, hasConflict } = mergeText(o.content, a.content, b.content, clashes, budget);
  return { members: withContent(written, text), hasConflict };
}

/** Gives the content of a long text's value, whatever its format; undefined where it is no text. */
export function contentIn({ value }: JsonObject): string | undefined {
  return textIn(value)?.content;
}

/** Gives the value of a long text with another content, and with another format where one is given. */
export function withContent(members: JsonObject, content: string, format?: string): JsonObject {
  const { value } = members;
  const told: JsonObject = format === undefined ? { content } : { content, format };
  const isPlain = format === undefined && !isJsonObject(value);
  return { ...members, value: isPlain ? content : { ...(isJsonObject(value) && value), ...told } };
}

/** Reads a text with its format, or without one where the service tells none. */
function textIn(value: Json | undefined): { readonly content: string; readonly format: Json | undefined } | undefined {
  const { content, format } = isJsonObject(value) ? value : { content: value, format: undefined };
  return typeof content === "string" ? { content, format } : undefined;
}

function entriesOf(mine: Entry, outcome: Outcome): readonly Entry[] {
  if (outcome.kind === "kept" || outcome.kind === "conflict") {
    return [mine];
  }
  return outcome.entry ? [outcome.entry] : [];
}

function changesOf(fieldId: number, outcome: Outcome): readonly EntryChange[] {
  if (outcome.kind === "kept" || outcome.kind === "conflict") {
    return [];
  }
  return [outcome.entry ? { kind: "set", entry: outcome.entry } : { kind: "remove", fieldId }];
}

/**
 * Merges what `mine` and `theirs` made of `ancestor`, a value of one field: by member inside sets, by line inside long
 * texts. Gives undefined where both changed the same thing. Values that are merged together share a `budget`.
 */
export function mergeValue(
  { fieldId, kind, type, names }: FieldEntry,
  ancestor: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  budget: ComparisonBudget,
): JsonObject | undefined {
  const holding = (members: JsonObject): FieldEntry => ({
    fieldId,
    type,
    entry: { fieldId, members },
    ...(kind && { kind }),
    ...(names && { names }),
  });
  const merged = mergeEntries([holding(ancestor)], [{ fieldId, members: mine }], [holding(theirs)], "mine", budget);
  return merged.conflicts.length === 0 ? merged.entries[0]?.members : undefined;
}

/** Tells whether two values of the field mean the same. */
export function sameIn(field: FieldEntry, a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  return a === b || (!!a && !!b && sameMeaning(a, b, field.kind, field.entry?.members));
}
