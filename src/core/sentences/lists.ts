// Choosing from what a service lists.

export const nothingToSee = "There is nothing that you may see";
export const restNotRead = "The rest could not be read";
export const trackerNumberPrompt =
  "This service does not list its trackers. The number of a tracker is in its address: /plugins/tracker/?tracker=12.";
export const trackerNumberProblem = "The number of a tracker is a whole number.";

/** Above a list of which the rest is not shown; `left`, a number, says how much that is. */
export function titleOfPart(title: string | undefined, left: string): string {
  const words = `type to find ${left} more`;
  return title ? `${title} (${words})` : `Choose, or ${words}`;
}

/** `reason` as a whole sentence, where one is known. */
export function pressEnterToRetry(reason: string | undefined): string {
  return reason === undefined ? "Press Enter to try again." : `${reason} Press Enter to try again.`;
}

/** For `explained`; `label` of the connection. */
export function trackersNotListed(label: string): string {
  return `The trackers of ${label} could not be listed`;
}

/** For `explained`. */
export function projectsNotListed(label: string): string {
  return `The projects of ${label} could not be listed`;
}

export function projectTitle(title: string): string {
  return `${title}: Project`;
}

export function projectPlaceholder(label: string): string {
  return `Project of ${label}`;
}

/** `title` of the command that asks for a tracker. */
export function trackerTitle(title: string): string {
  return `${title}: Tracker`;
}
