import type { Uri } from "vscode";
import type { Artifact } from "../../core/model/artifact.ts";
import type { ArtifactSummary } from "../../core/remembered.ts";
import { resourceOf } from "../resourceUri.ts";
import type { Branches } from "./branches.ts";
import type { Listings } from "./listings.ts";
import type { ArtifactNode } from "./nodes.ts";
import type { Redraw } from "./redraw.ts";
import type { RowMaker } from "./rowMaker.ts";
import { isAtOrBelow, type Rows } from "./rows.ts";

export interface ArtifactUpkeepSurroundings {
  readonly rows: Rows;
  readonly make: RowMaker;
  readonly listings: Listings;
  readonly branches: Branches;
  readonly redraw: Redraw;
}

/** Keeps the rows of artifacts, wherever they stand, up with what happens to the artifacts. */
export class ArtifactUpkeep {
  readonly #around: ArtifactUpkeepSurroundings;

  constructor(around: ArtifactUpkeepSurroundings) {
    this.#around = around;
  }

  /** An artifact that was read, for whatever reason, shows its attachments without another request. */
  async read(connectionId: string, artifact: Artifact): Promise<void> {
    const { rows, listings, branches, redraw } = this.#around;
    for (const node of rows.ofArtifact(connectionId, artifact.id)) {
      const known = branches.get(node.id);
      if (known && !known.listing.isReading) {
        const branch = listings.attachmentsOf(node, artifact);
        await branch.listing.load();
        if (branches.isCurrent(known)) {
          branches.put(branch);
          redraw.row(node);
        }
      }
    }
  }

  /** More is known of an artifact now. */
  seen(connectionId: string, summary: ArtifactSummary): void {
    const { rows, redraw } = this.#around;
    for (const node of rows.ofArtifact(connectionId, summary.id)) {
      if (JSON.stringify(node.summary) !== JSON.stringify(summary)) {
        redraw.row(rows.row<ArtifactNode>({ ...node, summary }));
      }
    }
  }

  /** It stands at the end of its tracker's list, where that was read to its end. */
  created(connectionId: string, trackerId: number, artifact: ArtifactSummary): void {
    const { rows, make, branches, redraw } = this.#around;
    for (const node of rows.ofTracker(connectionId, trackerId)) {
      const branch = branches.get(node.id);
      if (branch && node.filter) {
        // Whether and where it belongs there is for the service to say.
        branches.reread(node);
      } else if (branch?.listing.isLoaded && !branch.listing.hasMore) {
        branch.listing.add(make.artifact(node, artifact));
        redraw.row(node);
      }
    }
  }

  /** Its rows go. */
  deleted(connectionId: string, artifactId: number): void {
    const { rows, branches, redraw } = this.#around;
    for (const { id, parent } of rows.ofArtifact(connectionId, artifactId)) {
      branches.drop((each) => isAtOrBelow(each, id));
      if (parent) {
        branches.get(parent.id)?.listing.remove(id);
        redraw.row(parent);
      }
    }
  }

  /** The marks of documents are others now: the rows of their artifacts have the same. */
  marked(documents: readonly Uri[]): void {
    const { rows, redraw } = this.#around;
    const marked = documents.flatMap((uri) => {
      const { connectionId = "", resource } = resourceOf(uri) ?? {};
      return resource?.kind === "artifact" ? rows.ofArtifact(connectionId, resource.artifactId) : [];
    });
    for (const row of new Set(marked)) {
      redraw.row(row);
    }
  }
}
