import { seedMember, sentenceKey } from "../core/util/sentenceKey.ts";

const maxSeed = 10_000;

/**
 * A bundle of translations as it is shipped: with keys of four characters in place of the English sentences, which are
 * half of the bytes otherwise. `src/l10n.ts` looks sentences up by these keys.
 * @throws {Error} when there are so many sentences that two of them always have the same key
 */
export function shippedTranslations(translated: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const sentences = Object.keys(translated);
  for (let seed = 1; seed <= maxSeed; seed++) {
    const keys = new Set(sentences.map((sentence) => sentenceKey(sentence, seed)));
    if (keys.size === sentences.length) {
      const entries = Object.entries(translated).map(
        ([sentence, text]) => [sentenceKey(sentence, seed), text] as const,
      );
      return { [seedMember]: `${seed}`, ...Object.fromEntries(entries) };
    }
  }
  throw new Error(`${sentences.length} sentences need longer keys: see src/core/util/sentenceKey.ts`);
}
