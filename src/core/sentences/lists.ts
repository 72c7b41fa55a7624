import { t } from "@vscode/l10n";
// These sentences are about choosing from what a service lists.

export const nothingToSee = t("There is nothing that you may see");
export const restNotRead = t("The rest could not be read");
export const trackerNumberPrompt = t(
  "This service does not list its trackers. The number of a tracker is in its address: /plugins/tracker/?tracker=12.",
);
export const trackerNumberProblem = t("The number of a tracker is a whole number.");

/** Titles a list that is not shown to its end; `left` says how much is missing, and is a number. */
export function titleOfPart(title: string | undefined, left: string): string {
  const words = t("type to find {left} more", { left });
  return title ? `${title} (${words})` : t("Choose, or {words}", { words });
}

/** `reason` is a whole sentence, where a reason is known. */
export function pressEnterToRetry(reason: string | undefined): string {
  return reason === undefined ? t("Press Enter to try again.") : t("{reason} Press Enter to try again.", { reason });
}

/** `explained` adds the reason; `label` is the connection's. */
export function trackersNotListed(label: string): string {
  return t("The trackers of {label} could not be listed", { label });
}

/** `explained` adds the reason. */
export function projectsNotListed(label: string): string {
  return t("The projects of {label} could not be listed", { label });
}

export function projectTitle(title: string): string {
  return t("{title}: Project", { title });
}

export function projectPlaceholder(label: string): string {
  return t("Project of {label}", { label });
}

/** `title` is that of the command that asks for a tracker. */
export function trackerTitle(title: string): string {
  return t("{title}: Tracker", { title });
}
