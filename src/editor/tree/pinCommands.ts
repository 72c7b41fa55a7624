import type { ProjectSummary } from "../../core/model/tracker.ts";
import type { PinnedProjects } from "../../core/pins/pinnedProjects.ts";
import { type ArtifactSummary, type Remembered, summaryOf } from "../../core/pins/remembered.ts";
import { artifactName } from "../../core/sentences/files.ts";
import { notPinned } from "../../core/sentences/targets.ts";
import { cannotPin, chooseToPin, noSuchProject } from "../../core/sentences/treeCommands.ts";
import type { Explorer } from "../../core/tree/explorer/explorer.ts";
import type { Row } from "../../core/tree/rows.ts";
import { isRow, type ProjectTarget, projectTargetOf, rowsIn } from "../../core/tree/rowTarget.ts";
import { explained, HumanError } from "../dialog/present.ts";
import { type ArtifactTarget, type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { readHere } from "../services/serviceAt.ts";
import type { Services } from "../services/services.ts";
import { neededArtifact } from "../targets/artifactTarget.ts";
import { namesRepository } from "../targets/repositoryTarget.ts";
import type { ProjectFinder } from "./projectFinder.ts";

interface PinCommandParts extends Pick<Services, "registry" | "readArtifact"> {
  readonly explorer: Pick<Explorer, "projectOf">;
  readonly projects: Pick<ProjectFinder, "find">;
  readonly projectPins: Pick<PinnedProjects, "add" | "remove">;
  readonly remembered: Pick<Remembered, "pins">;
  /** Pins and unpins SVN repositories. */
  readonly repositories: () => Promise<{
    pin(target: unknown, repositoryId: unknown): Promise<void>;
    unpin(target: unknown, repositoryId: unknown): Promise<void>;
  }>;
}

interface Pinnable {
  pin(): Promise<void>;
  unpin(): Promise<void>;
}

/** Pin and unpin projects, SVN repositories and artifacts. */
export function pinCommands(parts: PinCommandParts) {
  return {
    [commandIds.pin]: async (target, kind, id) => {
      for (const one of pinnables(parts, target, kind, id)) {
        await one.pin();
      }
    },
    [commandIds.unpin]: async (target, kind, id) => {
      for (const one of pinnables(parts, target, kind, id)) {
        await one.unpin();
      }
    },
  } satisfies Partial<CommandSignatures>;
}

/** Of several rows that are selected all that can be pinned; else what is given. */
function pinnables(parts: PinCommandParts, target: unknown, kind: unknown, id: unknown): readonly Pinnable[] {
  const rows = rowsIn(target, kind);
  return rows.length < 2
    ? [pinnableOf(parts, target, kind, id)]
    : rows.filter((row) => pinnableKinds.includes(row.kind)).map((row) => pinnableOf(parts, row));
}

const pinnableKinds: readonly Row["kind"][] = ["artifact", "project", "repository"];

function pinnableOf(parts: PinCommandParts, target: unknown, kind?: unknown, id?: unknown): Pinnable {
  const { projectPins, remembered, repositories } = parts;
  const project = projectTargetOf(target, kind, id);
  if (project) {
    const { connectionId, projectId, known } = project;
    return {
      pin: async () => {
        const find = () => findProject(parts, project);
        await projectPins.add(connectionId, known ?? (await readHere(parts.registry, connectionId, find)));
      },
      unpin: () => projectPins.remove(connectionId, projectId),
    };
  }
  if (kind === "svn" || kind === "repository" || namesRepository(target)) {
    return {
      pin: async () => (await repositories()).pin(target, id),
      unpin: async () => (await repositories()).unpin(target, id),
    };
  }
  if (typeof target === "string" && kind !== "artifact") {
    throw new HumanError(cannotPin(kind));
  }
  const artifact = neededArtifact(target, id, chooseToPin);
  const { connectionId, artifactId } = artifact;
  const known = isRow(target) && target.kind === "artifact" ? target.summary : undefined;
  return {
    pin: async () => remembered.pins.add(connectionId, known ?? (await readSummary(parts, artifact))),
    unpin: () => remembered.pins.remove(connectionId, artifactId),
  };
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

async function readSummary(
  { readArtifact }: PinCommandParts,
  { connectionId, artifactId }: ArtifactTarget,
): Promise<ArtifactSummary> {
  return await explained(notPinned(artifactName(artifactId)), connectionId, async () =>
    summaryOf(await readArtifact(connectionId, artifactId, new AbortController().signal)),
  );
}
