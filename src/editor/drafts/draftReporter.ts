import type { CreateOutcome } from "../../core/draft/draft.ts";
import {
  becameArtifact,
  draftIsEmpty,
  draftIsInvalid,
  isInOtherWindow,
  isOver,
  maybeCreated,
  namesOtherTracker,
  wouldStoreOthers,
} from "../../core/sentences/drafts.ts";
import type { DraftDocument } from "./draftDocuments.ts";

export interface DraftReporterDependencies {
  /** Asks what is to become of a draft of which nobody knows whether it was created. */
  askWhatBecame(document: DraftDocument): void;
  /** Offers to go on with the text in a draft of this window, where the draft itself is another one's. */
  offerNewDraft(document: DraftDocument): void;
  /** The labels of fields, as far as they are known. */
  labelsOf(document: DraftDocument, fieldIds: readonly number[]): Promise<readonly string[]>;
}

/** The words for a save that created nothing, or not for certain; undefined when it did. Has the person asked, too. */
export type DraftReporter = (document: DraftDocument, outcome: CreateOutcome) => Promise<string | undefined>;

export function createDraftReporter(dependencies: DraftReporterDependencies): DraftReporter {
  return async (document, outcome) => {
    switch (outcome.kind) {
      case "created":
        return undefined;
      case "alreadyCreated":
        return becameArtifact(outcome.artifactId);
      case "elsewhere":
        dependencies.offerNewDraft(document);
        return isInOtherWindow;
      case "over":
        dependencies.offerNewDraft(document);
        return isOver;
      case "unknown":
        dependencies.askWhatBecame(document);
        return maybeCreated;
      case "broken":
        return draftIsInvalid;
      case "otherTracker":
        return namesOtherTracker(document.trackerId, outcome.trackerId);
      case "harmful":
        return wouldStoreOthers(await dependencies.labelsOf(document, outcome.fieldIds));
      case "empty":
        return draftIsEmpty;
    }
  };
}
