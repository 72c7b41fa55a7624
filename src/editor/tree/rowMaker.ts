import type { ProjectSummary } from "../../core/model/tracker.ts";
import type { PinnedProjects } from "../../core/pinnedProjects.ts";
import { type ArtifactSummary, type Remembered, summaryOf } from "../../core/remembered.ts";
import type { KnownRepository, PinnedRepositories } from "../../core/svn/pinnedRepositories.ts";
import type { ArtifactNode, Node, ProjectNode, RepositoryNode } from "./nodes.ts";
import { childOf, type Rows } from "./rows.ts";

export interface Pinned {
  readonly remembered: Pick<Remembered, "isPinned">;
  readonly pins: Pick<PinnedRepositories, "has">;
  readonly projectPins: Pick<PinnedProjects, "has">;
}

/** Makes the rows of what can be pinned, which stand in more than one place. */
export class RowMaker {
  readonly #rows: Rows;
  readonly #pinned: Pinned;

  constructor(rows: Rows, pinned: Pinned) {
    this.#rows = rows;
    this.#pinned = pinned;
  }

  artifact(parent: Node, artifact: ArtifactSummary): ArtifactNode {
    return this.#rows.row<ArtifactNode>({
      kind: "artifact",
      ...childOf(parent, `${artifact.id}`),
      ...{ artifactId: artifact.id, summary: summaryOf(artifact) },
      isPinned: this.#pinned.remembered.isPinned(parent.connectionId, artifact.id),
    });
  }

  project(parent: Node, project: ProjectSummary): ProjectNode {
    return this.#rows.row<ProjectNode>({
      kind: "project",
      ...childOf(parent, `projects/${project.id}`),
      project,
      isPinned: this.#pinned.projectPins.has(parent.connectionId, project.id),
    });
  }

  repository(parent: Node, repository: KnownRepository): RepositoryNode {
    return this.#rows.row<RepositoryNode>({
      kind: "repository",
      ...childOf(parent, parent.kind === "group" ? `svn-${repository.id}` : `${repository.id}`),
      ...{ repositoryId: repository.id, repository },
      isPinned: this.#pinned.pins.has(parent.connectionId, repository.id),
    });
  }
}
