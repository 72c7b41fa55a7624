import * as vscode from "vscode";
import { isServiceError } from "../../core/service/serviceError.ts";
import type { Base } from "../../core/workingCopy/base.ts";
import type { ConflictReason } from "../../core/workingCopy/workingCopy.ts";
import type { ArtifactDocument, ArtifactDocuments } from "./artifactDocuments.ts";
import type { SaveReporter } from "./artifactFileSystem.ts";

/** What the reporter needs others for. */
export interface SaveReporterDeps {
  /** Shows theirs beside the document. */
  showTheirs(document: ArtifactDocument): void;
  /** What happened and what to do next, for an error of the service or the network. */
  errorSentence(error: unknown, artifactId: number | undefined): string;
  /** Says something that needs no answer. */
  inform(words: string): void;
}

/**
 * Says what became of a save. A save that stored nothing gives VS Code the words it shows beside «Retry» and «Revert»,
 * so that a person is told once, in the place they know.
 */
export function createSaveReporter(documents: ArtifactDocuments, deps: SaveReporterDeps): SaveReporter {
  return {
    report(uri, outcome) {
      const document = documents.at(uri);
      if (!document) {
        return undefined;
      }
      const { copy, artifactId } = document;
      switch (outcome.kind) {
        case "unchanged":
          return undefined;
        case "saved":
          if (outcome.differing.length > 0) {
            deps.inform(
              vscode.l10n.t(
                "#{0} is saved, but the service holds other values than were sent in: {1}. The document shows them now.",
                artifactId,
                labels(outcome.base, outcome.differing),
              ),
            );
          }
          return undefined;
        case "broken":
          return vscode.l10n.t("Nothing was sent: the text is not a valid document. See the Problems view.");
        case "notWritable":
          return vscode.l10n.t(
            "Nothing was sent: you may not write {0}. Remove these entries and save again.",
            labels(copy.base, outcome.fieldIds),
          );
        case "harmful":
          return vscode.l10n.t(
            "Nothing was sent: the service would store something else for {0}. See the Problems view.",
            labels(copy.base, outcome.fieldIds),
          );
        case "conflict":
          deps.showTheirs(document);
          return conflictSentence(outcome.reason, artifactId);
        case "unsettled":
          deps.showTheirs(document);
          return vscode.l10n.t(
            "Nothing was sent: {0} changed on the service too. Use the quick fixes at the marked entries to choose mine or theirs, or Keep Mine for all of them.",
            outcome.entries.map(({ label, fieldId }) => label || fieldId).join(", "),
          );
        case "refusedUnmoved":
          return vscode.l10n.t(
            "The service refused the save of #{0} a second time because the artifact had changed, but it has not. Something between the editor and the service, such as a proxy, seems to alter the version it is asked for. Your text is kept; save it in the browser, or ask whoever runs the service about the If-Match header.",
            artifactId,
          );
        case "unknown":
          return vscode.l10n.t(
            "The connection broke while #{0} was being saved, and the service cannot be asked whether it was stored. Your text is kept. Save again once the service is reachable: it is checked first.",
            artifactId,
          );
      }
    },
    fileSystemError(error, uri) {
      if (error instanceof vscode.FileSystemError) {
        return error;
      }
      const words = deps.errorSentence(error, documents.at(uri)?.artifactId);
      return isServiceError(error) && error.kind === "forbidden"
        ? vscode.FileSystemError.NoPermissions(words)
        : vscode.FileSystemError.Unavailable(words);
    },
  };
}

function conflictSentence(reason: ConflictReason, artifactId: number): string {
  const choose = vscode.l10n.t("Choose Merge, Keep Mine or Take Theirs in the title bar of the comparison.");
  switch (reason) {
    case "refused":
    case "changedMeanwhile":
      return vscode.l10n.t("#{0} was changed on the service since it was opened. {1}", artifactId, choose);
    case "answerLost":
      return vscode.l10n.t(
        "The connection broke while #{0} was being saved, and it has been changed on the service since. {1}",
        artifactId,
        choose,
      );
    case "stillOpen":
      return vscode.l10n.t("#{0} is still in conflict with the version on the service. {1}", artifactId, choose);
    case "baseUnknown":
      return vscode.l10n.t(
        "It is not known any more which version of #{0} this text was made from, so it is compared with the one on the service. {1}",
        artifactId,
        choose,
      );
  }
}

function labels(base: Base | undefined, fieldIds: readonly number[]): string {
  const fields = new Map(base?.fields.map((field) => [field.fieldId, field.label]));
  return fieldIds.map((fieldId) => `“${fields.get(fieldId) || fieldId}”`).join(", ");
}
