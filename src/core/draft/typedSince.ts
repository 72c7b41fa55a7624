import type { EntryChange } from "../codec/entryChange.ts";
import { sameMeaning } from "../field/meaning.ts";
import { diffEntries, type FieldEntry } from "../merge/diffEntries.ts";
import { mergeEntries } from "../merge/mergeEntries.ts";
import type { Entry } from "../model/entry.ts";
import type { Base } from "../workingCopy/base.ts";

/** What the text of a draft said when its artifact was created, and what it says now. */
export interface TypedSince {
  readonly sent: readonly Entry[];
  readonly now: readonly Entry[];
}

/** What was typed into a draft since, on its way into the document of the artifact. */
export interface MovedEntries {
  /** To apply on the text of the document. */
  readonly changes: readonly EntryChange[];
  /** The fields that the document cannot hold. */
  readonly left: readonly number[];
}

/**
 * What to change in the text of the artifact's document, which says `said` over `base`, so that it has what was typed
 * into the draft since the artifact was created of it: merged with what the service has made of it, line by line and
 * member by member. What both changed is as it was typed.
 */
export function moveTyped({ sent, now }: TypedSince, base: Base, said: readonly Entry[]): MovedEntries {
  const fields = new Map(base.fields.map((field) => [field.fieldId, field]));
  const saidOf = new Map(said.map((entry) => [entry.fieldId, entry]));
  const before = sent.map((entry): FieldEntry => ({ type: "", ...fields.get(entry.fieldId), ...entryOf(entry) }));
  const changed = new Set(diffEntries(before, now).map(({ fieldId }) => fieldId));
  const typed = now.filter(({ fieldId }) => changed.has(fieldId));
  const mine = typed.filter(({ fieldId }) => fields.get(fieldId)?.isWritable);
  const theirs = base.fields.map((field) => ({ ...field, entry: saidOf.get(field.fieldId) ?? field.entry }));
  const merged = mergeEntries(before, mine, theirs).entries.filter(({ fieldId }) => changed.has(fieldId));
  const isSaid = ({ fieldId, members }: Entry) => {
    const there = saidOf.get(fieldId)?.members;
    return !!there && sameMeaning(there, members, fields.get(fieldId)?.kind, there);
  };
  return {
    changes: merged.filter((entry) => !isSaid(entry)).map((entry) => ({ kind: "set", entry })),
    left: typed.filter((entry) => !mine.includes(entry)).map(({ fieldId }) => fieldId),
  };
}

function entryOf(entry: Entry) {
  return { fieldId: entry.fieldId, entry };
}
