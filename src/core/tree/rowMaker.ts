import type { KnownRepository } from "../model/svnRepository.ts";
import type { ProjectSummary } from "../model/tracker.ts";
import type { PinnedProjects } from "../pins/pinnedProjects.ts";
import type { PinnedRepositories } from "../pins/pinnedRepositories.ts";
import { type ArtifactSummary, type Remembered, summaryOf } from "../pins/remembered.ts";
import type { RowRegistry } from "./rowRegistry.ts";
import { type ArtifactRow, childOf, type ProjectRow, type RepositoryRow, type Row } from "./rows.ts";

/** What the person has pinned. */
interface Pinned {
  readonly remembered: Pick<Remembered, "isPinned">;
  readonly pins: Pick<PinnedRepositories, "has">;
  readonly projectPins: Pick<PinnedProjects, "has">;
}

/** Makes the rows of what can be pinned, which stand in more than one place. */
export class RowMaker {
  readonly #rows: RowRegistry;
  readonly #pinned: Pinned;

  constructor(rows: RowRegistry, pinned: Pinned) {
    this.#rows = rows;
    this.#pinned = pinned;
  }

  artifact(parent: Row, artifact: ArtifactSummary): ArtifactRow {
    return this.#rows.row<ArtifactRow>({
      kind: "artifact",
      ...childOf(parent, `${artifact.id}`),
      artifactId: artifact.id,
      summary: summaryOf(artifact),
      isPinned: this.#pinned.remembered.isPinned(parent.connectionId, artifact.id),
    });
  }

  project(parent: Row, project: ProjectSummary): ProjectRow {
    return this.#rows.row<ProjectRow>({
      kind: "project",
      ...childOf(parent, `projects/${project.id}`),
      project,
      isPinned: this.#pinned.projectPins.has(parent.connectionId, project.id),
    });
  }

  repository(parent: Row, repository: KnownRepository): RepositoryRow {
    return this.#rows.row<RepositoryRow>({
      kind: "repository",
      ...childOf(parent, parent.kind === "group" ? `svn-${repository.id}` : `${repository.id}`),
      repositoryId: repository.id,
      repository,
      isPinned: this.#pinned.pins.has(parent.connectionId, repository.id),
    });
  }
}
