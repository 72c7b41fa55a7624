/** A pair of equal lines, in the order of both texts, with the one before it. */
interface Pair {
  readonly line: number;
  readonly other: number;
  readonly before: Pair | undefined;
}

/**
 * The most lines that two texts have in common in the same order, by their places in both. It takes time by the pairs
 * of equal lines, each with the logarithm of the lines (Hunt and Szymanski).
 */
export function commonPairs(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const places = new Map<string, number[]>();
  for (const [line, text] of a.entries()) {
    const found = places.get(text);
    if (found) {
      found.push(line);
    } else {
      places.set(text, [line]);
    }
  }
  // Of all common lines so far, so many and one more, those that end soonest in `a`.
  const ends: Pair[] = [];
  for (const [other, text] of b.entries()) {
    const found = places.get(text) ?? [];
    // From the last: no two pairs of one line follow each other.
    for (let at = found.length - 1; at >= 0; at--) {
      const line = found[at] ?? 0;
      const count = firstEndFrom(ends, line);
      if (ends[count]?.line !== line) {
        ends[count] = { line, other, before: ends[count - 1] };
      }
    }
  }
  const pairs: [number, number][] = [];
  for (let pair = ends.at(-1); pair; pair = pair.before) {
    pairs.push([pair.line, pair.other]);
  }
  return pairs.toReversed();
}

/** The first of `ends` that is not before `line`. */
function firstEndFrom(ends: readonly Pair[], line: number): number {
  let [from, to] = [0, ends.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ends[middle]?.line ?? 0) < line) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}
