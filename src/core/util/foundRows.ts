import { plainLetters } from "./plainLetters.ts";

/** No more rows are shown at once: with some ten thousand VS Code stands still for seconds. */
export const maxRows = 2000;

/** The rows that are shown of a list. */
export interface FoundRows<T> {
  readonly rows: readonly T[];
  /** The number of further rows that fit what was typed. */
  readonly left: number;
}

/**
 * Gives the rows to be shown of `all` when somebody has typed `typed`. Few rows are all shown, since VS Code itself
 * looks among them. Of many only the first are shown whose words contain what was typed, no more than may be shown. A
 * row without words is the heading of those behind it. Chosen rows are shown whatever is typed, as many as may be.
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
