import type { KnownRepository } from "../model/svnRepository.ts";
import type { ProjectSummary } from "../model/tracker.ts";
import { type ArtifactSummary, summaryOf } from "../pins/remembered.ts";
import type { TreePorts } from "./ports.ts";
import type { RowRegistry } from "./rowRegistry.ts";
import { type ArtifactRow, childOf, type ProjectRow, type RepositoryRow, type Row } from "./rows.ts";

// Makes the rows of what can be pinned, which stand in more than one place.

interface Parts extends Pick<TreePorts, "remembered" | "pins" | "projectPins"> {
  readonly rows: RowRegistry;
}

export function artifactRow({ rows, remembered }: Parts, parent: Row, artifact: ArtifactSummary): ArtifactRow {
  return rows.row<ArtifactRow>({
    kind: "artifact",
    ...childOf(parent, `${artifact.id}`),
    artifactId: artifact.id,
    summary: summaryOf(artifact),
    isPinned: remembered.pins.has(parent.connectionId, artifact.id),
  });
}

export function projectRow({ rows, projectPins }: Parts, parent: Row, project: ProjectSummary): ProjectRow {
  return rows.row<ProjectRow>({
    kind: "project",
    ...childOf(parent, `projects/${project.id}`),
    project,
    isPinned: projectPins.has(parent.connectionId, project.id),
  });
}

export function repositoryRow({ rows, pins }: Parts, parent: Row, repository: KnownRepository): RepositoryRow {
  return rows.row<RepositoryRow>({
    kind: "repository",
    ...childOf(parent, parent.kind === "group" ? `svn-${repository.id}` : `${repository.id}`),
    repositoryId: repository.id,
    repository,
    isPinned: pins.has(parent.connectionId, repository.id),
  });
}
