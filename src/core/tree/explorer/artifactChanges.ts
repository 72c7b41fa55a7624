import type { SeenArtifact } from "../../known/connections.ts";
import type { ArtifactSummary } from "../../model/artifact.ts";
import { showAttachments } from "../kinds/artifact.ts";
import { artifactRow } from "../pinnableRows.ts";
import type { Tree } from "../rowKind.ts";
import { type ArtifactRow, isAtOrBelow } from "../rows.ts";

// Brings the rows of artifacts up to date after changes of the artifacts.

/** Follows an artifact that was read: its rows show what is new, and its attachments without another request. */
export function artifactSeen(tree: Tree, { connectionId, summary, artifact }: SeenArtifact): void {
  const { rows, redraw } = tree;
  for (const row of rows.ofArtifact(connectionId, summary.id)) {
    if (JSON.stringify(row.summary) !== JSON.stringify(summary)) {
      redraw.row(rows.row<ArtifactRow>({ ...row, summary }));
    }
    if (artifact) {
      showAttachments(row, artifact, tree);
    }
  }
}

/** Follows an artifact that was created: it stands at the end of its tracker's list, where that was read to its end. */
export function artifactCreated(tree: Tree, connectionId: string, trackerId: number, artifact: ArtifactSummary): void {
  const { rows, branches, redraw } = tree;
  for (const row of rows.ofTracker(connectionId, trackerId)) {
    const branch = branches.get(row.id);
    if (branch && row.filter) {
      // Only the service can tell whether the filter lets the artifact through, and where it stands.
      branches.reread(row);
    } else if (branch?.listing.isLoaded && !branch.listing.hasMore) {
      branch.listing.add(artifactRow(tree.rows, tree.remembered, row, artifact));
      redraw.row(row);
    }
  }
}

/** Follows an artifact that was deleted: its rows go. */
export function artifactDeleted({ rows, branches, redraw }: Tree, connectionId: string, artifactId: number): void {
  for (const { id, parent } of rows.ofArtifact(connectionId, artifactId)) {
    branches.drop((each) => isAtOrBelow(each, id));
    if (parent) {
      branches.get(parent.id)?.listing.remove(id);
      redraw.row(parent);
    }
  }
}
