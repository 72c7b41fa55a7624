import type { Disposable } from "vscode";
import { commandIds } from "../../contributions.ts";
import type { ArtifactFilters, TrackerKey } from "../../core/artifactFilters.ts";
import type { Connection } from "../../core/model/connection.ts";
import { isJsonObject } from "../../core/model/json.ts";
import type { ProjectSummary } from "../../core/model/tracker.ts";
import type { PinnedProjects } from "../../core/pinnedProjects.ts";
import { type Remembered, summaryOf } from "../../core/remembered.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import type { ConnectionRegistry } from "../connections/connectionRegistry.ts";
import type { Log } from "../log.ts";
import { explained, HumanError } from "../present.ts";
import { registerCommand } from "../registerCommand.ts";
import type { RepositoryActions } from "../svn/repositoryActions.ts";
import { artifactTargetOf } from "../targets/artifactTarget.ts";
import type { RefreshScope } from "../targets/refreshScope.ts";
import { namesRepository } from "../targets/repositoryTarget.ts";
import type { LazyTree } from "../tree/lazyTree.ts";
import type { Node } from "../tree/nodes.ts";
import type { ArtifactReader } from "./artifactReader.ts";

/** Refresh, retry, load more, pin and unpin, find a project, filter. */
export function registerTreeCommands({
  tree,
  registry,
  projectPins,
  filters,
  pickConnection,
  refreshDocuments,
  forgetNames,
  remembered,
  reader,
  repositories,
  log,
}: {
  readonly tree: Pick<LazyTree, "loaded" | "load">;
  readonly registry: Pick<ConnectionRegistry, "get">;
  readonly projectPins: Pick<PinnedProjects, "pin" | "unpin">;
  readonly filters: () => Promise<Pick<ArtifactFilters, "set">>;
  readonly pickConnection: (question: string) => Promise<Connection | undefined>;
  /** Has the open documents of what is given read again; all of them where nothing is. Unsaved ones are left alone. */
  readonly refreshDocuments: (scopes?: readonly RefreshScope[]) => Promise<void>;
  /** Forgets all names. */
  readonly forgetNames: () => Promise<void>;
  readonly remembered: Remembered;
  readonly reader: ArtifactReader;
  readonly repositories: () => Promise<RepositoryActions>;
  readonly log: Log;
}): Disposable {
  const store = new DisposableStore();
  store.add(
    registerCommand(commandIds.refresh, log, async (row, selected) => {
      const rows = topmost(rowsIn(row, selected));
      if (rows.length === 0) {
        await forgetNames();
        await Promise.all([tree.loaded?.refresh(), refreshDocuments()]);
        return;
      }
      const { explorer } = await tree.load();
      const scopes = rows.map((each) => explorer.scopeOf(each));
      await Promise.all([...rows.map((each) => explorer.refresh(each)), refreshDocuments(scopes)]);
    }),
  );
  store.add(
    registerCommand(commandIds.retry, log, async (row) => {
      if (isRow(row) && row.kind === "failed") {
        await tree.loaded?.retry(row);
      }
    }),
  );
  store.add(
    registerCommand(commandIds.loadMore, log, async (row) => {
      if (isRow(row) && row.kind === "more") {
        await tree.loaded?.loadMore(row);
      }
    }),
  );
  store.add(registerCommand(commandIds.pin, log, (target, kind, id) => eachPinnable(pin, target, kind, id)));
  store.add(registerCommand(commandIds.unpin, log, (target, kind, id) => eachPinnable(unpin, target, kind, id)));
  store.add(
    registerCommand(commandIds.findProject, log, async (target) => {
      const connectionId = typeof target === "string" ? target : target?.connectionId;
      const connection =
        connectionId === undefined
          ? await pickConnection("Find a project on which connection?")
          : registry.get(connectionId);
      if (connection) {
        const { projects, revealProject } = await tree.load();
        const project = await projects.pick(connection);
        if (project) {
          await revealProject(connection.id, project);
        }
      }
    }),
  );
  store.add(
    registerCommand(commandIds.filterArtifacts, log, async (target, trackerId) => {
      const { filterPicker, expand } = await tree.load();
      const isFiltered = await filterPicker.pick(trackerTargetOf(target, trackerId));
      if (isFiltered && isRow(target)) {
        // What is filtered, and by what, stands below a tracker.
        await expand(target);
      }
    }),
  );
  store.add(
    registerCommand(commandIds.clearFilter, log, async (target, trackerId) =>
      (await filters()).set(trackerTargetOf(target, trackerId), undefined),
    ),
  );
  const pin = async (target: unknown, kind?: unknown, id?: unknown): Promise<void> => {
    const project = projectTargetOf(target, kind, id);
    if (project) {
      await projectPins.pin(project.connectionId, project.known ?? (await findProject(project)));
      return;
    }
    if (kind === "svn" || kind === "repository" || namesRepository(target)) {
      await (await repositories()).pin(target, id);
      return;
    }
    const { connectionId, artifactId } = pinTargetOf(target, kind, id);
    await remembered.pin(
      connectionId,
      isRow(target) && target.kind === "artifact"
        ? target.summary
        : await explained(`Artifact #${artifactId} could not be pinned`, connectionId, async () =>
            summaryOf(await reader.read(connectionId, artifactId, new AbortController().signal)),
          ),
    );
  };
  const unpin = async (target: unknown, kind?: unknown, id?: unknown): Promise<void> => {
    const project = projectTargetOf(target, kind, id);
    if (project) {
      await projectPins.unpin(project.connectionId, project.projectId);
      return;
    }
    if (kind === "svn" || kind === "repository" || namesRepository(target)) {
      await (await repositories()).unpin(target, id);
      return;
    }
    const { connectionId, artifactId } = pinTargetOf(target, kind, id);
    await remembered.unpin(connectionId, artifactId);
  };
  const findProject = async ({ connectionId, projectId }: ProjectTarget): Promise<ProjectSummary> => {
    registry.get(connectionId);
    const { explorer, projects } = await tree.load();
    const project =
      explorer.projectOf(connectionId, projectId) ??
      (await projects.find(connectionId, projectId, new AbortController().signal));
    if (!project) {
      throw new HumanError(`The service lists no project ${projectId} that you may see.`, { connectionId });
    }
    return project;
  };
  return store;
}

