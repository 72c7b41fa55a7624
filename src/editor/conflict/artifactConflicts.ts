import {
  artifactIsSame,
  artifactMerged,
  mergeNeedsDocument,
  noneWaits,
  openUnsavedFirst,
} from "../../core/sentences/conflicts.ts";
import { withoutControls } from "../../core/util/plainLabel.ts";
import type { ArtifactTypes } from "../../core/workingCopy/artifactTypes.ts";
import { type ArtifactDocument, unsettledEntries } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { type ConflictDisplay, Conflicts, type ConflictWords } from "./conflicts.ts";

/** Shows the conflicts about artifacts. */
export type ArtifactConflicts = Conflicts<ArtifactTypes, ArtifactDocument>;

/** Makes what shows conflicts about artifacts. */
export function artifactConflicts(documents: ArtifactDocuments, display: ConflictDisplay): ArtifactConflicts {
  return new Conflicts(display, documents.editor, placesIn, words);
}

function placesIn(document: ArtifactDocument, text: string): readonly number[] {
  return unsettledEntries(document, text).map(({ entry }) => entry.valueSpan.offset);
}

const words: ConflictWords<ArtifactTypes, ArtifactDocument> = {
  nameOf: ({ artifactId, title }) => `#${artifactId} ${withoutControls(title ?? "")}`.trim(),
  isSame: ({ artifactId }) => artifactIsSame(artifactId),
  openFirst: openUnsavedFirst,
  noneWaits,
  broken: () => mergeNeedsDocument,
  merged: (merge, unsettled) => artifactMerged((merge?.taken.length ?? 0) + (merge?.combined.length ?? 0), unsettled),
};
