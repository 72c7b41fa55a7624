import type { Artifact } from "../../core/model/artifact.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { ProjectSummary } from "../../core/model/tracker.ts";
import type { PinnedProjects } from "../../core/pins/pinnedProjects.ts";
import { type Remembered, summaryOf } from "../../core/pins/remembered.ts";
import { cannotPin, chooseToPin, noSuchProject, notPinned } from "../../core/sentences/treeCommands.ts";
import type { Explorer } from "../../core/tree/explorer/explorer.ts";
import type { Row } from "../../core/tree/rows.ts";
import { isRow, type ProjectTarget, projectTargetOf, rowsIn } from "../../core/tree/rowTarget.ts";
import { explained, HumanError } from "../dialog/present.ts";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { artifactTargetOf } from "../targets/artifactTarget.ts";
import { namesRepository } from "../targets/repositoryTarget.ts";
import type { ProjectFinder } from "./projectFinder.ts";

interface PinCommandParts {
  readonly explorer: Pick<Explorer, "projectOf">;
  readonly projects: Pick<ProjectFinder, "find">;
  readonly registry: { get(connectionId: string): Connection };
  readonly projectPins: Pick<PinnedProjects, "pin" | "unpin">;
  readonly remembered: Pick<Remembered, "pin" | "unpin">;
  readonly readArtifact: (connectionId: string, artifactId: number, signal: AbortSignal) => Promise<Artifact>;
  /** Pins and unpins SVN repositories. */
  readonly repositories: () => Promise<{
    pin(target: unknown, repositoryId: unknown): Promise<void>;
    unpin(target: unknown, repositoryId: unknown): Promise<void>;
  }>;
}

/** Pin and unpin projects, SVN repositories and artifacts. */
export function pinCommands(parts: PinCommandParts) {
  return {
    [commandIds.pin]: (target, kind, id) => eachPinnable((...one) => pin(parts, ...one), target, kind, id),
    [commandIds.unpin]: (target, kind, id) => eachPinnable((...one) => unpin(parts, ...one), target, kind, id),
  } satisfies Partial<CommandSignatures>;
}

async function pin(parts: PinCommandParts, target: unknown, kind?: unknown, id?: unknown): Promise<void> {
  const { projectPins, remembered, repositories, readArtifact } = parts;
  const project = projectTargetOf(target, kind, id);
  if (project) {
    await projectPins.pin(project.connectionId, project.known ?? (await findProject(parts, project)));
    return;
  }
  if (isAboutRepository(target, kind)) {
    await (await repositories()).pin(target, id);
    return;
  }
  const { connectionId, artifactId } = pinnedArtifactOf(target, kind, id);
  await remembered.pin(
    connectionId,
    isRow(target) && target.kind === "artifact"
      ? target.summary
      : await explained(notPinned(artifactId), connectionId, async () =>
          summaryOf(await readArtifact(connectionId, artifactId, new AbortController().signal)),
        ),
  );
}

async function unpin(parts: PinCommandParts, target: unknown, kind?: unknown, id?: unknown): Promise<void> {
  const { projectPins, remembered, repositories } = parts;
  const project = projectTargetOf(target, kind, id);
  if (project) {
    await projectPins.unpin(project.connectionId, project.projectId);
    return;
  }
  if (isAboutRepository(target, kind)) {
    await (await repositories()).unpin(target, id);
    return;
  }
  const { connectionId, artifactId } = pinnedArtifactOf(target, kind, id);
  await remembered.unpin(connectionId, artifactId);
}

async function findProject(
  { registry, explorer, projects }: PinCommandParts,
  { connectionId, projectId }: ProjectTarget,
): Promise<ProjectSummary> {
  registry.get(connectionId);
  const project =
    explorer.projectOf(connectionId, projectId) ??
    (await projects.find(connectionId, projectId, new AbortController().signal));
  if (!project) {
    throw new HumanError(noSuchProject(projectId), { connectionId });
  }
  return project;
}

function isAboutRepository(target: unknown, kind: unknown): boolean {
  return kind === "svn" || kind === "repository" || namesRepository(target);
}

/** Does it with every row that is selected and can be pinned; with one or none, with what is given. */
async function eachPinnable(
  act: (target: unknown, kind?: unknown, id?: unknown) => Promise<void>,
  target: unknown,
  kind: unknown,
  id: unknown,
): Promise<void> {
  const rows = rowsIn(target, kind);
  if (rows.length < 2) {
    await act(target, kind, id);
    return;
  }
  for (const row of rows.filter((each) => pinnableKinds.includes(each.kind))) {
    await act(row);
  }
}

const pinnableKinds: readonly Row["kind"][] = ["artifact", "project", "repository"];

function pinnedArtifactOf(target: unknown, kind: unknown, id: unknown) {
  if (typeof target === "string" && kind !== "artifact") {
    throw new HumanError(cannotPin(kind));
  }
  const artifact = artifactTargetOf(target, id);
  if (!artifact) {
    throw new HumanError(chooseToPin);
  }
  return artifact;
}
