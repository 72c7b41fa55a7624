import { maxDocumentLength } from "../codec/textTree.ts";
import { fieldFinder } from "../field/fieldFinder.ts";
import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import { diffEntries, type FieldEntry } from "../merge/diffEntries.ts";
import { mergeEntries } from "../merge/mergeEntries.ts";
import type { Entry, EntryChange } from "../model/entry.ts";
import { type Base, withEntries } from "../workingCopy/base.ts";

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
  /** The fields of which the document says something else, unsaved: that and what was typed do not go together. */
  readonly differing: readonly number[];
  /** `entries` are what the document says with `changes`, as it was typed; they were typed over `over`. */
  readonly typed: { readonly entries: readonly Entry[]; readonly over: Base };
}

/**
 * What to change in the text of the artifact's document, which says `said` over `base`, so that it has what was typed
 * into the draft since the artifact was created of it: merged with what the service has made of it, line by line and
 * member by member. What both changed is as it was typed, and to be settled (`WorkingCopy.putIn`). What the document
 * says unsaved, which was `madeFrom` another version perhaps, stays. `holds` tells whether the format of the document
 * can hold an entry: what is merged has characters of others, too.
 */
export function moveTyped(
  { sent, now }: TypedSince,
  base: Base,
  said: readonly Entry[],
  holds: (entry: Entry) => boolean = () => true,
  madeFrom = base,
): MovedEntries {
  const fields = new Map(base.fields.map((field) => [field.fieldId, field]));
  const saidOf = new Map(said.map((entry) => [entry.fieldId, entry]));
  const was = [...sent, ...emptyOthers(base, sent)];
  const before = was.map((entry): FieldEntry => ({ type: "", ...fields.get(entry.fieldId), ...entryOf(entry) }));
  const changed = idsOf(diffEntries(before, now));
  const typed = now.filter(({ fieldId }) => changed.has(fieldId));
  const mine = typed.filter(({ fieldId }) => fields.get(fieldId)?.isWritable);
  const theirs = base.fields.map((field) => ({ ...field, entry: saidOf.get(field.fieldId) ?? field.entry }));
  const { entries, conflicts } = mergeEntries(before, mine, theirs);
  const merged = entries.filter(({ fieldId }) => changed.has(fieldId));
  const isSaid = ({ fieldId, members }: Entry) => {
    const there = saidOf.get(fieldId)?.members;
    return !!there && sameMeaning(there, members, fields.get(fieldId)?.kind, there);
  };
  const toSay = merged.filter((entry) => !isSaid(entry));
  const [conflicting, unsaved] = [new Set(conflicts), idsOf(diffEntries(madeFrom.fields, said))];
  const differing = idsOf(toSay.filter(({ fieldId }) => conflicting.has(fieldId) && unsaved.has(fieldId)));
  const toPut = toSay.filter(({ fieldId }) => !differing.has(fieldId));
  const notHeld = idsOf(toPut.filter((entry) => !holds(entry)));
  const put = toPut.filter(({ fieldId }) => !notHeld.has(fieldId));
  const putIds = idsOf(put);
  const isPut = ({ fieldId }: Entry) => putIds.has(fieldId);
  return {
    changes: put.map((entry) => ({ kind: "set", entry })),
    left: typed.filter((entry) => !mine.includes(entry) || notHeld.has(entry.fieldId)).map(({ fieldId }) => fieldId),
    differing: [...differing],
    typed: {
      entries: [...said.filter((entry) => !isPut(entry)), ...mine.filter(isPut)],
      over: withEntries(base, was.filter(isPut), base.version, base.isRacy),
    },
  };
}

/**
 * The text of the artifact's document, which is `said`, with what was typed; undefined where that cannot be put into
 * it, or it would have more characters than are read.
 */
export function withMoved(
  said: string,
  { changes }: Pick<MovedEntries, "changes">,
  { edit }: { edit(text: string, changes: readonly EntryChange[]): string },
): string | undefined {
  const edited = edit(said, changes);
  const isPut = changes.length === 0 || edited !== said;
  return isPut && edited.length <= maxDocumentLength ? edited : undefined;
}

/** `text`, which says what `now` says, with what was sent of the fields in `left`: what has moved of it. */
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

/** The fields that `sent` does not speak of: whatever the artifact has of them is not of the draft. */
function emptyOthers({ fields }: Base, sent: readonly Entry[]): readonly Entry[] {
  const sentOf = fieldFinder(sent);
  return fields.flatMap(({ fieldId, kind }) =>
    kind && !sentOf(fieldId) ? [{ fieldId, members: emptyMembers(kind) }] : [],
  );
}

function idsOf(of: readonly { readonly fieldId: number }[]): ReadonlySet<number> {
  return new Set(of.map(({ fieldId }) => fieldId));
}

function entryOf(entry: Entry) {
  return { fieldId: entry.fieldId, entry };
}
