import { isDeepStrictEqual } from "node:util";
import { withLineFeeds } from "../util/lines.ts";
import { commonPairs } from "./commonPairs.ts";

export interface MergedText {
  /**
   * The merged text, with the line endings of mine. Where both changed the same lines, it has those of mine, or both
   * versions marked.
   */
  readonly text: string;
  readonly hasConflict: boolean;
  /** It is true where lines in conflict were not compared one by one: some of them may be changed by one side alone. */
  readonly isUncompared?: true;
}

/**
 * Two texts with more pairs of equal lines are not compared: so many take some tenths of a second; prose has far fewer.
 * More would hold up the editor.
 */
const maxComparisons = 1_000_000;
/** Two texts with more lines together are not compared: to look at so many takes as long as comparing. */
const maxLines = 200_000;

/** Two texts with more lines together are not compared: to look at so many takes as long as comparing. */
const maxComparisonsTogether = 10 * maxComparisons;
/** A line takes as long to look at as so many comparisons. */
const comparisonsPerLine = 10;

/** Counts what is left of the comparisons that the texts of one merge may take together. */
export class ComparisonBudget {
  #left = maxComparisonsTogether;

  /** Tells whether texts of so many lines can be compared with what is left, and takes them off it. */
  takeLines(count: number): boolean {
    const isGranted = count <= maxLines && count * comparisonsPerLine <= this.#left;
    this.#left -= isGranted ? count * comparisonsPerLine : 0;
    return isGranted;
  }

