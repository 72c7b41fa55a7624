import type { KindTypes } from "../../core/workingCopy/kindTypes.ts";
import type { TextOutcome } from "./guardedDocument.ts";

/**
 * Gives the words for a save that did not store the text; undefined when it did. Tells of a save that did store it only
 * what the person would not expect.
 */
export type SaveWords<T extends KindTypes, D> = (document: D, outcome: TextOutcome<T>) => string | undefined;

/**
 * Makes the function that gives the words about a save. Those of a save that stored nothing are what VS Code shows
 * beside «Retry» and «Revert», so that a person is told once, and in the usual place. `showTheirs` shows theirs
 * beside the document.
 */
export function createSaveReporter<T extends KindTypes, D>(
  words: SaveWords<T, D>,
  showTheirs: (document: D) => void,
): SaveWords<T, D> {
  return (document, outcome) => {
    if (outcome.kind === "conflict" || outcome.kind === "unsettled") {
      showTheirs(document);
    }
    return words(document, outcome);
  };
}
