import { commands, type ExtensionContext, TabInputWebview, type Uri, window, workspace } from "vscode";
import { commandIds } from "./contributions.ts";
import { PinnedProjects } from "./core/pinnedProjects.ts";
import { Remembered, summaryOf } from "./core/remembered.ts";
import { PinnedRepositories } from "./core/svn/pinnedRepositories.ts";
import { artifactScheme } from "./core/uri.ts";
import { once } from "./core/util/once.ts";
import type { Editing, EditingSurroundings } from "./editing.ts";
import { AttachmentFiles } from "./editor/attachments/attachmentFiles.ts";
import { AttachmentSource } from "./editor/attachments/attachmentSource.ts";
import { maximumAttachmentBytes } from "./editor/attachments/maximumSize.ts";
import { createArtifactReader } from "./editor/commands/artifactReader.ts";
import { registerArtifactCommands } from "./editor/commands/artifacts.ts";
import { registerAttachmentCommands } from "./editor/commands/attachments.ts";
import { registerAuthoring } from "./editor/commands/authoring.ts";
import { registerConflictCommands } from "./editor/commands/conflicts.ts";
import { registerConnectionCommands } from "./editor/commands/connections.ts";
import { registerCreateCommands } from "./editor/commands/createArtifact.ts";
import { registerDeleteCommands } from "./editor/commands/deleteArtifact.ts";
import { registerDiagnosisCommands } from "./editor/commands/diagnosis.ts";
import { registerDocumentCommands } from "./editor/commands/documents.ts";
import { registerOpenArtifact } from "./editor/commands/openArtifact.ts";
import { registerSearchCommands } from "./editor/commands/search.ts";
import { registerSvnCommands } from "./editor/commands/svn.ts";
import { registerTreeCommands } from "./editor/commands/tree.ts";
import { AccessKeys } from "./editor/connections/accessKeys.ts";
import { networkSettings } from "./editor/connections/configuration.ts";
import { ConnectionRegistry } from "./editor/connections/connectionRegistry.ts";
import { connectionProblemsText, notConnectedText } from "./editor/connections/problemTexts.ts";
import { ArtifactFileSystem } from "./editor/documents/artifactFileSystem.ts";
import { Log } from "./editor/log.ts";
import { explain, warn } from "./editor/present.ts";
import { registerReferences } from "./editor/references/lazyReferences.ts";
import { LazyTree } from "./editor/tree/lazyTree.ts";

