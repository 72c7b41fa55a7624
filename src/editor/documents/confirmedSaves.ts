import type { OverwriteGuard } from "../../core/overwrite/overwriteGuard.ts";
import { savedDifferently } from "../../core/sentences/saving.ts";
import type { ArtifactTypes } from "../../core/workingCopy/artifactTypes.ts";
import { fieldLabel } from "../../core/workingCopy/base.ts";
import type { Confirmed } from "../../core/workingCopy/confirmation.ts";
import { inform } from "../dialog/present.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import type { ArtifactDocuments } from "./artifactDocuments.ts";

interface ConfirmedSavesParts {
  readonly documents: ArtifactDocuments;
  readonly guard: OverwriteGuard;
}

/** Shows what was read after a save, and tells of what the service made of it, unless that was told as a replaced change. */
export function followConfirmed(
  { documents, guard }: ConfirmedSavesParts,
  { connectionId, artifactId }: ArtifactTarget,
  found: Confirmed<ArtifactTypes>,
): void {
  guard.lookAgain(connectionId, artifactId);
  const isKept = documents.followConfirmed(connectionId, artifactId, found);
  const untold = found.kind === "saved" ? guard.untold(connectionId, artifactId, found.differing) : [];
  if (found.kind === "saved" && untold.length > 0) {
    const labels = untold.map((fieldId) => fieldLabel(found.base, fieldId));
    void inform(savedDifferently(artifactId, labels, isKept ? "keptText" : "shown"));
  }
}