  /** Tells whether so many comparisons are left, and takes them off. */
  take(count: number): boolean {
    const isGranted = count <= Math.min(maxComparisons, this.#left);
    this.#left -= isGranted ? count : 0;
    return isGranted;
  }
}

/** Holds the lines of a place that both changed. */
export interface LineClash {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** Tells what a merge puts in the place of lines that both changed. */
export type ClashingLines = "mine" | "marked" | ((clash: LineClash) => readonly string[]);

/**
 * Merges two texts line by line over the base they have in common. Differences of line endings count for nothing; the
 * result has those of `mine`.
 *
 * Lines that both changed come out as mine, or, where `clashes` is «marked», as those of both between `<<<<<<< mine`,
 * `=======` and `>>>>>>> theirs`. A side's change of a text counts as one change as a whole where the text is too long
 * or too repetitive to be compared in reasonable time, and where the texts that share `budget` have used it up. `clash`
 * tells which changes of both sides are one conflict.
 */
export function mergeText(
  base: string,
  mine: string,
  theirs: string,
  clashes: ClashingLines = "mine",
  budget: ComparisonBudget = new ComparisonBudget(),
  clash: ClashRule = touches,
): MergedText {
  const lineEnding = lineEndingOf(mine) ?? lineEndingOf(theirs) ?? "\n";
  const [o, a, b] = [base, mine, theirs].map((text) => withLineFeeds(text)) as [string, string, string];
  if (b === o || a === b) {
    return { text: mine, hasConflict: false };
  }
  if (a === o) {
    return { text: withLineEnding(b, lineEnding), hasConflict: false };
  }
  const regions = mergeLines(a.split("\n"), o.split("\n"), b.split("\n"), budget, clash);
  const linesOf = clashes === "mine" ? ({ mine: own }: LineClash) => own : clashes === "marked" ? marked : clashes;
  const lines = regions.flatMap(({ ok, conflict }) => (conflict ? linesOf(conflict) : (ok ?? [])));
  return {
    text: withLineEnding(lines.join("\n"), lineEnding),
    hasConflict: regions.some(({ conflict }) => conflict),
    ...(regions.some(({ conflict }) => conflict?.isUncompared) && { isUncompared: true }),
  };
}

function marked(clash: LineClash): readonly string[] {
  return [mineMark, ...ownLines(clash), middleMark, ...clash.theirs, theirsMark];
}

/**
 * Gives the lines of mine without marks of an earlier merge, between which nobody could tell any more whose lines are
 * whose. It leaves marks with what the person has written in the place of theirs.
 */
function ownLines({ base, mine }: LineClash): readonly string[] {
  const [own, theirs] = [linesOfSide(mine, "mine"), linesOfSide(mine, "theirs")];
  const known = new Set([...base, ...(own ?? [])]);
  // A text about marks has them in the base, too.
  const isAboutMarks = base.some((line) => hasConflictMarks(line));
  return own && !isAboutMarks && theirs?.every((line) => known.has(line)) ? own : mine;
}

/**
 * Resolves clashing lines: gives mine with what it lacks of theirs, or theirs where mine has other lines in the place
 * of theirs.
 */
export function withLacking(clash: LineClash): readonly string[] {
  return byLine(clash, withLackingLines) ?? withLackingLines(clash);
}

/** Resolves as `withLacking` does, but gives mine where it has other lines in the place of theirs, one for each. */
export function withUndecided(clash: LineClash): readonly string[] {
  return byLine(clash, withUndecidedLines) ?? withUndecidedLines(clash);
}

function withLackingLines(clash: LineClash): readonly string[] {
  const { lines, added, removed } = lackingIn(clash);
  // Where mine left lines out, nobody can tell which of theirs stand in the place of which.
  return lines ?? (added.length > 0 && removed > 0 ? clash.theirs : [...clash.mine, ...added]);
}

function withUndecidedLines(clash: LineClash): readonly string[] {
  if ([mineMark, theirsMark].some((mark) => clash.mine.includes(mark))) {
    // The lines of both stand there already, and wait for a decision.
    return clash.mine;
  }
  const { lines, added, removed } = lackingIn(clash);
  return lines ?? (removed > 0 && removed >= added.length ? clash.mine : [...clash.mine, ...added]);
}

/**
 * Resolves line by line where each side has one line for each line of the base, and none has moved; else gives
 * undefined.
 */
function byLine(
  { base, mine, theirs }: LineClash,
  resolve: (clash: LineClash) => readonly string[],
): readonly string[] | undefined {
  const inBase = new Set(base);
  const isMoved = (line: string, at: number) => line !== base[at] && inBase.has(line);
  const isEach = base.length > 1 && mine.length === base.length && theirs.length === base.length;
  return isEach && !mine.some(isMoved) && !theirs.some(isMoved)
    ? base.flatMap((was, at) => {
        const [own, other] = [mine[at] ?? "", theirs[at] ?? ""];
        return own === was ? [other] : resolve({ base: [was], mine: [own], theirs: [other] });
      })
    : undefined;
}

function lackingIn({ base, mine, theirs }: LineClash) {
  const [inBase, inMine, inTheirs] = [new Set(base), new Set(mine), new Set(theirs)];
  const removed = new Set(base.filter((line) => !inTheirs.has(line)));
  const added = theirs.filter((line) => !inBase.has(line) && !inMine.has(line));
  const place = mine.findIndex((line) => removed.has(line));
  const kept = (lines: readonly string[]) => lines.filter((line) => !removed.has(line));
  const lines = place < 0 ? undefined : [...kept(mine.slice(0, place)), ...added, ...kept(mine.slice(place))];
  return { lines, added, removed: removed.size };
}

const mineMark = "<<<<<<< mine";
const middleMark = "=======";
const theirsMark = ">>>>>>> theirs";

/**
 * Tells whether a text still has a mark of `mergeText` around the versions of both. The line between them does not
 * count, as texts have such lines of their own; nor do marks with other names, as in code quoted from a merge.
 */
export function hasConflictMarks(text: string): boolean {
  // Nearly all texts have no marks, and a text may have millions of lines: so it is split only where it may have one.
  const mayHave = text.includes(mineMark) || text.includes(theirsMark);
  return mayHave && text.split(/\r\n?|\n/).some((line) => [mineMark, theirsMark].includes(line.trimEnd()));
}

/** Names the lines of one side between the marks of a merge. */
export type MarkedSide = "mine" | "theirs";

/**
 * Gives a text with marks of `mergeText` as it is with one side alone in their place; undefined where marks are
 * missing, or lines between them look like marks too: nobody can tell then which lines are whose.
 */
export function withSideOfMarks(text: string, kept: MarkedSide): string | undefined {
  const lines = linesOfSide(withLineFeeds(text).split("\n"), kept);
  return lines && withLineEnding(lines.join("\n"), lineEndingOf(text) ?? "\n");
}

function linesOfSide(marked: readonly string[], kept: MarkedSide): readonly string[] | undefined {
  const lines: string[] = [];
  let side: Side = "both";
  for (const line of marked) {
    const next: Side | undefined = sideAfter(side, line.trimEnd());
    if (next === undefined) {
      return undefined;
    }
    if (next === side && (side === "both" || side === kept)) {
      lines.push(line);
    }
    side = next;
  }
  return side === "both" ? lines : undefined;
}

/** Tells whose lines follow in a text with marks. */
type Side = "both" | MarkedSide;

/** Tells whose lines follow `line`; undefined where it is a mark that cannot stand there. */
function sideAfter(side: Side, line: string): Side | undefined {
  switch (line) {
    case mineMark:
      return side === "both" ? "mine" : undefined;
    case middleMark:
      return side === "both" ? side : side === "mine" ? "theirs" : undefined;
    case theirsMark:
      return side === "theirs" ? "both" : undefined;
    default:
      return side;
  }
}

interface Region {
  readonly ok?: readonly string[];
  readonly conflict?: LineClash & { readonly isUncompared: boolean };
}

function mergeLines(
  a: readonly string[],
  o: readonly string[],
  b: readonly string[],
  budget: ComparisonBudget,
  clash: ClashRule,
): readonly Region[] {
  const changes = [...changesOf(o, a, "a", budget), ...changesOf(o, b, "b", budget)].toSorted(
    (x, y) => x.start - y.start || x.end - y.end,
  );
  const regions: Region[] = [];
  let at = 0;
  let met = 0;
  for (let first = changes[met]; first; first = changes[met]) {
    const group = [first];
    let { end } = first;
    met += 1;
    for (let next = changes[met]; next && clash(next, group, end); next = changes[met]) {
      group.push(next);
      end = Math.max(end, next.end);
      met += 1;
    }
    const { start } = first;
    const [mine, theirs] = [changed(group, "a", a, start, end), changed(group, "b", b, start, end)];
    const isAgreed = !mine || !theirs || isDeepStrictEqual(mine, theirs);
    regions.push({ ok: o.slice(at, start) });
    const isUncompared = group.some((change) => change.isUncompared);
    const conflict = { base: o.slice(start, end), mine: mine ?? [], theirs: theirs ?? [], isUncompared };
    regions.push(isAgreed ? { ok: mine ?? theirs ?? [] } : { conflict });
    at = end;
  }
  return [...regions, { ok: o.slice(at) }];
}

/**
 * Tells that one side has `lines` of its own, from line `from` on, in the place of the base's lines from `start` to
 * before `end`.
 */
interface Change {
  readonly side: "a" | "b";
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly lines: readonly string[];
  /** It is true where the change was not compared line by line: some of its lines may be the same as in the base. */
  readonly isUncompared?: boolean;
}

/**
 * Tells whether `change` belongs to one conflict with the changes of `group`, which begin before it and end at `end`.
 */
type ClashRule = (change: Change, group: readonly Change[], end: number) => boolean;

const touches: ClashRule = ({ start }, _, end) => start <= end;

/**
 * Joins changes that share a line of the base. Unlike `touches`, the rule of a merge, it does not join a change that
 * begins where another one ends, unless both bring the same line: that would come twice.
 */
export const overlaps: ClashRule = (change, group, end) =>
  change.start < end ||
  // The last are looked at first, since a group may have as many changes as a text has lines.
  (change.start === end && group.findLast((other) => other.end === end && isShared(change, other)) !== undefined);

function isShared(change: Change, other: Change): boolean {
  const lines = new Set(other.lines);
  return change.lines.some((line) => lines.has(line));
}

/**
 * Gives how `text` differs from the base. Where the texts are too long or too repetitive, only the lines between their
 * common beginning and end are compared; where those are too many still, they are one change as a whole.
 */
function changesOf(
  base: readonly string[],
  text: readonly string[],
  side: Change["side"],
  budget: ComparisonBudget,
): readonly Change[] {
  const isLong = isTooMuch(base, text, budget);
  const head = isLong ? commonLines(base, text) : 0;
  const [rest, other] = [base.slice(head), text.slice(head)];
  const tail = isLong ? commonLines(rest.toReversed(), other.toReversed()) : 0;
  const [before, after] = [rest.slice(0, rest.length - tail), other.slice(0, other.length - tail)];
  if (isLong && isTooMuch(before, after, budget)) {
    // Lines that were only added or removed have none in common with the base, nor has one line in the place of
    // another.
    const isUncompared = before.length * after.length > 1;
    return [{ side, start: head, end: head + before.length, from: head, lines: after, isUncompared }];
  }
  const changes: Change[] = [];
  let [start, from] = [0, 0];
  for (const [line, own] of [...commonPairs(before, after), [before.length, after.length] as const]) {
    if (line > start || own > from) {
      const lines = after.slice(from, own);
      changes.push({ side, start: head + start, end: head + line, from: head + from, lines });
    }
    [start, from] = [line + 1, own + 1];
  }
  return changes;
}

/** Tells how many lines two texts have in common at their beginning. */
function commonLines(a: readonly string[], b: readonly string[]): number {
  const first = a.findIndex((line, at) => line !== b[at]);
  return first < 0 ? a.length : first;
}

/**
 * Gives what a side has in the place of the base's lines from `start` to before `end`; undefined where it has not
 * changed them.
 */
function changed(
  group: readonly Change[],
  side: Change["side"],
  text: readonly string[],
  start: number,
  end: number,
): readonly string[] | undefined {
  const own = group.filter((change) => change.side === side);
  const [first, last] = [own[0], own.at(-1)];
  return (
    first && last && text.slice(first.from - (first.start - start), last.from + last.lines.length + (end - last.end))
  );
}

function isTooMuch(a: readonly string[], b: readonly string[], budget: ComparisonBudget): boolean {
  return !budget.takeLines(a.length + b.length) || !budget.take(comparisons(a, b));
}

/** Counts the pairs of equal lines, which the diff has to go through. */
function comparisons(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of a) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return b.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
}

/** Gives the most frequent line ending; undefined for a single line. */
function lineEndingOf(text: string): string | undefined {
  const breaks = text.match(/\r\n?|\n/g) ?? [];
  const counts = Map.groupBy(breaks, (lineBreak) => lineBreak);
  return [...counts].sort(([, x], [, y]) => y.length - x.length)[0]?.[0];
}

function withLineEnding(text: string, lineEnding: string): string {
  return lineEnding === "\n" ? text : text.replaceAll("\n", lineEnding);
}
