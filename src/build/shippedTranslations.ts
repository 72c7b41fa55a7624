import { seedMember, sentenceKey } from "../core/util/sentenceKey.ts";

const maxSeed = 1000;

/**
 * Gives a bundle of translations as it is shipped: with keys of four characters in the place of the English sentences,
 * which would be half of the bytes. `src/l10n.ts` looks sentences up by these keys.
 * @throws {Error} when there are so many sentences that two of them always have the same key
 */
export function shippedTranslations(translated: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(translated);
  for (let seed = 1; seed <= maxSeed; seed++) {
    const shipped = keyed(entries, seed);
    if (shipped) {
      return { [seedMember]: `${seed}`, ...Object.fromEntries(shipped) };
    }
  }
  throw new Error(`${entries.length} sentences need longer keys: see src/core/util/sentenceKey.ts`);
}

/** Gives the translations by their keys; undefined where two sentences have the same key. */
function keyed(entries: readonly (readonly [string, string])[], seed: number): ReadonlyMap<string, string> | undefined {
  const shipped = new Map<string, string>();
  for (const [sentence, text] of entries) {
    const key = sentenceKey(sentence, seed);
    if (shipped.has(key)) {
      return undefined;
    }
    shipped.set(key, text);
  }
  return shipped;
}
