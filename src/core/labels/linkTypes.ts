import { t } from "@vscode/l10n";
/** A link from a parent to its child, by both its ends. */
export const childLink = t("Child");
export const parentLink = t("Parent");

/**
 * What the type of a link is called where the structure does not tell: `_is_child` is a child, or the parent where the
 * link comes from there.
 */
export function linkTypeName(type: string, isReverse = false): string {
  return type === "_is_child" ? (isReverse ? parentLink : childLink) : type.replace(/^_/, "").replaceAll("_", " ");
}
