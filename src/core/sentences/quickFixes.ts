import { t } from "@vscode/l10n";
import type { Fix } from "../language/fix.ts";

/** Names a quick fix. */
export function quickFix(about: Fix["about"]): string {
  switch (about.kind) {
    case "useField":
    case "useOption":
      return t("Use {id} (“{label}”)", { id: about.id, label: about.label });
    case "useLabel":
      return t("Use the Label “{label}”", { label: about.label });
    case "splitLabel":
      return about.count === 1 ? t("Leave Out the Comma") : t("Make {count} Values of It", { count: about.count });
    case "removeEntry":
      return t("Remove This Entry of “{label}”", { label: about.label });
    case "removeMember":
      return t("Remove “{name}”", { name: about.name });
    case "removeLink":
      return t("Remove This Link");
    case "makeText":
      return t("Make It a Text");
    case "makeList":
      return t("Make It a List");
  }
}

/** Labels the button above an entry, which shows what the button is about. */
export const useMineHere = t("Use Mine");
export const useTheirsHere = t("Use Theirs");

/** `field` is its label, or its id. */
export function useMine(field: string | number): string {
  return t("Use Mine for “{field}”", { field });
}

export function useTheirs(field: string | number): string {
  return t("Use Theirs for “{field}”", { field });
}
