import type { CreateOutcome } from "../../core/draft/draft.ts";
import type { DraftDocument } from "./draftDocuments.ts";

export interface DraftReporterSurroundings {
  /** Asks what is to become of a draft of which nobody knows whether it was created. */
  askWhatBecame(document: DraftDocument): void;
  /** Offers to go on with the text in a draft of this window, where the draft itself is another one's. */
  offerNewDraft(document: DraftDocument): void;
  /** The labels of fields, as far as they are known. */
  labelsOf(document: DraftDocument, fieldIds: readonly number[]): Promise<readonly string[]>;
}

/** The words for a save that created nothing, or not for certain; undefined when it did. Has the person asked, too. */
export type DraftReporter = (document: DraftDocument, outcome: CreateOutcome) => Promise<string | undefined>;

export function createDraftReporter(around: DraftReporterSurroundings): DraftReporter {
  return async (document, outcome) => {
    switch (outcome.kind) {
      case "created":
        return undefined;
      case "alreadyCreated":
        return `Nothing was sent: this draft became #${outcome.artifactId} before its text was changed again. Take over to #${outcome.artifactId} what you added, then close the draft.`;
      case "elsewhere":
        around.offerNewDraft(document);
        return "Nothing was sent: this draft is open in another window, which alone can send it. Save it there; once that window is closed it can be saved here.";
      case "over":
        around.offerNewDraft(document);
        return "Nothing was sent: this draft was open in another window too, and was sent or closed there. Look whether the artifact is there before you create another one.";
      case "unknown":
        around.askWhatBecame(document);
        return "The connection broke before the service said whether it created the artifact. Nothing is sent again before you have chosen what became of it.";
      case "broken":
        return "Nothing was sent: the text is not a valid document. See the Problems view.";
      case "otherTracker":
        return `Nothing was sent: the draft is for tracker ${document.trackerId}, but its text names tracker ${outcome.trackerId}. To create an artifact there, create another draft.`;
      case "harmful": {
        const labels = (await around.labelsOf(document, outcome.fieldIds)).map((label) => `“${label}”`);
        return `Nothing was sent: the service would store something else for ${labels.join(", ")}. See the Problems view.`;
      }
      case "empty":
        return "Nothing was sent: the draft is empty. Give at least one field a value.";
    }
  };
}
