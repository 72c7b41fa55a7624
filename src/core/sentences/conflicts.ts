// Deciding about a conflict; `isSame` says that both versions are the same, as a clause.

/** Of the two sides of a comparison. */
export const theirsBesideMine = "Theirs ↔ Mine";
export const noneWaits = "No open document waits for a decision about a conflict.";
export const openUnsavedFirst = "Open an artifact with unsaved changes first.";
export const openUnsavedSettingsFirst = "Open settings with unsaved changes first.";
export const mergeNeedsDocument =
  "The text is not a valid document, so nothing can be merged into it. See the Problems view.";
export const textNotChanged =
  "The editor did not let the text be changed, so it stays as it is. Save it to decide about what differs.";
export const mergedAlready = "Theirs is merged already. Choose above each mark.";
export const nothingToMergeWith = "There is nothing to merge with: the settings cannot be read from the service.";
export const nothingToTake = "There is nothing to take: the settings cannot be read from the service.";

export function nothingToCompare(isSame: string): string {
  return `There is nothing to compare: ${isSame}.`;
}

export function nothingToMerge(isSame: string): string {
  return `There is nothing to merge: ${isSame}.`;
}

export const theirsTooLong = "Theirs are too long to be shown in a document. Open the artifact in the browser instead.";

export function theirsNotShown(labels: readonly string[]): string {
  return `Theirs cannot be shown in this document: ${labels.join(", ")}.`;
}

/** After the last choice. */
export const allChosen = "Nothing is left to choose. Look it over and save.";

/**
 * How many entries of an artifact's text hold theirs now, and how many wait for a choice. What is to be done comes
 * first: VS Code shows one line of a message without a button.
 */
export function artifactMerged(taken: number, unsettled: number): string {
  const merged = taken === 0 ? "" : `${entries(taken)} of theirs ${taken === 1 ? "is" : "are"} in the text now.`;
  if (unsettled === 0) {
    return `${merged} Look it over and save.`.trim();
  }
  const choose =
    unsettled === 1 ? "Choose above the marked entry" : `Choose above each of the ${unsettled} marked entries`;
  return `${choose}: both changed ${unsettled === 1 ? "it" : "them"}. ${merged}`.trim();
}

function entries(count: number): string {
  return count === 1 ? "1 entry" : `${count} entries`;
}

/** A clause, as `isSame`. */
export function artifactIsSame(artifactId: number): string {
  return `#${artifactId} is on the service what it is here`;
}
