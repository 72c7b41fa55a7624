import { TabInputWebview, window, workspace } from "vscode";
import { createBrowsing } from "./browsing.ts";
import type { CommandId, CommandSignatures } from "./contributions.ts";
import { ArtifactFilters } from "./core/artifactFilters.ts";
import { PinnedProjects } from "./core/pinnedProjects.ts";
import { summaryOf } from "./core/remembered.ts";
import { PinnedRepositories } from "./core/svn/pinnedRepositories.ts";
import { artifactScheme } from "./core/uri.ts";
import { DisposableStore } from "./core/util/disposable.ts";
import { once } from "./core/util/once.ts";
import type { Documents } from "./documents.ts";
import { Catalogs } from "./editor/catalog/catalogs.ts";
import { connectionCommands } from "./editor/connections/commands.ts";
import { networkSettings } from "./editor/connections/configuration.ts";
import { ConnectionManager } from "./editor/connections/connectionManager.ts";
import { forgetAll } from "./editor/connections/forgetAll.ts";
import { pickConnection } from "./editor/connections/pickConnection.ts";
import { deletionCommands } from "./editor/deletion/commands.ts";
import { DeletedCopies } from "./editor/deletion/deletedCopies.ts";
import { DeletedFiles } from "./editor/deletion/deletedFiles.ts";
import { diagnosisCommands } from "./editor/diagnosis/commands.ts";
import type { Files } from "./editor/documents/artifactFileSystem.ts";
import { Decorations } from "./editor/freshness/decorations.ts";
import { Freshness } from "./editor/freshness/freshness.ts";
import { ServerChanges } from "./editor/freshness/serverChanges.ts";
import type { ArtifactPreviews } from "./editor/preview/artifactPreviews.ts";
import { previewCommands } from "./editor/preview/commands.ts";
import { referenceCommands } from "./editor/references/commands.ts";
import type { Command } from "./editor/registerCommands.ts";
import { searchCommands } from "./editor/search/commands.ts";
import { createSavedQueries } from "./editor/search/savedQueries.ts";
import type { RefreshScope } from "./editor/targets/refreshScope.ts";
import { treeCommands } from "./editor/tree/commands.ts";
import { Expansion } from "./editor/tree/expansion.ts";
import { pinCommands } from "./editor/tree/pinCommands.ts";
import type { Parts, StartParts } from "./parts.ts";

export type App = ReturnType<typeof createApp>;

/** Builds the objects in order and hands them to each other. No logic. */
export function createApp(start: StartParts) {
  const store = new DisposableStore();
  const parts = createParts(start, store);
  // Most of the extension: the tree shows without it.
  const documents = once(async () => {
    const { createDocuments } = await import("./documents.ts");
    return store.add(createDocuments(parts));
  });
  // With its reader of HTML: few people look at previews.
  const previews = once(async () => {
    const [{ ArtifactPreviews }, made] = await Promise.all([
      import("./editor/preview/artifactPreviews.ts"),
      documents(),
    ]);
    return store.add(new ArtifactPreviews({ ...parts, ...made, memory: parts.workspaceState }));
  });
  const deleted = new DeletedCopies(parts.storage);
  const { remembered, pins, projectPins, filters, expansion, catalogs, queries } = parts;
  const manager = new ConnectionManager({
    ...parts,
    keepers: [
      ...[remembered, pins, projectPins, filters, expansion, catalogs, deleted],
      { forget: async (connectionId) => forgetAll((await documents()).keepers, connectionId) },
      { forget: async (connectionId) => (await previews()).forget(connectionId) },
      queries,
    ],
  });
  parts.registry.offerReplacementBy((connection) => manager.offerReplacement(connection));
  const repositories = async () => (await documents()).repositories;
  const commands = {
    ...connectionCommands({ ...parts, manager }),
    ...treeCommands({ ...parts, refreshDocuments: (scopes) => refreshDocuments(documents, previews, scopes) }),
    ...pinCommands({ ...parts, repositories }),
    ...referenceCommands({ ...parts, repositories }),
    ...searchCommands({
      ...parts,
      open: async (artifact, isToSide) => (await documents()).opener.open(artifact, undefined, undefined, isToSide),
    }),
    ...deletionCommands({ ...parts, copies: deleted }),
    ...diagnosisCommands({ ...parts, network: networkSettings }, store),
    ...previewCommands(previews),
  } satisfies Omit<CommandSignatures, keyof Documents["commands"]>;
  return {
    explorer: parts.explorer,
    previews,
    names: async () => (await documents()).names,
    files: async (): Promise<Files> => {
      const made = await documents();
      return { ...made, kinds: [new DeletedFiles(deleted), ...made.kinds] };
    },
    command: async (id: CommandId): Promise<Command> =>
      id in commands
        ? commands[id as keyof typeof commands]
        : (await documents()).commands[id as keyof Documents["commands"]],
    dispose: () => store.dispose(),
  };
}

