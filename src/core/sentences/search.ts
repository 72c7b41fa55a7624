import { t } from "@vscode/l10n";
export const askWhereToSearch = t("Search on which connection?");
export const trackerToSearch = t("Tracker to search in");
export const closed = t("closed");
export const findTitle = t("Find Artifact");
export const searchInTracker = t("Search in Tracker");
export const typeWords = t("Type words of a title, a number or an address");
export const typeWordsOrQuery = t("Type words of a title, or a query");
export const searchPlaceholder = t("Words of a title, a number, #512, bug #512, or an address");
export const trackerSearchPlaceholder = t(
  'Words of a title, or a query such as status = "Open" AND assigned_to = MYSELF()',
);
export const searching = t("Searching…");
export const recentAndPinned = t("recent and pinned");
export const addToOpen = t("Add one to open its artifacts.");
export const queryIsRefused = t("The service does not take this query");
export const tooShortToSearch = t("Two characters or more are searched for on the service");
export const searchTracker = t("Search in Tracker…");
export const searchProject = t("Search All Trackers of a Project…");
/** `explain` adds the reason. */
export const notSearched = t("It could not be searched");

export function findIn(project: string): string {
  return t("Find Artifact in {project}", { project });
}

export function searchIn(tracker: string): string {
  return t("Search in {tracker}", { tracker });
}

/** Names a tracker within a sentence. */
export function unnamedTracker(trackerId: number): string {
  return t("tracker {trackerId}", { trackerId });
}

export function notConnectedTo(origin: string): string {
  return t("There is no connection to {origin}", { origin });
}

export function openNamed(artifactId: number, connection: string): string {
  return t("Open #{artifactId} of {connection}", { artifactId, connection });
}

export function moreIn(count: number, tracker: string): string {
  return t("{count} more in {tracker}…", { count, tracker });
}

export function nothingFound(text: string): string {
  return t("Nothing found for “{text}”", { text });
}

export function nothingFoundYet(text: string, awaited: readonly string[]): string {
  return t("Nothing found for “{text}” so far, still searching {awaited}…", { text, awaited: awaited.join(", ") });
}

export function couldNotBeSearched(place: string): string {
  return t("{place} could not be searched", { place });
}

/** `reason` holds whole sentences. */
export function pressEnterTo(reason: string, next: "setKey" | "retry"): string {
  return next === "setKey"
    ? t("{reason} Press Enter to set another access key.", { reason })
    : t("{reason} Press Enter to try again.", { reason });
}

export function searchedAll(connection: string, hasMore: boolean): string {
  return hasMore
    ? t("Searched all of {connection}, which found more: further words narrow it down", { connection })
    : t("Searched all of {connection}", { connection });
}

export function searchedTrackers(count: number, place: string): string {
  return count === 1
    ? t("Searched the titles in 1 tracker of {place}", { place })
    : t("Searched the titles in {count} trackers of {place}", { count, place });
}

export function searchedKnown(connection: string): string {
  return t("{connection} lists nothing, so only what is recent and pinned was searched. Others open by number", {
    connection,
  });
}
