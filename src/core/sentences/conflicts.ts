import { t } from "@vscode/l10n";
import { sentences } from "./failures.ts";
// These sentences are told when somebody decides about a conflict. `isSame` is a clause: it says that the service has
// the version from which this text was made, or one that says what the text says.

/** Names the two sides of a comparison. */
export const theirsBesideMine = t("Theirs ↔ Mine");
export const noneWaits = t("No open document waits for a decision about a conflict.");
export const openUnsavedFirst = t("Open an artifact with unsaved changes first.");
export const openUnsavedSettingsFirst = t("Open settings with unsaved changes first.");
export const mergeNeedsDocument = t(
  "The text is not a valid document, so nothing can be merged into it. See the Problems view.",
);
export const textNotChanged = t(
  "The editor did not let the text be changed, so it stays as it is. Save it to decide about what differs.",
);
export const mergedAlready = t("Theirs is merged already. Choose above each mark.");
export const nothingToMergeWith = t("There is nothing to merge with: the settings cannot be read from the service.");
export const nothingToTake = t("There is nothing to take: the settings cannot be read from the service.");

export function nothingToCompare(isSame: string): string {
  return t("There is nothing to compare: {same}.", { same: isSame });
}

export function nothingToMerge(isSame: string): string {
  return t("There is nothing to merge: {same}.", { same: isSame });
}

export const theirsTooLong = t(
  "Theirs are too long to be shown in a document. Open the artifact in the browser instead.",
);

export function theirsNotShown(labels: readonly string[]): string {
  return t("Theirs cannot be shown in this document: {labels}.", { labels: labels.join(", ") });
}

/** This is told after the last choice. */
export const allChosen = t("Nothing is left to choose. Look it over and save.");

/**
 * Says how many entries of an artifact's text are theirs now, and how many wait for a choice. What is to be done comes
 * first, since VS Code shows one line of a message without a button.
 */
export function artifactMerged(taken: number, unsettled: number): string {
  const merged = inTheText(taken);
  if (unsettled === 0) {
    return sentences(merged, t("Look it over and save."));
  }
  return sentences(
    unsettled === 1
      ? t("Choose above the marked entry: both changed it.")
      : t("Choose above each of the {unsettled} marked entries: both changed them.", { unsettled }),
    merged,
  );
}

function inTheText(taken: number): string {
  if (taken === 0) {
    return "";
  }
  return taken === 1
    ? t("1 entry of theirs is in the text now.")
    : t("{taken} entries of theirs are in the text now.", { taken });
}

/** Gives a clause for `isSame`. */
export function artifactIsSame(artifactId: number): string {
  return t("nobody has changed #{artifactId} on the service since it was read, or only as it is changed here", {
    artifactId,
  });
}
