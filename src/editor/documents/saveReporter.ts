import type { ConflictReason, KindTypes, Saved } from "../../core/workingCopy/kindTypes.ts";
import type { GuardedDocument } from "./guardedDocument.ts";
import type { TextOutcome } from "./guardedDocuments.ts";

/** What is said of saves of one kind of document. */
export interface SaveWords<T extends KindTypes, D extends GuardedDocument<T>> {
  /** It was stored: tells what the person would not expect. */
  saved(document: D, outcome: Saved<T>): void;
  broken(document: D): string;
  overtaken(document: D): string;
  conflict(document: D, reason: ConflictReason): string;
  unsettled(document: D, entries: readonly T["unsettled"][]): string;
  /** 412 for a version that has not moved. */
  refusedUnmoved(document: D): string;
  notSaved(document: D, cause: unknown): string;
  unknown(document: D, cause: unknown): string;
  refused(document: D, outcome: T["refusal"]): string;
}

/** The words for a save that did not store the text; undefined when it did. Shows what there is to show beside them. */
type SaveReporter<T extends KindTypes, D> = (document: D, outcome: TextOutcome<T>) => string | undefined;

/**
 * Says what became of a save. A save that stored nothing gives VS Code the words it shows beside «Retry» and «Revert»,
 * so that a person is told once, in the place they know. `showTheirs` shows theirs beside the document.
 */
export function createSaveReporter<T extends KindTypes, D extends GuardedDocument<T>>(
  words: SaveWords<T, D>,
  showTheirs: (document: D) => void,
): SaveReporter<T, D> {
  return (document, result) => {
    // The refusals of a kind have names of their own.
    const outcome = result as Exclude<TextOutcome<T>, T["refusal"]>;
    switch (outcome.kind) {
      case "unchanged":
        return undefined;
      case "saved":
        words.saved(document, outcome);
        return undefined;
      case "broken":
        return words.broken(document);
      case "overtaken":
        return words.overtaken(document);
      case "conflict":
        showTheirs(document);
        return words.conflict(document, outcome.reason);
      case "unsettled":
        showTheirs(document);
        return words.unsettled(document, outcome.entries);
      case "refusedUnmoved":
        return words.refusedUnmoved(document);
      case "notSaved":
        return words.notSaved(document, outcome.cause);
      case "unknown":
        return words.unknown(document, outcome.cause);
      default:
        return words.refused(document, result);
    }
  };
}
