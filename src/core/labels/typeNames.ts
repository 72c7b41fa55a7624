import { t } from "@vscode/l10n";

const names: Readonly<Record<string, string>> = {
  sb: t("select box"),
  rb: t("radio buttons"),
  cb: t("checkboxes"),
  msb: t("multi-select box"),
  tbl: t("open list"),
  int: t("integer"),
  art_link: t("artifact links"),
  file: t("attachments"),
  perm: t("permissions"),
  ttmstepdef: t("test steps"),
};

/** Tells what people call a type of fields that the service calls `sb`; else it gives the service's name. */
export function typeName(type: string): string {
  return Object.hasOwn(names, type) ? (names[type] ?? type) : type;
}

/** Names a type of a field that needs a value; `type` is the service's name for it. */
export function requiredOfType(type: string): string {
  return t("{typeName}, required", { typeName: typeName(type) });
}

/** The names of a link from a parent to its child, one for each end. */
const childLink = t("Child");
export const parentLink = t("Parent");

/**
 * Tells what the type of a link is called where the tracker's structure does not tell it: `_is_child` is a child, or
 * the parent where the link comes from there.
 */
export function linkTypeName(type: string, isReverse = false): string {
  return type === "_is_child" ? (isReverse ? parentLink : childLink) : type.replace(/^_/, "").replaceAll("_", " ");
}
