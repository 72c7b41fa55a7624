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

/** What people call a type of fields that the service calls `sb`; the service's name where there is no better one. */
export function typeName(type: string): string {
  return Object.hasOwn(names, type) ? (names[type] ?? type) : type;
}

/** A field that needs a value; `type` as the service calls it. */
export function requiredOfType(type: string): string {
  return t("{typeName}, required", { typeName: typeName(type) });
}
