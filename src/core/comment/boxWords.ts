import { type HasArrived, isHistoryMark } from "../model/artifactService.ts";
import { isText, listOf, shapeOf } from "../model/shape.ts";
import type { DocumentKey } from "../workingCopy/kindTypes.ts";
import { isSameBody } from "./commentHistory.ts";
import type { WaitingWords } from "./commentOfSave.ts";
import { alsoSaying, besides, bothOf } from "./joinedWords.ts";
import { type SentWords, saysAgain, unsaid, without, withoutSent, withSent } from "./sentWords.ts";

/** Words of the box that were sent with a save of all. Nobody knows whether they have arrived. */
export interface SentFromBox extends SentWords {
  /** The documents of the artifact that have not been saved since. */
  readonly documents: readonly DocumentKey[];
}

/**
 * Holds the words in the comment box of a connection, the documents for which they are meant, and what was sent of them
 * or of earlier ones.
 */
export interface BoxWords {
  readonly words: string;
  /** The documents that the words are still meant for; empty before they were used. */
  readonly meantFor: readonly DocumentKey[];
  /** The part of the words that was typed for something else, and stays when they were used. */
  readonly besides: string;
  readonly sent: readonly SentFromBox[];
}

/** Tells whether a value that was kept is a box. */
export const isBoxWords = shapeOf<BoxWords>({
  words: isText,
  meantFor: listOf(isText),
  besides: isText,
  sent: listOf(shapeOf<SentFromBox>({ words: isText, body: isText, mark: isHistoryMark, documents: listOf(isText) })),
});

/** A save that has ended, with the words it took along. */
export interface EndedSave {
  readonly given: string;
  /** The words in the box when the save began. */
  readonly typed: string;
  /** Each tells what became of an artifact. */
  readonly parts: readonly EndedPart[];
}

/** Tells what became of an artifact in a save. */
export interface EndedPart {
  readonly documents: readonly DocumentKey[];
  readonly isSaved: boolean;
  /** The service has the words, or nobody can say whether it has, and a document offers them. */
  readonly isUsed: boolean;
}

/** Makes words in the box that are for the next save, in the place of `box`. */
export function typedWords(words: string, { sent }: Pick<BoxWords, "sent"> = { sent: [] }): BoxWords {
  return { words, meantFor: [], besides: "", sent };
}

/** Gives the words in a box where one window or several have left some. Those of several are for the next save. */
export function leftWords(boxes: readonly BoxWords[]): BoxWords {
  const [first, ...others] = boxes;
  const words = boxes.map((box) => box.words).reduce<string | undefined>(bothOf, undefined) ?? "";
  return first && others.length === 0 ? first : typedWords(words, { sent: boxes.flatMap(({ sent }) => sent) });
}

/** Gives what was sent with these documents, which are of one artifact. */
export function sentWith({ sent }: BoxWords, documents: readonly DocumentKey[]): readonly SentFromBox[] {
  return sent.filter((each) => each.documents.some((key) => documents.includes(key)));
}

/** Gives the box once some of its words are about to be sent. */
export function afterSending(box: BoxWords, sending: SentFromBox): BoxWords {
  return changedWith(box, sending.documents, (there) => {
    const before = there.filter(({ body }) => isSameBody(body, sending.body)).flatMap(({ documents }) => documents);
    return withSent(there, { ...sending, documents: [...new Set([...before, ...sending.documents])] });
  });
}

/** Gives the box once what was about to be sent was surely refused. */
export function afterRefused(box: BoxWords, sending: SentFromBox): BoxWords {
  return changedWith(box, sending.documents, (there) => withoutSent(there, sending));
}

/** Gives the box once `change` is made to what was sent with some of these documents. */
function changedWith(
  box: BoxWords,
  documents: readonly DocumentKey[],
  change: (there: BoxWords["sent"]) => BoxWords["sent"],
): BoxWords {
  const there = sentWith(box, documents);
  return { ...box, sent: [...box.sent.filter((each) => !there.includes(each)), ...change(there)] };
}

/** A save that begins, with the words it takes along. */
export interface BegunSave {
  readonly given: string;
  readonly documents: readonly DocumentKey[];
  /** The documents that are unsaved, and that the save leaves out. */
  readonly others: readonly DocumentKey[];
}

/**
 * Gives the box once a save has begun. Where the box has exactly the words that the save takes along, they are meant
 * for the documents of that save from now on, and for those other unsaved documents for which they were meant before.
 */
export function afterGiven(box: BoxWords, { given, documents, others }: BegunSave): BoxWords {
  const meantFor = [...box.meantFor.filter((each) => others.includes(each)), ...documents];
  return box.words === given ? { ...typedWords(given, box), meantFor } : box;
}

