import type { DocumentKey } from "../workingCopy/kindTypes.ts";
import { alsoSaying, besides, bothOf } from "./pendingComments.ts";

/** The words in the comment box of a connection, and what they are for. */
export interface BoxWords {
  readonly words: string;
  /** The documents that the words are still meant for; empty before they were used. */
  readonly meantFor: readonly DocumentKey[];
  /** The part of the words that was typed for something else, and stays when they were used. */
  readonly besides: string;
}

/** A save that has ended, with the words it took along. */
export interface EndedSave {
  readonly given: string;
  /** The words in the box when the save began. */
  readonly typed: string;
  /** Each tells what became of an artifact. */
  readonly parts: readonly EndedPart[];
}

/** Tells what a save has left of an artifact. */
export interface EndedPart {
  /** The documents that are not saved. */
  readonly unsaved: readonly DocumentKey[];
  /** It is undefined where the words wait for `unsaved`. */
  readonly fate: GivenFate | undefined;
}

/**
 * Tells what became of words that a save took along for an artifact:
 * - `used`: the service has them, or nobody can say whether it has, and a document offers them or has them waiting
 * - `later`: the person is told to save without them first
 */
export type GivenFate = "used" | "later";

/** Makes words in the box that are for the next save. */
export function typedWords(words: string): BoxWords {
  return { words, meantFor: [], besides: "" };
}

/** Gives the words in a box where one window or several have left some. Those of several are for the next save. */
export function leftWords(boxes: readonly BoxWords[]): BoxWords {
  const [first, ...others] = boxes;
  const words = boxes.map((box) => box.words).reduce<string | undefined>(bothOf, undefined) ?? "";
  return first && others.length === 0 ? first : typedWords(words);
}

/** A save that begins, with the words it takes along. */
export interface BegunSave {
  readonly given: string;
  /** The documents that are unsaved, and that the save leaves out. */
  readonly others: readonly DocumentKey[];
}

/**
 * Gives the box once a save has begun. Where the box says just what the save takes along, all of it goes with the save,
 * whatever it was there for; it stays for the other documents that it was meant for.
 */
export function afterGiven(box: BoxWords, { given, others }: BegunSave): BoxWords {
  const meantFor = box.meantFor.filter((each) => others.includes(each));
  return box.words === given ? { ...typedWords(given), meantFor } : box;
}

/**
 * Gives the box once a document has nothing unsaved any more. Once that is so of all documents that the words were
 * meant for, the words have gone where they should, and those that were typed besides are left.
 */
export function afterDone(box: BoxWords, document: DocumentKey): BoxWords {
  const left = box.meantFor.filter((each) => each !== document);
  if (left.length === box.meantFor.length) {
    return box;
  }
  return left.length === 0 ? typedWords(box.besides) : { ...box, meantFor: left };
}

/** Gives the box once the unsaved changes of the document `from` are those of `to`. */
export function afterMoved(box: BoxWords, from: DocumentKey, to: DocumentKey): BoxWords {
  return box.meantFor.includes(from)
    ? { ...box, meantFor: box.meantFor.map((each) => (each === from ? to : each)) }
    : box;
}

/** Gives the documents that the words of a save still wait for. */
export function restOf(parts: EndedSave["parts"]): readonly DocumentKey[] {
  return parts.flatMap(({ unsaved, fate }) => (fate === "used" ? [] : unsaved));
}

/** Gives the box after a save. Words stay for what is not saved; those that were typed besides stay in any case. */
export function afterSave(box: BoxWords, save: EndedSave): BoxWords {
  const { given, typed, parts } = save;
  const { words: now } = box;
  const rest = restOf(parts);
  if (parts.some(({ fate }) => fate === "later")) {
    // A save without them does not use them up.
    const { words } = afterSave(box, { given, typed, parts: [{ unsaved: rest, fate: undefined }] });
    return typedWords(words);
  }
  const behind = given === typed && now.startsWith(given) ? now.slice(given.length).trimStart() : "";
  if (rest.length > 0 && behind !== "") {
    return { words: now, meantFor: rest, besides: behind };
  }
  if (rest.length > 0) {
    const words = alsoSaying(now.trim() === "" ? undefined : now, given);
    const before = words === now ? box.meantFor : [];
    return { words, meantFor: [...new Set([...before, ...rest])], besides: besides(words, given) };
  }
  const isUsed = parts.some(({ fate }) => fate === "used");
  return isUsed && now === given && now === typed && box.meantFor.length === 0 ? typedWords("") : box;
}
