import type { ArtifactSummary } from "../../core/model/artifact.ts";
import type { ProjectSummary } from "../../core/model/tracker.ts";
import { summaryOf } from "../../core/pins/remembered.ts";
import { artifactName } from "../../core/sentences/files.ts";
import { notPinned } from "../../core/sentences/targets.ts";
import { noSuchProject } from "../../core/sentences/tree.ts";
import { assertNever } from "../../core/util/assertNever.ts";
import { explained, HumanError } from "../dialog/present.ts";
import { type ArtifactTarget, commandIds } from "../manifest/contributions.ts";
import { readHere } from "../services/serviceAt.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { NamedRepository } from "../targets/repositoryTarget.ts";
import type { Pinnable, PinnableProject } from "../targets/rowTarget.ts";
import type { ShownTree } from "./createTree.ts";

/** Pins and unpins SVN repositories. */
type Repositories = () => Promise<{
  pin(repository: NamedRepository): Promise<void>;
  unpin(repository: NamedRepository): Promise<void>;
}>;

/** Makes the commands that pin and unpin projects, SVN repositories and artifacts. */
export function pinCommands(services: Services, tree: ShownTree, repositories: Repositories) {
  return {
    [commandIds.pin]: async (pinnables) => {
      for (const each of pinnables) {
        await pin(services, tree, repositories, each);
      }
    },
    [commandIds.unpin]: async (pinnables) => {
      for (const each of pinnables) {
        await unpin(services, tree, repositories, each);
      }
    },
  } satisfies Partial<Commands>;
}

async function pin(services: Services, tree: ShownTree, repositories: Repositories, pinnable: Pinnable): Promise<void> {
  const { connectionId } = pinnable;
  switch (pinnable.kind) {
    case "project": {
      const find = () => findProject(services, tree, pinnable);
      await tree.projectPins.add(
        connectionId,
        pinnable.known ?? (await readHere(services.registry, connectionId, find)),
      );
      return;
    }
    case "repository":
      await (await repositories()).pin(pinnable);
      return;
    case "artifact":
      await services.remembered.pins.add(connectionId, pinnable.known ?? (await readSummary(services, pinnable)));
      return;
    default:
      assertNever(pinnable);
  }
}

async function unpin(
  { remembered }: Services,
  { projectPins }: ShownTree,
  repositories: Repositories,
  pinnable: Pinnable,
): Promise<void> {
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
  { registry }: Services,
  { explorer, projects }: ShownTree,
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
  { readArtifact }: Services,
  { connectionId, artifactId }: ArtifactTarget,
): Promise<ArtifactSummary> {
  return await explained(notPinned(artifactName(artifactId)), connectionId, async () =>
    summaryOf(await readArtifact(connectionId, artifactId, new AbortController().signal)),
  );
}
