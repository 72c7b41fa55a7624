import { t } from "@vscode/l10n";
import type { HoverInfo } from "../language/hover.ts";

export const requiredWord = t("required");
export const requiredTooltip = t("Required");
export const wasEmpty = t("It was empty.");

export function wasBefore(value: string): string {
  return t("It was: {value}", { value });
}

export function moreValues(count: number): string {
  return t("… {count} more", { count });
}

export function fieldPermissions(permissions: HoverInfo["field"]["permissions"]): string | undefined {
  if (!permissions) {
    return undefined;
  }
  const { isSubmittable, isUpdatable } = permissions;
  if (isUpdatable) {
    return isSubmittable ? t("You may give and change it.") : t("You may change it, not give it to a new artifact.");
  }
  return isSubmittable ? t("You may give it to a new artifact, not change it.") : t("You may not change it.");
}
