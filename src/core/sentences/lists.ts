import { t } from "@vscode/l10n";
// Choosing from what a service lists.

export const nothingToSee = t("There is nothing that you may see");
export const restNotRead = t("The rest could not be read");
export const trackerNumberPrompt = t(
  "This service does not list its trackers. The number of a tracker is in its address: /plugins/tracker/?tracker=12.",
);
export const trackerNumberProblem = t("The number of a tracker is a whole number.");

/** Above a list of which the rest is not shown; `left`, a number, says how much that is. */
export function titleOfPart(title: string | undefined, left: string): string {
  const words = t("type to find {left} more", { left });
  return title ? `${title} (${words})` : t("Choose, or {words}", { words });
}

/** `reason` as a whole sentence, where one is known. */
export function pressEnterToRetry(reason: string | undefined): string {
  return reason === undefined ? t("Press Enter to try again.") : t("{reason} Press Enter to try again.", { reason });
}

/** For `explained`; `label` of the connection. */
export function trackersNotListed(label: string): string {
  return t("The trackers of {label} could not be listed", { label });
}

/** For `explained`. */
export function projectsNotListed(label: string): string {
  return t("The projects of {label} could not be listed", { label });
}

export function projectTitle(title: string): string {
  return t("{title}: Project", { title });
}

export function projectPlaceholder(label: string): string {
  return t("Project of {label}", { label });
}

/** `title` of the command that asks for a tracker. */
export function trackerTitle(title: string): string {
  return t("{title}: Tracker", { title });
}
