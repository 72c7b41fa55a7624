/** The name of the member of a shipped bundle of translations that tells the seed of its keys. */
export const seedMember = "";

/**
 * Gives the four characters that stand for the words of `sentence` in a shipped bundle. The `seed` of a bundle is
 * chosen so that no two of its sentences have the same key.
 */
export function sentenceKey(sentence: string, seed: number): string {
  let hash = seed;
  for (let at = 0; at < sentence.length; at++) {
    hash = Math.imul(hash ^ sentence.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 12).toString(32).padStart(4, "0");
}
