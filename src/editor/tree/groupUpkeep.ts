import type { Connection } from "../../core/model/connection.ts";
import type { PinnedProjects } from "../../core/pinnedProjects.ts";
import type { Remembered } from "../../core/remembered.ts";
import type { PinnedRepositories } from "../../core/svn/pinnedRepositories.ts";
import type { Branches } from "./branches.ts";
import type { Groups } from "./groups.ts";
import type { ArtifactNode, ProjectNode, RepositoryNode } from "./nodes.ts";
import type { Redraw } from "./redraw.ts";
import type { Rows } from "./rows.ts";

export interface GroupUpkeepSurroundings {
  readonly registry: { readonly connections: readonly Connection[] };
  readonly remembered: Pick<Remembered, "pinned">;
  readonly pins: Pick<PinnedRepositories, "has">;
  readonly projectPins: Pick<PinnedProjects, "has">;
  readonly rows: Rows;
  readonly branches: Branches;
  readonly groups: Groups;
  readonly redraw: Redraw;
}

/** Keeps the groups, and what rows show of being pinned, up with what is remembered, pinned and saved. */
export class GroupUpkeep {
  readonly #around: GroupUpkeepSurroundings;

  constructor(around: GroupUpkeepSurroundings) {
    this.#around = around;
  }

  /** What is remembered or pinned of artifacts and repositories is something else now. */
  rememberedChanged(connectionId: string): void {
    this.#around.groups.rememberedChanged(connectionId);
    this.#updatePins(connectionId);
    this.#redrawGroups(connectionId);
  }

  projectsPinned(connectionId: string): void {
    const { projectPins, rows, redraw } = this.#around;
    for (const row of rows.ofKind("project", connectionId)) {
      rows.row<ProjectNode>({ ...row, isPinned: projectPins.has(connectionId, row.project.id) });
    }
    redraw.row(rows.get(connectionId));
  }

  queriesChanged(): void {
    const { registry, branches } = this.#around;
    for (const { id } of registry.connections) {
      branches.drop((each) => each.startsWith(`${id}/queries/`));
      this.#redrawGroups(id);
    }
  }

  /** The person is somewhere else now: rows may move. */
  settle(): void {
    const { registry, groups } = this.#around;
    for (const { id } of registry.connections) {
      if (groups.settle(id)) {
        this.#redrawGroups(id);
      }
    }
  }

  #redrawGroups(connectionId: string): void {
    const { groups, redraw } = this.#around;
    for (const row of groups.stale(connectionId)) {
      redraw.row(row);
    }
  }

  #updatePins(connectionId: string): void {
    const { remembered, pins, rows, redraw } = this.#around;
    const pinned = new Set(remembered.pinned(connectionId).map(({ id }) => id));
    for (const row of rows.ofKind("artifact", connectionId)) {
      const isPinned = pinned.has(row.artifactId);
      if (row.isPinned !== isPinned) {
        redraw.row(rows.row<ArtifactNode>({ ...row, isPinned }));
      }
    }
    for (const row of rows.ofKind("repository", connectionId)) {
      const isPinned = pins.has(connectionId, row.repositoryId);
      if (row.isPinned !== isPinned) {
        redraw.row(rows.row<RepositoryNode>({ ...row, isPinned }));
      }
    }
  }
}
