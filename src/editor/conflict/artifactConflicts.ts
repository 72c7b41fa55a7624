import { mergeNeedsDocument, noneWaits, openUnsavedFirst } from "../../core/sentences/conflicts.ts";
import { withoutControls } from "../../core/util/withoutControls.ts";
import type { ArtifactTypes } from "../../core/workingCopy/artifactTypes.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { contextKeys } from "../manifest/contributions.ts";
import type { SideBySide } from "../text/sideBySide.ts";
import { Conflicts, type ConflictWords } from "./conflicts.ts";

/** Conflicts about artifacts. */
export type ArtifactConflicts = Conflicts<ArtifactTypes, ArtifactDocument>;

export function artifactConflicts(
  documents: ArtifactDocuments,
  view: SideBySide,
  inform: (words: string) => void,
): ArtifactConflicts {
  return new Conflicts({ documents, view, words, inform, contextKey: contextKeys.conflictingDocuments });
}

const words: ConflictWords<ArtifactTypes, ArtifactDocument> = {
  nameOf: ({ artifactId, title }) => `#${artifactId} ${withoutControls(title ?? "")}`.trim(),
  isSame: ({ artifactId }) => `#${artifactId} is on the server what it is here`,
  openFirst: openUnsavedFirst,
  noneWaits,
  broken: () => mergeNeedsDocument,
  merged: (merge, unsettled) => {
    const taken = (merge?.taken.length ?? 0) + (merge?.combined.length ?? 0);
    const merged = taken === 0 ? "" : `${counted(taken)} of theirs ${taken === 1 ? "is" : "are"} in the text now. `;
    return unsettled === 0
      ? `${merged}Look it over and save.`
      : `${merged}${counted(unsettled)} changed by both ${unsettled === 1 ? "is" : "are"} marked: choose with the quick fixes there.`;
  },
};

function counted(entries: number): string {
  return entries === 1 ? "1 entry" : `${entries} entries`;
}
