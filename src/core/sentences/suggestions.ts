import { t } from "@vscode/l10n";
import type { SuggestedConnection } from "../connection/suggestions.ts";

/** Where a suggested connection comes from. */
export function suggestedBy({ from }: Pick<SuggestedConnection, "from">): string {
  return t("Suggested by the folder “{from}”.", { from });
}

/** Asks for a yes to a suggested address, which is in the box. */
export function confirmSuggestion({ from, label }: SuggestedConnection): string {
  return t("The folder “{from}” suggests this service, as “{label}”. Go on only if you know the address.", {
    from,
    label,
  });
}

export const askWhichService = t("Which service?");
export const anotherAddress = t("Another Address…");

export const getStarted = t("Get Started");
export const getStartedDetail = t("Shows the first five steps.");
