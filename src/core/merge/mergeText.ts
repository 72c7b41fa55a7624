import { diff3Merge } from "node-diff3";
import { withLineFeeds } from "../util/lineEndings.ts";

interface MergedText {
  /** With the line endings of mine. Where both changed the same lines: mine's, or both versions marked. */
  readonly text: string;
  readonly hasConflict: boolean;
}

/** Pairs of equal lines, some tenths of a second of work; prose has far fewer. Beyond, the merge would hold up the editor. */
const maxComparisons = 2_000_000;

/**
 * Three-way merge by line. Differences of line endings are none; the result has those of `mine`.
 *
 * With `conflictMarks` the lines that both changed come out as `<<<<<<< mine`, `=======`, `>>>>>>> theirs`; without, as
 * mine. Texts too repetitive to be compared in reasonable time are one conflict as a whole.
 */
export function mergeText(
  base: string,
  mine: string,
  theirs: string,
  options: { readonly conflictMarks?: boolean } = {},
): MergedText {
  const lineEnding = lineEndingOf(mine) ?? lineEndingOf(theirs) ?? "\n";
  const [o, a, b] = [base, mine, theirs].map((text) => withLineFeeds(text)) as [string, string, string];
  if (b === o || a === b) {
    return { text: mine, hasConflict: false };
  }
  if (a === o) {
    return { text: withLineEnding(b, lineEnding), hasConflict: false };
  }
  const regions = mergeLines(a.split("\n"), o.split("\n"), b.split("\n"));
  const lines = regions.flatMap(({ ok, conflict }) => {
    if (!conflict) {
      return ok ?? [];
    }
    return options.conflictMarks ? [mineMark, ...conflict.a, "=======", ...conflict.b, theirsMark] : conflict.a;
  });
  return {
    text: withLineEnding(lines.join("\n"), lineEnding),
    hasConflict: regions.some(({ conflict }) => conflict),
  };
}

const mineMark = "<<<<<<< mine";
const theirsMark = ">>>>>>> theirs";

/**
 * Whether a text still has a mark of `mergeText` around the versions of both. The line between them does not count, as
 * texts have such lines of their own, nor do marks with other names, as of code quoted from a merge.
 */
export function hasConflictMarks(text: string): boolean {
  return text.split(/\r\n?|\n/).some((line) => line.trimEnd() === mineMark || line.trimEnd() === theirsMark);
}

interface Region {
  readonly ok?: readonly string[];
  readonly conflict?: { readonly a: readonly string[]; readonly b: readonly string[] };
}

function mergeLines(a: readonly string[], o: readonly string[], b: readonly string[]): readonly Region[] {
  if (comparisons(o, a) + comparisons(o, b) > maxComparisons) {
    return [{ conflict: { a, b } }];
  }
  return diff3Merge([...a], [...o], [...b], { excludeFalseConflicts: true });
}

/** Pairs of equal lines: what the diff has to go through. */
function comparisons(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of a) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return b.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
}

/** The most frequent line ending; undefined for a single line. */
function lineEndingOf(text: string): string | undefined {
  const breaks = text.match(/\r\n?|\n/g) ?? [];
  const counts = Map.groupBy(breaks, (lineBreak) => lineBreak);
  return [...counts].sort(([, x], [, y]) => y.length - x.length)[0]?.[0];
}

function withLineEnding(text: string, lineEnding: string): string {
  return lineEnding === "\n" ? text : text.replaceAll("\n", lineEnding);
}
