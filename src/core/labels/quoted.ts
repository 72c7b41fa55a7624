import { t } from "@vscode/l10n";

/** Puts words between the quotation marks of the editor's language. */
export function quoted(words: string): string {
  return t("“{words}”", { words });
}
