import type { KindOf } from "../codec/documentEntries.ts";
import type { DocumentCodec } from "../codec/formatCodec.ts";
import { maxDocumentLength } from "../codec/textTree.ts";
import { mergeText } from "../merge/mergeText.ts";
import type { FieldLanguage } from "../model/uri.ts";
import { isSameText } from "../util/unsaved.ts";
import { contentOfMembers, membersWithContent } from "../workingCopy/textForm.ts";

/** A draft's text, and the field of one of its long texts. */
export interface DraftTextPlace {
  readonly said: string;
  readonly codec: DocumentCodec;
  readonly kindOf: KindOf;
  readonly fieldId: number;
}

/** The words in an editor of one long text. */
export interface TypedText {
  readonly language: FieldLanguage;
  /** The texts of the draft that the words are made from, the oldest first; none where nobody knows. */
  readonly madeFrom: readonly string[];
  readonly mine: string;
}

export type PutText =
  /** `said` is the draft's text with the words put in, and `content` what it says of the field now. */
  | { readonly kind: "put"; readonly said: string; readonly content: string }
  /** The text of the draft cannot be read. */
  | { readonly kind: "unreadable" }
  /** The draft says something else by now, and both cannot be merged. */
  | { readonly kind: "differs" }
  /** The draft's format cannot hold a character of the words. */
  | { readonly kind: "unprintable" }
  /** The draft would be longer with the words than the texts that are read. */
  | { readonly kind: "tooLong" };

/** Gives what the draft says of a long text, empty where it has no entry for it; undefined where it cannot be read. */
export function draftTextIn({ said, codec, kindOf, fieldId }: DraftTextPlace): string | undefined {
  const { entries, problems } = codec.parse(said, kindOf);
  const entry = entries.find((each) => each.fieldId === fieldId);
  if (entry) {
    return contentOfMembers(entry.members)?.content;
  }
  return problems.some(({ severity }) => severity === "error") ? undefined : "";
}

/**
 * Puts what was typed in an editor of one long text into its draft. What the draft says otherwise by now is merged by
 * line; nothing is put where both have changed the same lines.
 */
export function putDraftText(place: DraftTextPlace, { language, madeFrom, mine }: TypedText): PutText {
  const { said, codec, kindOf, fieldId } = place;
  const now = draftTextIn(place);
  if (now === undefined) {
    return { kind: "unreadable" };
  }
  const content = mergedByAll(basesFor(now, madeFrom), mine, now);
  if (content === undefined) {
    return { kind: "differs" };
  }
  if (isSameText(content, now)) {
    return { kind: "put", said, content: now };
  }
  const members = codec.parse(said, kindOf).entries.find((each) => each.fieldId === fieldId)?.members;
  const entry = { fieldId, members: membersWithContent(members, content, language) };
  if (codec.unprintable([entry], kindOf).length > 0) {
    return { kind: "unprintable" };
  }
  const edited = codec.edit(said, [{ kind: "set", entry }]);
  if (edited.length > maxDocumentLength) {
    return { kind: "tooLong" };
  }
  return edited === said ? { kind: "unreadable" } : { kind: "put", said: edited, content };
}

/**
 * Puts in what was typed since the draft was given the words of its editor last. Nothing is put where all of them were
 * taken out of the draft since: the person does not want them there.
 */
export function putSinceGiven(place: DraftTextPlace, typed: TypedText): PutText {
  const madeFrom = typed.madeFrom.slice(-1);
  const isEmptied = draftTextIn(place) === "" && madeFrom.some((text) => text !== "");
  return isEmptied ? { kind: "differs" } : putDraftText(place, { ...typed, madeFrom });
}

/**
 * Gives the draft's text with the words that its save takes along from an editor of one of its texts. Words that would
 * be merged with others stay out: the person saves that editor to see the result before it is sent. So do words that
 * were taken along before and that the draft does not say any more: the person may have undone them there.
 */
export function withTakenAlong(place: DraftTextPlace, typed: TypedText): string {
  const put = putSinceGiven(place, typed);
  return put.kind === "put" && isSameText(put.content, typed.mine) ? put.said : place.said;
}

/**
 * Gives the texts by which words are merged with a draft that says `now`. Where it says none of those that they are
 * made from, nobody can tell whether undoing has taken out of it what it was given, or the person has changed that.
 */
function basesFor(now: string, madeFrom: readonly string[]): readonly (string | undefined)[] {
  const same = madeFrom.findLast((text) => isSameText(text, now));
  return same === undefined ? [madeFrom[0], madeFrom.at(-1)] : [same];
}

/** Merges by each of `bases`; undefined where that is not possible, or not the same. */
function mergedByAll(bases: readonly (string | undefined)[], mine: string, now: string): string | undefined {
  const [merged, ...others] = bases.map((before) => mergedText(before, mine, now));
  return others.every((other) => merged !== undefined && other !== undefined && isSameText(merged, other))
    ? merged
    : undefined;
}

function mergedText(before: string | undefined, mine: string, now: string): string | undefined {
  if (isSameText(mine, now) || now === "" || (before !== undefined && isSameText(before, now))) {
    return mine;
  }
  if (before === undefined) {
    return undefined;
  }
  const merged = mergeText(before, mine, now);
  return merged.hasConflict ? undefined : merged.text;
}
