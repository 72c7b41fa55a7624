import { t as filledIn } from "@vscode/l10n";
import { l10n } from "vscode";
import { seedMember, sentenceKey } from "./core/util/sentenceKey.ts";

// The bundle has this file in the place of `@vscode/l10n` (see `esbuild.js`), so that every sentence is translated,
// also one that a file makes while it is loaded. VS Code has read the translations of its language by then, which
// `src/build/shippedTranslations.ts` made; for English there are none.
const translations = l10n.bundle;
const seed = Number(translations?.[seedMember]);

/** Does what `t` of `@vscode/l10n` does: gives `sentence` in the language of VS Code, with `values` filled in. */
export function t(sentence: string, values: Readonly<Record<string, string | number | boolean>> = {}): string {
  return filledIn(translations?.[sentenceKey(sentence, seed)] ?? sentence, values);
}
