import type { Disposable } from "vscode";
import type { OverwriteGuard } from "../../core/overwrite/overwriteGuard.ts";
import { savedDifferently } from "../../core/sentences/saving.ts";
import { fieldLabel } from "../../core/workingCopy/base.ts";
import type { ArtifactCopies } from "./artifactCopies.ts";
import type { ArtifactDocuments } from "./artifactDocuments.ts";

interface ConfirmedSavesParts {
  readonly copies: Pick<ArtifactCopies, "onDidConfirm">;
  readonly documents: Pick<ArtifactDocuments, "followConfirmed">;
  readonly guard: Pick<OverwriteGuard, "untold" | "lookAgain">;
  /** Says something that needs no answer. */
  readonly inform: (words: string) => void;
}

/** Shows what was read after a save, and tells of what the service made of it, unless that was told as a replaced change. */
export function followConfirmedSaves({ copies, documents, guard, inform }: ConfirmedSavesParts): Disposable {
  return copies.onDidConfirm(({ connectionId, artifactId, found }) => {
    guard.lookAgain(connectionId, artifactId);
    const isKept = documents.followConfirmed(connectionId, artifactId, found);
    const untold = found.kind === "saved" ? guard.untold(connectionId, artifactId, found.differing) : [];
    if (found.kind === "saved" && untold.length > 0) {
      const labels = untold.map((fieldId) => fieldLabel(found.base, fieldId));
      inform(savedDifferently(artifactId, labels, isKept ? "keptText" : "shown"));
    }
  });
}