/** The tracker a command was called for: a row that shows its artifacts, or a connection id with a number. */
function trackerTargetOf(target: unknown, trackerId: unknown): TrackerKey {
  if (isRow(target) && (target.kind === "allArtifacts" || target.kind === "tracker")) {
    return { connectionId: target.connectionId, trackerId: target.tracker.id };
  }
  if (typeof target === "string" && typeof trackerId === "number" && Number.isSafeInteger(trackerId) && trackerId > 0) {
    return { connectionId: target, trackerId };
  }
  throw new HumanError("Choose a tracker in the tree to filter its artifacts.");
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

const pinnableKinds: readonly Node["kind"][] = ["artifact", "project", "repository"];

interface ProjectTarget {
  readonly connectionId: string;
  readonly projectId: number;
  /** What a row of the tree knows of it. */
  readonly known?: ProjectSummary;
}

/** The project a command was called for: a row of the tree, or a connection id with «project» and a number. */
function projectTargetOf(target: unknown, kind: unknown, id: unknown): ProjectTarget | undefined {
  if (isRow(target) && target.kind === "project") {
    return { connectionId: target.connectionId, projectId: target.project.id, known: target.project };
  }
  if (typeof target !== "string" || kind !== "project") {
    return undefined;
  }
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1) {
    throw new HumanError(`«${String(id)}» is not the number of a project.`);
  }
  return { connectionId: target, projectId: id };
}

/** The rows that a command was called for: where the one it was called on is among those selected, all of these. */
function rowsIn(first: unknown, selected: unknown): readonly Node[] {
  const rows = Array.isArray(selected) ? selected.filter(isRow) : [];
  return rows.length > 0 ? rows : isRow(first) ? [first] : [];
}

/** Without those that stand below another one of them. */
function topmost(rows: readonly Node[]): readonly Node[] {
  return rows.filter(({ id }) => !rows.some((other) => id.startsWith(`${other.id}/`)));
}

function isRow(value: unknown): value is Node {
  const names = ["kind", "id", "connectionId"];
  return isJsonObject(value) && names.every((name) => typeof value[name] === "string");
}

function pinTargetOf(target: unknown, kind: unknown, id: unknown) {
  if (typeof target === "string" && kind !== "artifact") {
    throw new HumanError(`«artifact», «svn» and «project» can be pinned, not «${String(kind)}».`);
  }
  const artifact = artifactTargetOf(target, id);
  if (!artifact) {
    throw new HumanError("Choose an artifact in the tree, or open one, to pin it.");
  }
  return artifact;
}
