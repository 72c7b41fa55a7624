import type { KindTypes } from "../../core/workingCopy/kindTypes.ts";
import type { TextOutcome } from "./guardedDocument.ts";

/**
 * The words for a save that did not store the text; undefined when it did. For one that did, it tells what nobody would
 * expect.
 */
export type SaveWords<T extends KindTypes, D> = (document: D, outcome: TextOutcome<T>) => string | undefined;

/**
 * Says what became of a save. A save that stored nothing gives VS Code the words it shows beside «Retry» and «Revert»,
 * so that a person is told once, in the place they know. `showTheirs` shows theirs beside the document.
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
