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
  /** The text that the draft had when the editor showed it; undefined where nobody knows. */
  readonly before: string | undefined;
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
export function putDraftText(place: DraftTextPlace, { language, before, mine }: TypedText): PutText {
  const { said, codec, kindOf, fieldId } = place;
  const now = draftTextIn(place);
  if (now === undefined) {
    return { kind: "unreadable" };
  }
  const content = mergedText(before, mine, now);
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
 * Gives the draft's text with the words that its save takes along from an editor of one of its texts. Words that would
 * be merged with others stay out: the person saves that editor to see the result before it is sent.
 */
export function withTakenAlong(place: DraftTextPlace, typed: TypedText): string {
  const put = putDraftText(place, typed);
  return put.kind === "put" && isSameText(put.content, typed.mine) ? put.said : place.said;
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
