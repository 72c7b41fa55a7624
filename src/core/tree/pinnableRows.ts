import type { ArtifactSummary } from "../model/artifact.ts";
import type { PartialRepository } from "../model/svnRepository.ts";
import type { ProjectSummary } from "../model/tracker.ts";
import type { PinnedProjects, PinnedRepositories } from "../pins/pinned.ts";
import { type Remembered, summaryOf } from "../pins/remembered.ts";
import type { RowRegistry } from "./rowRegistry.ts";
import { type ArtifactRow, childOf, type ProjectRow, type RepositoryRow, type Row } from "./rows.ts";

/** Makes the row of an artifact below `parent`. Like others that can be pinned, it stands in more than one place. */
export function artifactRow(
  rows: RowRegistry,
  remembered: Remembered,
  parent: Row,
  artifact: ArtifactSummary,
): ArtifactRow {
  return rows.row<ArtifactRow>({
    kind: "artifact",
    ...childOf(parent, `${artifact.id}`),
    artifactId: artifact.id,
    summary: summaryOf(artifact),
    isPinned: remembered.pins.has(parent.connectionId, artifact.id),
  });
}

/** Makes the row of a project. */
export function projectRow(rows: RowRegistry, pins: PinnedProjects, parent: Row, project: ProjectSummary): ProjectRow {
  return rows.row<ProjectRow>({
    kind: "project",
    ...childOf(parent, `projects/${project.id}`),
    project,
    isPinned: pins.has(parent.connectionId, project.id),
  });
}

/** Makes the row of an SVN repository. */
export function repositoryRow(
  rows: RowRegistry,
  pins: PinnedRepositories,
  parent: Row,
  repository: PartialRepository,
): RepositoryRow {
  return rows.row<RepositoryRow>({
    kind: "repository",
    ...childOf(parent, parent.kind === "group" ? `svn-${repository.id}` : `${repository.id}`),
    repositoryId: repository.id,
    repository,
    isPinned: pins.has(parent.connectionId, repository.id),
  });
}