/**
 * Gives the box once a document has nothing unsaved any more. Once that is so of all documents for which the words were
 * meant, the words leave the box, except those that were typed besides. The same words given for the artifact later are
 * another comment.
 */
export function afterDone(box: BoxWords, document: DocumentKey): BoxWords {
  const left = box.meantFor.filter((each) => each !== document);
  const sent = sentWithout(box.sent, document);
  if (left.length < box.meantFor.length) {
    return left.length === 0 ? typedWords(box.besides, { sent }) : { ...box, meantFor: left, sent };
  }
  return sentWith(box, [document]).length > 0 ? { ...box, sent } : box;
}

/**
 * Gives the words that leave the box once a document has nothing unsaved any more, although no save that has ended well
 * took them along; undefined where there are none.
 */
export function unsaidWith(box: BoxWords, document: DocumentKey): WaitingWords | undefined {
  const isLast = box.meantFor.includes(document) && box.meantFor.length === 1;
  return isLast ? { words: without(box.words, box.besides) ?? box.words, sent: sentWith(box, [document]) } : undefined;
}

/** Words that did not go with a save, as far as is known. */
export interface UnsentWords {
  readonly words: string;
  /** They were sent, and nobody can say whether they have arrived. */
  readonly isInDoubt: boolean;
}

/** Gives what of words that leave the box is not on the service; undefined for nothing. */
export async function notArrived(
  { words, sent }: WaitingWords,
  hasArrived: HasArrived,
): Promise<UnsentWords | undefined> {
  let left: string | undefined = words;
  let isInDoubt = false;
  for (const each of sent.filter((one) => saysAgain(words, one))) {
    const isThere = await hasArrived(each.body, each.mark);
    isInDoubt ||= isThere === undefined;
    left = isThere === true ? left && unsaid(left, each) : left;
  }
  return left ? { words: left, isInDoubt } : undefined;
}

/** Gives what is still to be looked for once a document has nothing unsaved that it was sent with. */
function sentWithout(sent: BoxWords["sent"], document: DocumentKey): BoxWords["sent"] {
  return sent
    .map((each) => ({ ...each, documents: each.documents.filter((key) => key !== document) }))
    .filter(({ documents }) => documents.length > 0);
}

/** Gives the box once the unsaved changes of the document `from` are those of `to`. */
export function afterMoved(box: BoxWords, from: DocumentKey, to: DocumentKey): BoxWords {
  const moved = (keys: readonly DocumentKey[]) => keys.map((each) => (each === from ? to : each));
  const isMeant = box.meantFor.includes(from) || sentWith(box, [from]).length > 0;
  const sent = box.sent.map((each) => ({ ...each, documents: moved(each.documents) }));
  return isMeant ? { ...box, meantFor: moved(box.meantFor), sent } : box;
}

/** Gives the documents that the words of a save still wait for. */
export function restOf(parts: EndedSave["parts"]): readonly DocumentKey[] {
  return parts.flatMap(({ documents, isSaved, isUsed }) => (isSaved || isUsed ? [] : documents));
}

/** Gives the box after a save. Words stay for what is not saved; those that were typed besides stay in any case. */
export function afterSave(before: BoxWords, { given, typed, parts }: EndedSave): BoxWords {
  const ended = parts.flatMap(({ documents }) => documents);
  const used = parts.flatMap(({ documents, isUsed }) => (isUsed ? documents : []));
  const meantFor = before.meantFor.filter((each) => !ended.includes(each));
  const box = { ...before, meantFor, sent: used.reduce(sentWithout, before.sent) };
  const { words: now } = box;
  const rest = restOf(parts);
  const beside = given === typed ? besideGiven(given, now) : undefined;
  if (rest.length > 0 && beside) {
    return { ...box, meantFor: rest, besides: beside };
  }
  if (rest.length > 0) {
    const words = withGiven(now, given);
    const others = words === now ? meantFor : [];
    return { ...box, words, meantFor: [...new Set([...others, ...rest])], besides: besides(words, given) };
  }
  if (used.length === 0) {
    // The words went with no save, though all is saved.
    return now !== "" && given === typed ? box : typedWords(withGiven(now, given), box);
  }
  return beside !== undefined && meantFor.length === 0 ? typedWords(beside, box) : box;
}

/** Gives what stays of the words in the box once `given` is said; undefined where that is not there any more. */
function besideGiven(given: string, now: string): string | undefined {
  const around = without(now, given);
  const start = `\n${now}`.indexOf(`\n${given}`);
  if (around !== undefined || start === -1) {
    return around;
  }
  const behind = now.slice(start + given.length);
  // A word that was typed on has become another word.
  return /^\S/.test(behind) ? now : now.slice(0, start) + behind.trimStart();
}

function withGiven(words: string, given: string): string {
  return alsoSaying(words.trim() === "" ? undefined : words, given);
}
