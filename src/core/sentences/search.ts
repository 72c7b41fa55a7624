export const askWhereToSearch = "Search on which connection?";
export const trackerToSearch = "Tracker to search in";
export const findTitle = "Find Artifact";
export const searchInTracker = "Search in Tracker";
export const typeWords = "Type words of a title, a number or an address";
export const typeWordsOrQuery = "Type words of a title, or a query";
export const searchPlaceholder = "Words of a title, a number, #512, bug #512, or an address";
export const trackerSearchPlaceholder =
  'Words of a title, or a query such as status = "Open" AND assigned_to = MYSELF()';
export const searching = "Searching…";
export const recentAndPinned = "recent and pinned";
export const addToOpen = "Add one to open its artifacts.";
export const queryIsRefused = "The service does not take this query";
export const tooShortToSearch = "Two characters or more are searched for on the service";
export const searchTracker = "Search in Tracker…";
export const searchProject = "Search All Trackers of a Project…";
/** For `explain`. */
export const notSearched = "It could not be searched";

export function findIn(project: string): string {
  return `Find Artifact in ${project}`;
}

export function searchIn(tracker: string): string {
  return `Search in ${tracker}`;
}

/** Within a sentence. */
export function unnamedTracker(trackerId: number): string {
  return `tracker ${trackerId}`;
}

export function notConnectedTo(origin: string): string {
  return `There is no connection to ${origin}`;
}

export function openNamed(artifactId: number, connection: string): string {
  return `Open #${artifactId} of ${connection}`;
}

export function moreIn(count: number, tracker: string): string {
  return `${count} more in ${tracker}…`;
}

export function nothingFound(text: string): string {
  return `Nothing found for “${text}”`;
}

export function nothingFoundYet(text: string, awaited: readonly string[]): string {
  return `Nothing found for “${text}” so far, still searching ${awaited.join(", ")}…`;
}

export function couldNotBeSearched(place: string): string {
  return `${place} could not be searched`;
}

/** `reason` as whole sentences. */
export function pressEnterTo(reason: string, next: "setKey" | "retry"): string {
  return next === "setKey" ? `${reason} Press Enter to set another access key.` : `${reason} Press Enter to try again.`;
}

export function searchedAll(connection: string, hasMore: boolean): string {
  return hasMore
    ? `Searched all of ${connection}, which found more: further words narrow it down`
    : `Searched all of ${connection}`;
}

export function searchedTrackers(count: number, place: string): string {
  return count === 1
    ? `Searched the titles in 1 tracker of ${place}`
    : `Searched the titles in ${count} trackers of ${place}`;
}

export function searchedKnown(connection: string): string {
  return `${connection} lists nothing, so only what is recent and pinned was searched. Others open by number`;
}
