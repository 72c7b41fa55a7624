import { maxDocumentLength } from "../codec/textTree.ts";
import { fieldFinder } from "../field/fieldFinder.ts";
import { emptyMembers } from "../field/meaning.ts";
import { diffEntries, type FieldEntry } from "../merge/diffEntries.ts";
import type { Entry, EntryChange } from "../model/entry.ts";
import type { ArtifactTypes } from "../workingCopy/artifactTypes.ts";
import { type Base, withEntries } from "../workingCopy/base.ts";
import type { TypedElsewhere } from "../workingCopy/typedElsewhere.ts";

/** Holds what the text of a draft said when its artifact was created, and what it says now. */
export interface TypedSince {
  /** The entries that were sent. Where a field has several, the first one counts. */
  readonly sent: readonly Entry[];
  readonly now: readonly Entry[];
}

/** Holds the words that were typed into a draft since an artifact, which has `base` now, was created from it. */
export interface TypedWords extends TypedElsewhere<ArtifactTypes> {
  readonly mine: readonly Entry[];
  /** The fields whose words no document can take: the artifact lacks the field, or the person may not write it. */
  readonly fixed: readonly number[];
}

/**
 * Gives the words that a document of the artifact can take. They were typed over what was sent; a field that was not
 * sent counts as empty before.
 */
export function typedWords({ sent, now }: TypedSince, base: Base): TypedWords {
  const field = fieldFinder(base.fields);
  const empty = base.fields.flatMap(({ fieldId, kind }) => (kind ? [{ fieldId, members: emptyMembers(kind) }] : []));
  const over = withEntries(base, [...empty, ...sent.toReversed()], base.version, base.isRacy);
  const unknown = sent.filter(({ fieldId }) => !field(fieldId));
  const before = [...over.fields, ...unknown.map((entry): FieldEntry => ({ ...entry, type: "", entry }))];
  const changed = new Set(diffEntries(before, now).map(({ fieldId }) => fieldId));
  const typed = now.filter(({ fieldId }) => changed.has(fieldId));
  const isFixed = ({ fieldId }: Entry) => !field(fieldId)?.isWritable;
  return {
    mine: typed.filter((entry) => !isFixed(entry)),
    over,
    fixed: typed.filter(isFixed).map(({ fieldId }) => fieldId),
  };
}

/** Gives a document's text `said` with the words for the fields `taken`; undefined where it cannot hold them. */
export function withWords(
  said: string,
  { mine }: Pick<TypedWords, "mine">,
  taken: readonly number[],
  { edit }: { edit(text: string, changes: readonly EntryChange[]): string },
): string | undefined {
  const put = mine.filter(({ fieldId }) => taken.includes(fieldId));
  const edited = edit(
    said,
    put.map((entry) => ({ kind: "set", entry })),
  );
  const isPut = put.length === 0 || edited !== said;
  // A document that is longer than those that are read could not be saved.
  return isPut && edited.length <= maxDocumentLength ? edited : undefined;
}

/**
 * Gives `text` with the sent values in the place of what it says of the fields `left`: only the other words have moved.
 */
export function withoutLeft(
  text: string,
  { sent }: Pick<TypedSince, "sent">,
  left: readonly number[],
  { edit }: { edit(text: string, changes: readonly EntryChange[]): string },
): string {
  const sentOf = fieldFinder(sent);
  return edit(
    text,
    left.map((fieldId): EntryChange => {
      const entry = sentOf(fieldId);
      return entry ? { kind: "set", entry } : { kind: "remove", fieldId };
    }),
  );
}
