import { t as filledIn } from "@vscode/l10n";
import { l10n } from "vscode";
import { seedMember, sentenceKey } from "./core/util/sentenceKey.ts";

// What the bundle has for `@vscode/l10n` (see `esbuild.js`): sentences are translated from the first one on, also those
// that a file makes while it is loaded. VS Code has read the translations of its language by then (`src/build/
// shippedTranslations.ts` made them); for English there are none.
const translations = l10n.bundle;
const seed = Number(translations?.[seedMember]);

/** As `t` of `@vscode/l10n`: `sentence` in the language of VS Code, with the `values` it takes in. */
export function t(sentence: string, values: Readonly<Record<string, string | number | boolean>> = {}): string {
  return filledIn(translations?.[sentenceKey(sentence, seed)] ?? sentence, values);
}
