import type { Artifact } from "../../model/artifact.ts";
import type { ArtifactSummary } from "../../pins/remembered.ts";
import { showAttachments } from "../kinds/artifact.ts";
import type { Tree } from "../rowKind.ts";
import { type ArtifactRow, isAtOrBelow } from "../rows.ts";

// Brings the rows of artifacts up to date after changes of the artifacts.

/** An artifact was read: its rows show the attachments without another request. */
export async function artifactRead(tree: Tree, connectionId: string, artifact: Artifact): Promise<void> {
  for (const row of tree.rows.ofArtifact(connectionId, artifact.id)) {
    await showAttachments(row, artifact, tree);
  }
}

/** Something new is known of an artifact. */
export function artifactSeen({ rows, redraw }: Tree, connectionId: string, summary: ArtifactSummary): void {
  for (const row of rows.ofArtifact(connectionId, summary.id)) {
    if (JSON.stringify(row.summary) !== JSON.stringify(summary)) {
      redraw.row(rows.row<ArtifactRow>({ ...row, summary }));
    }
  }
}

/** An artifact was created: it stands at the end of its tracker's list, where that was read to its end. */
export function artifactCreated(
  { rows, make, branches, redraw }: Tree,
  connectionId: string,
  trackerId: number,
  artifact: ArtifactSummary,
): void {
  for (const row of rows.ofTracker(connectionId, trackerId)) {
    const branch = branches.get(row.id);
    if (branch && row.filter) {
      // Only the service can tell whether the filter lets it through, and where it stands.
      branches.reread(row);
    } else if (branch?.listing.isLoaded && !branch.listing.hasMore) {
      branch.listing.add(make.artifact(row, artifact));
      redraw.row(row);
    }
  }
}

/** An artifact was deleted: its rows go. */
export function artifactDeleted({ rows, branches, redraw }: Tree, connectionId: string, artifactId: number): void {
  for (const { id, parent } of rows.ofArtifact(connectionId, artifactId)) {
    branches.drop((each) => isAtOrBelow(each, id));
    if (parent) {
      branches.get(parent.id)?.listing.remove(id);
      redraw.row(parent);
    }
  }
}
