import type { ArtifactTypes } from "../../core/workingCopy/artifactTypes.ts";
import { type Base, fieldLabel } from "../../core/workingCopy/base.ts";
import type { ConflictReason } from "../../core/workingCopy/kindTypes.ts";
import type { ArtifactDocument } from "./artifactDocument.ts";
import { chooseSentence, type SaveWords } from "./saveReporter.ts";

/** What is said of saves of artifacts. `inform` says something that needs no answer. */
export function artifactSaveWords(inform: (words: string) => void): SaveWords<ArtifactTypes, ArtifactDocument> {
  const toldOfVersions = new Set<string>();
  return {
    saved: ({ artifactId, connectionId }, outcome) => {
      if (outcome.differing.length > 0) {
        inform(
          `#${artifactId} is saved, but the service holds other values than were sent in: ${labels(outcome.base, outcome.differing)}. The document shows them now.`,
        );
      }
      if (outcome.isUnconditional && !toldOfVersions.has(connectionId)) {
        toldOfVersions.add(connectionId);
        inform(
          `The service of “${connectionId}” tells no versions of its artifacts. Each save is compared with what is stored right before it is sent, but a change by somebody else in that very moment would be replaced. Whoever runs the service can help: something in front of it may drop the headers Etag and Last-Modified.`,
        );
      }
    },
    broken: () => "Nothing was sent: the text is not a valid document. See the Problems view.",
    overtaken: ({ artifactId }) =>
      `Nothing was written: #${artifactId} was changed on the service since this file was read. Read it again, then write.`,
    conflict: ({ artifactId }, reason) => conflictSentence(reason, artifactId),
    unsettled: (_, entries) =>
      `Nothing was sent: ${entries.map(({ label, fieldId }) => label || fieldId).join(", ")} changed on the service too. Use the quick fixes at the marked entries to choose mine or theirs, or Keep Mine for all of them.`,
    refusedUnmoved: ({ artifactId }) =>
      `The service refused the save of #${artifactId} because the artifact had changed, but it has not. Something between the editor and the service, such as a proxy, seems to alter the version it is asked for. Your text is kept; save it in the browser, or ask whoever runs the service about the headers If-Match and Etag.`,
    notSaved: ({ artifactId }) =>
      `#${artifactId} was not saved: the connection broke each time it was sent, and the service still has the version from before. Your text is kept. Check the network, then save again.`,
    unknown: ({ artifactId }) =>
      `The connection broke while #${artifactId} was being saved, and the service cannot be asked whether it was stored. Your text is kept. Save again once the service is reachable: it is checked first.`,
    refused: ({ copy }, outcome) => {
      switch (outcome.kind) {
        case "notWritable":
          return `Nothing was sent: you may not write ${labels(copy.base, outcome.fieldIds)}. Remove these entries and save again.`;
        case "harmful":
          return `Nothing was sent: the service would store something else for ${labels(copy.base, outcome.fieldIds)}. See the Problems view.`;
        case "notStored":
          return outcome.isOnlyFormat
            ? `The format of ${labels(copy.base, outcome.fieldIds)} was not stored: the service takes another format only together with another text. Change the text too and save again, or put the format back.`
            : `The service took ${labels(copy.base, outcome.fieldIds)} and stored nothing of it. Your text is kept. Change the value and save again, or put it back.`;
      }
    },
  };
}

function conflictSentence(reason: ConflictReason, artifactId: number): string {
  switch (reason) {
    case "refused":
    case "changedMeanwhile":
      return `#${artifactId} was changed on the service since it was opened. ${chooseSentence}`;
    case "answerLost":
      return `The connection broke while #${artifactId} was being saved, and it has been changed on the service since. ${chooseSentence}`;
    case "stillOpen":
      return `#${artifactId} is still in conflict with the version on the service. ${chooseSentence}`;
    case "baseUnknown":
      return `It is not known any more which version of #${artifactId} this text was made from, so it is compared with the one on the service. ${chooseSentence}`;
  }
}

function labels(base: Base | undefined, fieldIds: readonly number[]): string {
  return fieldIds.map((fieldId) => `“${fieldLabel(base, fieldId)}”`).join(", ");
}
