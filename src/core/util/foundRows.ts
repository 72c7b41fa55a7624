import { plainLetters } from "./plainLetters.ts";

/** More rows than this are not shown at once: VS Code stands still for seconds over some ten thousand. */
export const maxRows = 2000;

/** What is shown of a list. */
export interface FoundRows<T> {
  readonly rows: readonly T[];
  /** How many others there are that fit what was typed. */
  readonly left: number;
}

/**
 * Gives what is shown of `all` when `typed` is what somebody looks for: of many rows the first that have it in their
 * words, and no more than may be shown; few are shown all, since VS Code looks among those itself. A row without words
 * is the heading of those behind it. Those that are chosen are shown whatever is typed, as many as may be.
 */
export function foundRows<T>(
  all: readonly T[],
  typed: string,
  wordsOf: (row: T) => string | undefined,
  isChosen: (row: T) => boolean,
): FoundRows<T> {
  if (all.length <= maxRows) {
    return { rows: all, left: 0 };
  }
  const sought = plainLetters(typed.trim());
  const rows: T[] = [];
  let heading: readonly T[] = [];
  let found = 0;
  let chosen = 0;
  let left = 0;
  for (const row of all) {
    const words = wordsOf(row);
    if (words === undefined) {
      heading = [row];
      continue;
    }
    const isFound = sought === "" || plainLetters(words).includes(sought);
    if ((isFound && ++found <= maxRows) || (isChosen(row) && ++chosen <= maxRows)) {
      rows.push(...heading, row);
      heading = [];
    } else if (isFound) {
      left++;
    }
  }
  return { rows, left };
}
