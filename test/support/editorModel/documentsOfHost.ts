import * as vscode from "vscode";
import { PendingComments, type PendingStore } from "../../../src/core/comment/pendingComments.ts";
import { KnownConnections } from "../../../src/core/known/connections.ts";
import type { CatalogStore } from "../../../src/core/known/ports.ts";
import type { Connection } from "../../../src/core/model/connection.ts";
import { OverwriteGuard } from "../../../src/core/overwrite/overwriteGuard.ts";
import { theirsBesideMine } from "../../../src/core/sentences/conflicts.ts";
import type { ServiceClient } from "../../../src/core/service/serviceClient.ts";
import { DisposableStore } from "../../../src/core/util/disposable.ts";
import { Emitter } from "../../../src/core/util/event.ts";
import { artifactConflicts } from "../../../src/editor/conflict/artifactConflicts.ts";
import { WaitingKey } from "../../../src/editor/conflict/waitingDocuments.ts";
import type { ConnectionRegistry } from "../../../src/editor/connections/connectionRegistry.ts";
import type { Log } from "../../../src/editor/diagnosis/log.ts";
import { unsettledEntries } from "../../../src/editor/documents/artifactDocument.ts";
import { createArtifacts } from "../../../src/editor/documents/createArtifacts.ts";
import { registerFileSystem } from "../../../src/editor/files/artifactFileSystem.ts";
import type { VirtualFiles } from "../../../src/editor/files/virtualFile.ts";
import { commandIds } from "../../../src/editor/manifest/contributions.ts";
import type { WindowServices } from "../../../src/editor/services/services.ts";
import { openText } from "../../../src/editor/text/openText.ts";
import { SideBySide, theirsScheme } from "../../../src/editor/text/sideBySide.ts";
import type { StateStores } from "./statesInMemory.ts";

/** What the documents of a host are given by a test. */
export interface HostPorts {
  readonly connection: Connection;
  /** Gives the client of the service at an address. */
  clientAt(url: string): ServiceClient;
  /** Keeps what texts were made from, over restarts. */
  readonly states: StateStores;
  readonly names: CatalogStore;
  readonly pending: PendingStore;
  /** Hears what a person is told by no message of VS Code: a replaced change, or a write that nobody asked for. */
  tell(what: "replaced" | "notSent"): void;
  failed(what: string, error: unknown): void;
}

export type DocumentsOfHost = ReturnType<typeof documentsOfHost>;

/** Makes the documents of artifacts of one connection, as the extension does, and registers their file system. */
export function documentsOfHost(ports: HostPorts) {
  const store = new DisposableStore();
  const changed = new Emitter<void>();
  const connection = { ...ports.connection };
  const registry = {
    connections: [connection],
    find: (id: string) => (id === connection.id ? connection : undefined),
    get: () => connection,
    wasConnected: () => true,
    onDidChange: changed.event,
  };
  const serviceOf = async () => ports.clientAt(connection.url);
  const known = new KnownConnections({
    registry,
    serviceOf,
    storeOf: () => ports.names,
    recent: () => [],
    logFailure: ports.failed,
  });
  const services = {
    registry,
    known,
    serviceOf,
    ownFolder: vscode.Uri.file("/own"),
    hosts: ports.states,
    remembered: { opened: async () => {} },
    logFailure: ports.failed,
  } as unknown as WindowServices;
  const guard = new OverwriteGuard({
    history: async () => ports.clientAt(connection.url),
    report: () => ports.tell("replaced"),
    cannotTell: () => {},
    changed: () => {},
    log: () => {},
  });
  const artifacts = createArtifacts(services, new PendingComments(ports.pending, () => {}), guard, store);
  const { documents } = artifacts;
  const view = new SeenBeside(theirsScheme, theirsBesideMine);
  const conflicts = artifactConflicts(documents, { view, waitingKey: new WaitingKey() });
  const file = artifacts.files((document) => conflicts.show(document));
  const log = { failure: ports.failed } as unknown as Log;
  registerFileSystem(registry as unknown as ConnectionRegistry, log, async () => ({
    files: { artifact: file, field: file } as unknown as VirtualFiles,
    changes: [documents.editor.onDidChange],
    meantBy: async () => "",
    noteSaved: () => {},
    choicesAt: () => "",
    goToRefused: async () => {},
    tellNotSent: () => ports.tell("notSent"),
  }));
  const uriOf = (uri: string) => vscode.Uri.parse(uri);
  const meant = (uri: string) => ({ uri: uriOf(uri), isGiven: true });
  return {
    /** Gives the version that is in conflict with a text, or else the base. */
    theirsAt: (uri: string) => {
      const document = documents.at(uriOf(uri));
      const theirs = document?.copy.conflictOf(document.key)?.theirs ?? document?.copy.base;
      const shown = theirs && document?.print(theirs);
      return shown?.kind === "text" ? shown.text : undefined;
    },
    /** Gives what was shown last beside a text that is in conflict as a whole; undefined for any other text. */
    shownInConflict: (uri: string) => {
      const document = documents.at(uriOf(uri));
      const isInConflict = document?.copy.conflictOf(document.key) || document?.copy.isLeftInConflict(document.key);
      return isInConflict ? (view.seen.get(uri) ?? "") : undefined;
    },
    /** Gives the fields that are marked in the text since both sides changed them. */
    markedFields: (uri: string) => {
      const [document, text] = [documents.at(uriOf(uri)), openText(uriOf(uri))];
      return document && text ? unsettledEntries(document, text.getText()).map(({ fieldId }) => fieldId) : [];
    },
    merge: (uri: string) => conflicts.merge(meant(uri)),
    keepMine: (uri: string) => conflicts.keepMine(meant(uri)),
    takeTheirs: (uri: string) => conflicts.takeTheirs(meant(uri)),
    discard: (uri: string) => documents.editor.discard(uriOf(uri)),
    switchFormat: (uri: string) => artifacts.commands[commandIds.switchFormat](uriOf(uri)),
    /** Reads and changes the artifact without a document, as commands do. */
    here: (artifactId: number) => documents.here({ connectionId: connection.id, artifactId }),
    refresh: () => artifacts.refresh(),
    /** Has the connection lead to another address. */
    move: async (url: string) => {
      connection.url = url;
      changed.fire();
      await guard.forget(connection.id);
      await documents.editor.followAddress(connection.id);
    },
    dispose: () => store.dispose(),
  };
}

/** Knows what the person has seen last beside each text. */
class SeenBeside extends SideBySide {
  readonly seen = new Map<string, string>();

  override async show(uri: vscode.Uri, left: string, name: string): Promise<void> {
    this.seen.set(uri.toString(), left);
    await super.show(uri, left, name);
  }
}
