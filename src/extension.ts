import { commands, type ExtensionContext, type Uri, workspace } from "vscode";
import { Remembered } from "./core/remembered.ts";
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
import { registerConflictCommands } from "./editor/commands/conflicts.ts";
import { registerConnectionCommands } from "./editor/commands/connections.ts";
import { registerCreateCommands } from "./editor/commands/createArtifact.ts";
import { registerDeleteCommands } from "./editor/commands/deleteArtifact.ts";
import { registerDocumentCommands } from "./editor/commands/documents.ts";
import { registerOpenArtifact } from "./editor/commands/openArtifact.ts";
import { registerSvnCommands } from "./editor/commands/svn.ts";
import { registerTreeCommands } from "./editor/commands/tree.ts";
import { AccessKeys } from "./editor/connections/accessKeys.ts";
import { ConnectionRegistry } from "./editor/connections/connectionRegistry.ts";
import { connectionProblemsText } from "./editor/connections/problemTexts.ts";
import { ArtifactFileSystem } from "./editor/documents/artifactFileSystem.ts";
import { Log } from "./editor/log.ts";
import { explain, warn } from "./editor/present.ts";
import { Explorer } from "./editor/tree/explorer.ts";

/** Builds the objects by hand, hands them to each other and keeps their disposables. No logic. */
export function activate(context: ExtensionContext): void {
  const { globalState, globalStorageUri, secrets, subscriptions, workspaceState } = context;
  const log = new Log();
  const keys = new AccessKeys(secrets);
  const remembered = new Remembered(globalState);
  const pins = new PinnedRepositories(globalState);
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
      async (connectionId: string) => (await editing()).svn.copies.forget(connectionId),
      async (connectionId: string) => (await editing()).copies.forget(connectionId),
      async (connectionId: string) => (await windowFolders()).forgetConnection(globalStorageUri, connectionId),
      async (connectionId: string) => (await deletedCopies()).forget(connectionId),
    ];
    return new ConnectionManager({ registry, keys, log, forget });
  });
  const serviceOf = (connectionId: string) => registry.service(connectionId);
  const explorer = new Explorer({ registry, keys, remembered, pins, log });
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
      ...{ onDidCreateArtifact, onDidCreateRepository },
    });
    subscriptions.push(made);
    return made;
  });
  const attachmentFiles = new AttachmentFiles(attachments);
  const files: ArtifactFileSystem = new ArtifactFileSystem(async () => [attachmentFiles, ...(await editing()).files], {
    errorSentence: (error, what) => explain(error, what).message,
    logFailure: (what, error) => log.failure(what, error),
  });
  const refreshDocuments: Editing["refresh"] = async (row) => {
    if (workspace.textDocuments.some(isOurs)) {
      await (await editing()).refresh(row);
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
    explorer.created(connectionId, trackerId, recent() ?? { id: artifactId });
  };
  const pickConnection = async (question: string) => (await manager()).pick(question);
  const creator = once(async () => {
    const { ArtifactCreator } = await import("./editor/drafts/artifactCreator.ts");
    const connection = (connectionId: string) => registry.get(connectionId);
    return new ArtifactCreator({ pickConnection, connection, serviceOf, drafts: async () => (await editing()).drafts });
  });
  const deletedCopies = once(async () => {
    const { DeletedCopies } = await import("./editor/deletion/deletedCopies.ts");
    return new DeletedCopies(globalStorageUri);
  });
  const deleter = once(async () => {
    const { ArtifactDeleter } = await import("./editor/deletion/artifactDeleter.ts");
    return new ArtifactDeleter({
      ...{ pickConnection, serviceOf, copies: await deletedCopies() },
      connections: () => registry.connections,
      titleOf: async (...artifact) => (await reader.read(...artifact)).title,
      onDidDelete: async (connectionId, artifactId) => {
        explorer.deleted(connectionId, artifactId);
        await remembered.deleted(connectionId, artifactId);
      },
      logFailure: (what, error) => log.failure(what, error),
    });
  });
  const repositories = once(async () => {
    const { RepositoryActions } = await import("./editor/svn/repositoryActions.ts");
    const { documents, copies, drafts, sent } = (await editing()).svn;
    return new RepositoryActions({
      ...{ serviceOf, documents, copies, drafts, sent, pins },
      connectionOf: (connectionId) => registry.get(connectionId),
      pickConnection,
      refreshTree: (connectionId) => explorer.repositoriesChanged(connectionId),
    });
  });
  const attachmentActions = once(async () => {
    const { AttachmentActions } = await import("./editor/attachments/attachmentActions.ts");
    const maxBytes = maximumAttachmentBytes;
    return new AttachmentActions({ source: attachments, serviceOf, maxBytes, readArtifact: reader.read });
  });

  subscriptions.push(
    log,
    keys,
    registry,
    explorer,
    explorer.show(),
    files,
    workspace.registerFileSystemProvider(artifactScheme, files, { isCaseSensitive: true }),
    registerDocumentCommands({ editing, log }),
    registerConflictCommands({ conflicts: async () => (await editing()).conflicts, log }),
    registerConnectionCommands({ manager, log }),
    registerTreeCommands({ explorer, refreshDocuments, remembered, reader, repositories, log }),
    registerArtifactCommands({ registry, reader, repositories, log }),
    registerOpenArtifact({ opener, log }),
    registerCreateCommands({ creator, log }),
    registerDeleteCommands({ deleter, log }),
    registerSvnCommands({ actions: repositories, log }),
    registerAttachmentCommands({ actions: attachmentActions, log }),
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
