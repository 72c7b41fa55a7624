import { type HistoryMark, isHistoryMark } from "../model/artifactService.ts";
import { isText, shapeOf } from "../model/shape.ts";
import { isSameBody, trimmedBody } from "./commentHistory.ts";

/** Words that were sent in a comment, alone or beside others. Nobody knows whether that has arrived. */
export interface SentWords {
  readonly words: string;
  /** The whole comment. */
  readonly body: string;
  /** Tells where the history ended before it was sent first. */
  readonly mark: HistoryMark;
}

/** Tells whether a value that was kept is of this kind. */
export const isSentWords = shapeOf<SentWords>({ words: isText, body: isText, mark: isHistoryMark });

/** Adds what is sent. The same comment may have arrived when it was sent first, so its mark stays. */
export function withSent<S extends SentWords>(all: readonly S[], sent: S): readonly S[] {
  const before = all.find(({ body }) => isSameBody(body, sent.body));
  return [...withoutSent(all, sent), before ? { ...sent, mark: before.mark } : sent];
}

/** Takes out what was sent in the comment of `sent`. */
export function withoutSent<S extends SentWords>(all: readonly S[], sent: SentWords): readonly S[] {
  return all.filter(({ body }) => !isSameBody(body, sent.body));
}

/**
 * Gives those of `sent` that are still to be looked for where their words did not go with a save and are given again.
 * Comments whose arrival no history can tell are left out: the person was told, and their words are sent again. All are
 * left out where the service demands a comment with the save, since nothing gets through otherwise.
 */
export function stillInDoubt(sent: readonly SentWords[], isDemanded: boolean): readonly SentWords[] {
  return isDemanded ? [] : sent.filter(({ mark }) => mark.count !== undefined);
}

/**
 * Gives what is left to be said of `words` once a comment is on the service, which has `sent` in it; undefined for
 * nothing. Lines that somebody added around `sent` are left. Where a line was changed, all of `words` is left.
 */
export function unsaid(words: string, { words: sent, body }: SentWords): string | undefined {
  return lines(body).includes(lines(words)) ? undefined : (without(words, body) ?? without(words, sent) ?? words);
}

/** Gives `words` without the lines of `said`; undefined where they are not in it. */
export function without(words: string, said: string): string | undefined {
  const all = lines(words);
  const start = all.indexOf(lines(said));
  return start === -1 ? undefined : trimmedBody(`${all.slice(0, start)}\n${all.slice(start + lines(said).length)}`);
}

/** Tells whether `words` say something again of a comment that was sent. */
export function saysAgain(words: string, sent: SentWords): boolean {
  return unsaid(words, sent) !== words;
}

/** Puts a line end before and behind, so that what is found in it begins and ends with a line. */
function lines(words: string): string {
  return `\n${trimmedBody(words)}\n`;
}