/** Builds the objects by hand, hands them to each other and keeps their disposables. No logic. */
export function activate(context: ExtensionContext): void {
  const { globalState, globalStorageUri, secrets, subscriptions, workspaceState } = context;
  const log = new Log();
  const keys = new AccessKeys(secrets, globalState);
  const remembered = new Remembered(globalState);
  const pins = new PinnedRepositories(globalState);
  const projectPins = new PinnedProjects(globalState);
  const filters = once(async () => new (await import("./core/artifactFilters.ts")).ArtifactFilters(globalState));
  const expansion = once(async () => new (await import("./editor/tree/expansion.ts")).Expansion(workspaceState));
  const registry: ConnectionRegistry = new ConnectionRegistry({
    keys,
    log,
    onUnauthorized: async (connection) => (await manager()).offerReplacement(connection),
    onProblems: (problems) =>
      void warn(connectionProblemsText(problems), "Open Settings").then((answer) =>
        answer ? commands.executeCommand("workbench.action.openSettings", "artifactDesk.connections") : undefined,
      ),
  });
  // What talks to the person is loaded when it is needed.
  const manager = once(async () => {
    const { ConnectionManager } = await import("./editor/connections/connectionManager.ts");
    const forget = [
      (connectionId: string) => remembered.forget(connectionId),
      (connectionId: string) => pins.forget(connectionId),
      (connectionId: string) => projectPins.forget(connectionId),
      async (connectionId: string) => (await filters()).forget(connectionId),
      async (connectionId: string) => (await expansion()).forget(connectionId),
      async (connectionId: string) => (await editing()).replaced.forget(connectionId),
      async (connectionId: string) => (await editing()).svn.copies.forget(connectionId),
      async (connectionId: string) => (await editing()).documents.forget(connectionId),
      async (connectionId: string) => (await editing()).drafts.forget(connectionId),
      async (connectionId: string) => (await editing()).language.forget(connectionId),
      async (connectionId: string) => (await windowFolders()).forgetConnection(globalStorageUri, connectionId),
      async (connectionId: string) => (await catalogs()).forget(connectionId),
      async (connectionId: string) => (await deletedCopies()).forget(connectionId),
      async (connectionId: string) => (await authoring()).previews.forget(connectionId),
      async (connectionId: string) => (await queries()).forget(connectionId),
    ];
    return new ConnectionManager({ registry, keys, log, forget });
  });
  const serviceOf = (connectionId: string) => registry.service(connectionId);
  const catalogs = once(async () => {
    const { Catalogs } = await import("./editor/catalog/catalogs.ts");
    const logFailure = log.failure.bind(log);
    const made = new Catalogs({ registry, serviceOf, storage: globalStorageUri, logFailure });
    subscriptions.push(made);
    return made;
  });
  const catalogOf = async (connectionId: string) => (await catalogs()).of(connectionId);
  const freshening = once(async () => {
    const { createFreshening } = await import("./freshness.ts");
    const rows = () => (tree.view.visible ? (tree.loaded?.artifactsInSight ?? []) : []);
    const made = createFreshening({ registry, remembered, rows, log });
    subscriptions.push(made);
    return made;
  });
  const tree: LazyTree = new LazyTree(async (view) => {
    const [{ createBrowsing }, { decorations }] = await Promise.all([import("./browsing.ts"), freshening()]);
    return createBrowsing({
      registry,
      catalogs: await catalogs(),
      keys,
      remembered,
      pins,
      projectPins,
      filters: await filters(),
      expansion: await expansion(),
      queries: await queries(),
      view,
      marks: decorations,
      log,
    });
  });
  const reader = createArtifactReader(registry);
  const attachments = new AttachmentSource(serviceOf, maximumAttachmentBytes);
  const addressOf = (connectionId: string) => registry.get(connectionId).url;
  const windowFolders = once(() => import("./editor/documents/windowFolder.ts"));
  const editing = once(async () => {
    const { createEditing } = await import("./editing.ts");
    const ownFolder = (await windowFolders()).windowFolder(globalStorageUri, workspaceState);
    const announceChange = files.announceChange.bind(files);
    const onDidCreateRepository: EditingSurroundings["onDidCreateRepository"] = async (created) =>
      (await repositories()).replaceDraft(created);
    const made = createEditing({
      ...{ serviceOf, addressOf, storage: globalStorageUri, ownFolder, announceChange, log },
      ...{ onDidCreateArtifact, onDidCreateRepository, freshening: await freshening(), catalogs: await catalogs() },
      connectionLabel: (connectionId) => registry.find(connectionId)?.label,
      reveal: async (...artifact) => (await tree.load()).revealArtifact(...artifact),
      onDidSee: (listener) => remembered.onDidSee(listener),
      opened: (connectionId, artifactId) => remembered.opened(connectionId, { id: artifactId }),
      remembered: (connectionId) => [...remembered.recent(connectionId), ...remembered.pinned(connectionId)],
    });
    subscriptions.push(made);
    return made;
  });
  const attachmentFiles = new AttachmentFiles(attachments);
  const files: ArtifactFileSystem = new ArtifactFileSystem(
    async () => [attachmentFiles, await deletedFiles(), ...(await editing()).files],
    {
      isConnected: (connectionId) => registry.find(connectionId) !== undefined,
      tellNotConnected: (connectionId) => {
        if (!registry.wasConnected(connectionId)) {
          void warn(notConnectedText(connectionId), "Add Connection").then((answer) =>
            answer ? commands.executeCommand(commandIds.addConnection) : undefined,
          );
        }
      },
      errorSentence: async (error, what, uri) => {
        const { message } = await explain(error, what);
        return `${message} ${await (await editing()).language.meantBy(error, uri)}`.trim();
      },
      logFailure: (what, error) => log.failure(what, error),
    },
  );
  const authoring = once(async () => {
    const { createAuthoring } = await import("./authoring.ts");
    const connections = () => registry.connections;
    const made = createAuthoring({ editing: await editing(), serviceOf, connections, workspaceState, log });
    subscriptions.push(made);
    return made;
  });
  const references = once(async () => {
    const { References } = await import("./editor/references/references.ts");
    const names = async () => (await editing()).language.names;
    return new References({ connections: () => registry.connections, remembered, names });
  });
  const forgetNames = async (connectionId?: string) => (await catalogs()).clear(connectionId);
  // Another key may be another person's, who sees and may do other things. Without a key nothing could be asked again.
  const keyChanged = async (connectionId: string) => {
    const connection = registry.find(connectionId);
    if (connection && (await keys.read(connection)) !== undefined) {
      await forgetNames(connectionId);
    }
  };
  const refreshDocuments: Editing["refresh"] = async (scopes) => {
    if (workspace.textDocuments.some(isOurs)) {
      await (await editing()).refresh(scopes);
    }
    if (window.tabGroups.all.some(({ tabs }) => tabs.some(({ input }) => input instanceof TabInputWebview))) {
      await (await authoring()).previews.refresh(scopes);
    }
  };
  const opener = once(async () => {
    const { ArtifactOpener } = await import("./editor/commands/artifactOpener.ts");
    return new ArtifactOpener({
      registry,
      manager,
      remembered,
      readAhead: async (...artifact) => (await editing()).documents.readAhead(...artifact),
      log,
    });
  });
  const onDidCreateArtifact: EditingSurroundings["onDidCreateArtifact"] = async (created) => {
    const { connectionId, trackerId, artifactId } = created;
    const recent = () => remembered.recent(connectionId).find(({ id }) => id === artifactId);
    if (!recent()) {
      await remembered.opened(connectionId, { id: artifactId });
    }
    tree.loaded?.created(connectionId, trackerId, recent() ?? { id: artifactId });
  };
  const queries = once(async () => {
    const { createSavedQueries } = await import("./editor/search/savedQueries.ts");
    const made = createSavedQueries({ registry, serviceOf });
    subscriptions.push(made);
    return made;
  });
  const pickConnection = async (question: string) => (await manager()).pick(question);
  const queryEditor = once(async () => {
    const { QueryEditor } = await import("./editor/search/queryEditor.ts");
    const connection = (connectionId: string) => registry.get(connectionId);
    return new QueryEditor({ connection, pickConnection, serviceOf, catalogOf, queries: await queries() });
  });
  const finder = once(async () => {
    const { ArtifactFinder } = await import("./editor/search/artifactFinder.ts");
    const saved = await queries();
    return new ArtifactFinder({
      ...{ registry, pickConnection, serviceOf, catalogOf, remembered },
      openedTrackers: (connectionId) => tree.loaded?.openedTrackers(connectionId) ?? [],
      favouriteProjects: (connectionId) => projectPins.list(connectionId),
      savedQueries: (connectionId) => saved.list(connectionId),
      open: async (artifact, isToSide) => (await opener()).open(artifact, undefined, undefined, isToSide),
      saveQuery: async (...query) => (await queryEditor()).saveText(...query),
    });
  });
  const creator = once(async () => {
    const { ArtifactCreator } = await import("./editor/drafts/artifactCreator.ts");
    const connection = (connectionId: string) => registry.get(connectionId);
    const drafts = async () => (await editing()).drafts;
    return new ArtifactCreator({ pickConnection, connection, serviceOf, catalogOf, drafts });
  });
  const deletedCopies = once(async () => {
    const { DeletedCopies } = await import("./editor/deletion/deletedCopies.ts");
    return new DeletedCopies(globalStorageUri);
  });
  const deletedFiles = once(async () => {
    const { DeletedFiles } = await import("./editor/deletion/deletedFiles.ts");
    return new DeletedFiles(deletedCopies);
  });
  const deleter = once(async () => {
    const { ArtifactDeleter } = await import("./editor/deletion/artifactDeleter.ts");
    return new ArtifactDeleter({
      ...{ pickConnection, serviceOf, copies: await deletedCopies() },
      connections: () => registry.connections,
      titleOf: async (...artifact) => (await reader.read(...artifact)).title,
      onDidDelete: async (connectionId, artifactId) => {
        tree.loaded?.deleted(connectionId, artifactId);
        await remembered.deleted(connectionId, artifactId);
      },
      logFailure: (what, error) => log.failure(what, error),
    });
  });
  const repositories = once(async () => {
    const { RepositoryActions } = await import("./editor/svn/repositoryActions.ts");
    const { documents, copies, drafts, sent } = (await editing()).svn;
    return new RepositoryActions({
      ...{ serviceOf, catalogOf, documents, copies, drafts, sent, pins },
      connectionOf: (connectionId) => registry.get(connectionId),
      pickConnection,
      refreshTree: (connectionId) => tree.loaded?.repositoriesChanged(connectionId),
    });
  });
  const attachmentActions = once(async () => {
    const { AttachmentActions } = await import("./editor/attachments/attachmentActions.ts");
    const maxBytes = maximumAttachmentBytes;
    return new AttachmentActions({ source: attachments, serviceOf, maxBytes, readArtifact: reader.read });
  });

  const diagnostics = once(async () => {
    const { Diagnostics } = await import("./editor/diagnosis/diagnostics.ts");
    const made = new Diagnostics({
      extension: context.extension,
      connections: () => registry.connections,
      hasKey: async (connection) => (await keys.read(connection)) !== undefined,
      network: networkSettings,
      observations: log.observations,
    });
    subscriptions.push(made);
    return made;
  });

  subscriptions.push(
    log,
    keys,
    registry,
    tree,
    keys.onDidChange(({ connectionId }) => {
      keyChanged(connectionId).catch((error: unknown) => log.failure("Forgetting the names of a connection", error));
    }),
    registry.onDidReadArtifact(({ connectionId, artifact }) => {
      remembered
        .seen(connectionId, summaryOf(artifact))
        .catch((error: unknown) => log.failure("Remembering an artifact that was read", error));
    }),
    files,
    workspace.registerFileSystemProvider(artifactScheme, files, { isCaseSensitive: true }),
    registerDocumentCommands({ editing, log }),
    registerConflictCommands({
      conflicts: async () => (await editing()).conflicts,
      replaced: async () => (await editing()).replaced,
      log,
    }),
    registerConnectionCommands({ manager, log }),
    registerTreeCommands({
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
    }),
    registerDiagnosisCommands({ diagnostics, log }),
    registerArtifactCommands({ registry, reader, repositories, log }),
    registerOpenArtifact({ opener, log }),
    registerSearchCommands({ finder, queryEditor, log }),
    registerCreateCommands({ creator, log }),
    registerDeleteCommands({ deleter, log }),
    registerSvnCommands({ actions: repositories, log }),
    registerAttachmentCommands({ actions: attachmentActions, log }),
    registerAuthoring({ authoring, log }),
    registerReferences(registry, references),
  );

  // A restored document with unsaved changes is not read, so nothing else would ask for what watches it.
  const editIfNeeded = ({ uri }: { readonly uri: Uri }) => {
    if (isOurs({ uri })) {
      editing().catch((error: unknown) => log.failure("Loading what documents need", error));
    }
  };
  workspace.textDocuments.forEach(editIfNeeded);
  subscriptions.push(workspace.onDidOpenTextDocument(editIfNeeded));
}

function isOurs({ uri }: { readonly uri: Uri }): boolean {
  return uri.scheme.startsWith(artifactScheme);
}