/** What all features need: what is known of the services, and the tree. */
function createParts(start: StartParts, store: DisposableStore): Parts {
  const { registry, remembered, storage, globalState, workspaceState, log, view } = start;
  const logFailure = log.failure.bind(log);
  const serviceOf = registry.service.bind(registry);
  const catalogs = store.add(new Catalogs({ registry, serviceOf, storage, logFailure }));
  const queries = store.add(createSavedQueries({ registry, serviceOf }));
  const filters = new ArtifactFilters(globalState);
  const expansion = new Expansion(workspaceState);
  const pins = new PinnedRepositories(globalState);
  const projectPins = new PinnedProjects(globalState);
  const changes = store.add(new ServerChanges());
  const marks = store.add(new Decorations(changes));
  const kept = { catalogs, queries, filters, expansion, pins, projectPins, changes, marks };
  const browsing = store.add(createBrowsing({ ...start, ...kept }));
  const rows = () => (view.visible ? browsing.explorer.artifactsInSight : []);
  const freshness = store.add(new Freshness({ registry, remembered, changes, rows, log }));
  followReading(start, catalogs, store);
  return {
    ...start,
    ...kept,
    ...browsing,
    ...{ serviceOf, logFailure, freshness },
    catalogOf: async (connectionId) => catalogs.of(connectionId),
    pickConnection: (question) => pickConnection(registry.connections, question),
    readArtifact: async (connectionId, artifactId, signal) =>
      (await (await serviceOf(connectionId)).readArtifact(artifactId, signal)).artifact,
  };
}

function followReading({ keys, registry, remembered, log }: StartParts, catalogs: Catalogs, store: DisposableStore) {
  store.add(
    keys.onDidChange(async ({ connectionId }) => {
      // Another key may be another person's, who sees other things. Without a key nothing could be asked again.
      const connection = registry.find(connectionId);
      try {
        if (connection && (await keys.read(connection)) !== undefined) {
          await catalogs.clear(connectionId);
        }
      } catch (error) {
        log.failure("Forgetting the names of a connection", error);
      }
    }),
  );
  store.add(
    registry.onDidReadArtifact(({ connectionId, artifact }) => {
      remembered
        .seen(connectionId, summaryOf(artifact))
        .catch((error: unknown) => log.failure("Remembering an artifact that was read", error));
    }),
  );
}

/** Reads open documents and previews again; what needs neither loads neither. */
async function refreshDocuments(
  documents: () => Promise<Documents>,
  previews: () => Promise<ArtifactPreviews>,
  scopes: readonly RefreshScope[] | undefined,
): Promise<void> {
  if (workspace.textDocuments.some(({ uri }) => uri.scheme.startsWith(artifactScheme))) {
    (await documents()).refresh(scopes);
  }
  if (window.tabGroups.all.some(({ tabs }) => tabs.some(({ input }) => input instanceof TabInputWebview))) {
    await (await previews()).refresh(scopes);
  }
}
