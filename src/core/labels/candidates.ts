import { t } from "@vscode/l10n";
// What is offered at a place in a text.

export const markdown = t("Markdown");
export const html = t("HTML");
export const plainText = t("Plain Text");
export const today = t("Today");
export const tomorrow = t("Tomorrow");
export const asOnService = t("As on the service");

/** A value of an open list that is not among its values; `typed` may be empty. */
export function newValue(typed: string): string {
  return typed === "" ? t("New value…") : t("New value “{typed}”", { typed });
}
