import { editDistance } from "../util/editDistance.ts";

/** The one of `candidates` whose words are nearest to what was typed; undefined where none is near. */
export function nearest<T>(typed: string, candidates: Iterable<T>, wordsOf: (candidate: T) => string): T | undefined {
  const wanted = typed.trim().toLowerCase();
  let best: { readonly candidate: T; readonly distance: number } | undefined;
  let limit = Math.max(1, Math.floor(wanted.length / 3));
  if (wanted === "") {
    return undefined;
  }
  for (const candidate of candidates) {
    const words = wordsOf(candidate).toLowerCase();
    const isBegun = wanted.length >= 2 && words.startsWith(wanted);
    const distance = isBegun ? 1 : editDistance(wanted, words, limit);
    if (distance <= limit && (!best || distance < best.distance)) {
      best = { candidate, distance };
      limit = distance;
    }
  }
  return best?.candidate;
}
