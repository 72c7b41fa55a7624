/** A pair of equal lines: `line` of one text and `other` of the other, with the pair `before` this one. */
interface Pair {
  readonly line: number;
  readonly other: number;
  readonly before: Pair | undefined;
}

/**
 * Gives the longest list of lines that two texts have in common in the same order, as pairs of their places in both. It
 * takes time by the pairs of equal lines, each with the logarithm of the lines (Hunt and Szymanski).
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
  // At each index stands the last pair of a list of so many common lines and one more: of all such lists found so far,
  // the one that ends soonest in `a`.
  const ends: Pair[] = [];
  for (const [other, text] of b.entries()) {
    const found = places.get(text) ?? [];
    // A line's places are taken from the last to the first, so that no list holds two pairs of one line of `b`.
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

/** Gives the index of the first of `ends` whose line is not before `line`. */
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
