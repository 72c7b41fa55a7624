import { isSameBody } from "./commentHistory.ts";

/**
 * Joins the words of a comment that waited for a save and those of one that was typed. Where one contains the other,
 * the result is the longer one; else it has the words of both, so that none are lost.
 */
export function bothOf(waiting: string | undefined, typed: string | undefined): string | undefined {
  if (waiting === undefined || typed === undefined || holds(typed, waiting)) {
    return typed ?? waiting;
  }
  return holds(waiting, typed) ? waiting : `${waiting}${separator}${typed}`;
}

/** Gives what `words` say besides `body`, which `bothOf` may have put before them; undefined for nothing. */
export function unlessIn(body: string, words: string | undefined): string | undefined {
  if (words === undefined || holds(body, words)) {
    return undefined;
  }
  const before = `${body}${separator}`;
  return words.startsWith(before) ? words.slice(before.length) : words;
}

function holds(body: string, words: string): boolean {
  return isSameBody(body, words) || body.startsWith(words) || body.endsWith(`${separator}${words}`);
}

/** Joins `given` to a comment that waits for a save already, so that both are said, each once. */
export function alsoSaying(waiting: string | undefined, given: string): string {
  if (waiting === undefined) {
    return given;
  }
  const isWaiting = isSameBody(waiting, given) || waiting.endsWith(`${separator}${given}`);
  return isWaiting ? waiting : `${waiting}${separator}${given}`;
}

/** Gives the part of `words` that was typed for something else than `given`: `alsoSaying` has put `given` behind it. */
export function besides(words: string, given: string): string {
  if (isSameBody(words, given)) {
    return "";
  }
  const behind = `${separator}${given}`;
  return words.endsWith(behind) ? words.slice(0, -behind.length) : words;
}

const separator = "\n\n";
