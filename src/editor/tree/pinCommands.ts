import type { ArtifactSummary } from "../../core/model/artifact.ts";
import type { ProjectSummary } from "../../core/model/tracker.ts";
import type { PinnedProjects } from "../../core/pins/pinned.ts";
import { summaryOf } from "../../core/pins/remembered.ts";
import { artifactName } from "../../core/sentences/files.ts";
import { notPinned } from "../../core/sentences/targets.ts";
import { noSuchProject } from "../../core/sentences/treeCommands.ts";
import type { Explorer } from "../../core/tree/explorer/explorer.ts";
import { assertNever } from "../../core/util/assertNever.ts";
import { explained, HumanError } from "../dialog/present.ts";
import { type ArtifactTarget, commandIds } from "../manifest/contributions.ts";
import { readHere } from "../services/serviceAt.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { NamedRepository } from "../targets/repositoryTarget.ts";
import type { Pinnable, PinnableProject } from "../targets/rowTarget.ts";
import type { ProjectFinder } from "./projectFinder.ts";

interface PinCommandParts extends Services {
  readonly explorer: Explorer;
  readonly projects: ProjectFinder;
  readonly projectPins: PinnedProjects;
  /** Pins and unpins SVN repositories. */
  readonly repositories: () => Promise<{
    pin(repository: NamedRepository): Promise<void>;
    unpin(repository: NamedRepository): Promise<void>;
  }>;
}

/** Pin and unpin projects, SVN repositories and artifacts. */
export function pinCommands(parts: PinCommandParts) {
  return {
    [commandIds.pin]: async (pinnables) => {
      for (const each of pinnables) {
        await pin(parts, each);
      }
    },
    [commandIds.unpin]: async (pinnables) => {
      for (const each of pinnables) {
        await unpin(parts, each);
      }
    },
  } satisfies Partial<Commands>;
}

async function pin(parts: PinCommandParts, pinnable: Pinnable): Promise<void> {
  const { connectionId } = pinnable;
  switch (pinnable.kind) {
    case "project": {
      const find = () => findProject(parts, pinnable);
      await parts.projectPins.add(connectionId, pinnable.known ?? (await readHere(parts.registry, connectionId, find)));
      return;
    }
    case "repository":
      await (await parts.repositories()).pin(pinnable);
      return;
    case "artifact":
      await parts.remembered.pins.add(connectionId, pinnable.known ?? (await readSummary(parts, pinnable)));
      return;
    default:
      assertNever(pinnable);
  }
}

async function unpin({ projectPins, remembered, repositories }: PinCommandParts, pinnable: Pinnable): Promise<void> {
  const { connectionId } = pinnable;
  switch (pinnable.kind) {
    case "project":
      return await projectPins.remove(connectionId, pinnable.projectId);
    case "repository":
      return await (await repositories()).unpin(pinnable);
    case "artifact":
      return await remembered.pins.remove(connectionId, pinnable.artifactId);
    default:
      return assertNever(pinnable);
  }
}

async function findProject(
  { registry, explorer, projects }: PinCommandParts,
  { connectionId, projectId }: PinnableProject,
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
