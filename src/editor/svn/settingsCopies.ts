import * as vscode from "vscode";
import { isJsonObject } from "../../core/model/json.ts";
import type { SvnSettings } from "../../core/model/svnRepository.ts";
import { readSettings } from "../../core/service/readRepository.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import type { SavedSettingsState, SettingsMemory, SettingsService, SettingsStateStore } from "../../core/svn/ports.ts";
import { SettingsCopy } from "../../core/svn/settingsCopy.ts";
import { WriteQueue } from "../../core/util/writeQueue.ts";
import { JsonFiles } from "../storage/jsonFiles.ts";
import { OwnFiles } from "../storage/ownFiles.ts";

/** Raised when the shape of what is kept changes. */
const formatVersion = 1;

export interface SettingsCopiesSurroundings {
  readonly serviceOf: (connectionId: string) => Promise<ServiceClient>;
  /** Keeps what belongs to this window: what its unsaved texts were made from. */
  readonly ownFolder: vscode.Uri;
  /** Keeps what all windows share: the last settings that were saved. */
  readonly storage: vscode.Uri;
  /** The address of a connection: what was read of one service says nothing of another. */
  readonly addressOf: (connectionId: string) => string;
  readonly log: (message: string, error: unknown) => void;
}

/** The working copies of settings in this window, one for each document that is open. */
export class SettingsCopies {
  readonly #around: SettingsCopiesSurroundings;
  readonly #connections = new Map<string, ConnectionCopies>();

  constructor(around: SettingsCopiesSurroundings) {
    this.#around = around;
  }

  /** The copy of the document `name` of a repository. */
  get(connectionId: string, repositoryId: number, name: string): SettingsCopy {
    const { service, store, memory, queues, copies } = this.#connection(connectionId);
    const key = `${repositoryId}-${name}`;
    let copy = copies.get(key);
    if (!copy) {
      let queue = queues.get(repositoryId);
      if (!queue) {
        queue = new WriteQueue();
        queues.set(repositoryId, queue);
      }
      copy = new SettingsCopy(repositoryId, key, { service, store, memory, queue });
      copies.set(key, copy);
    }
    return copy;
  }

  /** The document was closed with nothing unsaved. */
  async release(connectionId: string, repositoryId: number, name: string): Promise<void> {
    const { copies, store } = this.#connection(connectionId);
    const key = `${repositoryId}-${name}`;
    copies.get(key)?.release();
    copies.delete(key);
    await store.remove(key);
  }

  /** Keeps what was just saved or created. */
  async remember(connectionId: string, repositoryId: number, settings: SvnSettings): Promise<void> {
    await this.#connection(connectionId).memory.write(repositoryId, settings);
  }

  /** The repository is gone: what was saved of it means nothing any more. */
  async forgetRepository(connectionId: string, repositoryId: number): Promise<void> {
    await this.#connection(connectionId).memory.remove(repositoryId);
  }

  /** Removes all that is kept of a connection; the window's own folder of it is removed with the artifacts'. */
  async forget(connectionId: string): Promise<void> {
    const connection = this.#connections.get(connectionId);
    this.#connections.delete(connectionId);
    for (const copy of connection?.copies.values() ?? []) {
      copy.release();
    }
    // After what was being written.
    await connection?.settled();
    try {
      await vscode.workspace.fs.delete(this.#memoryFolder(connectionId), { recursive: true });
    } catch {
      // Nothing was kept.
    }
  }

  #connection(connectionId: string): ConnectionCopies {
    let connection = this.#connections.get(connectionId);
    if (!connection) {
      connection = this.#createConnection(connectionId);
      this.#connections.set(connectionId, connection);
    }
    return connection;
  }

  #createConnection(connectionId: string): ConnectionCopies {
    const { serviceOf, addressOf, ownFolder, log } = this.#around;
    const client = () => serviceOf(connectionId);
    const onFailure = (error: unknown) =>
      log(`What settings of ${connectionId} were made from could not be kept`, error);
    const states = new OwnFiles(vscode.Uri.joinPath(ownFolder, connectionId, "svn"), formatVersion, onFailure);
    const saved = new JsonFiles(this.#memoryFolder(connectionId), formatVersion, onFailure);
    return {
      service: {
        readRepository: async (id, signal) => (await client()).readRepository(id, signal),
        updateRepository: async (id, settings, signal) => (await client()).updateRepository(id, settings, signal),
      },
      store: {
        read: async (name) => {
          const state = await states.read(name);
          return isState(state) ? state : undefined;
        },
        write: (name, state) => states.write(name, state),
        remove: (name) => states.remove(name),
      },
      memory: {
        read: async (id) => {
          const settings = await saved.read(`${id}`);
          return isSettings(settings) ? settings : undefined;
        },
        write: (id, settings) => saved.write(`${id}`, settings),
        remove: async (id) => {
          await Promise.all([saved.remove(`${id}`), saved.remove(`${id}-read`)]);
        },
        wasRead: async (id) => {
          const noted = await saved.read(`${id}-read`);
          return isJsonObject(noted) && noted.address === addressOf(connectionId);
        },
        noteRead: (id) => saved.write(`${id}-read`, { address: addressOf(connectionId) }),
      },
      queues: new Map(),
      copies: new Map(),
      settled: async () => {
        await Promise.all([states.settled(), saved.settled()]);
      },
    };
  }

  #memoryFolder(connectionId: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#around.storage, "svn-settings", connectionId);
  }
}

interface ConnectionCopies {
  readonly service: SettingsService;
  readonly store: SettingsStateStore;
  readonly memory: SettingsMemory;
  readonly queues: Map<number, WriteQueue>;
  readonly copies: Map<string, SettingsCopy>;
  /** Resolves once all that was to be written is. */
  settled(): Promise<void>;
}

/** Whether what was kept can be relied on: a base with all that a save reads of it. */
function isState(value: unknown): value is SavedSettingsState {
  return (
    isJsonObject(value) &&
    isJsonObject(value.base) &&
    isJsonObject(value.base.repository) &&
    isSettings(value.base.settings) &&
    (value.unanswered === undefined || isSettings(value.unanswered)) &&
    (value.settlement === undefined ||
      (isJsonObject(value.settlement) &&
        isJsonObject(value.settlement.outdated) &&
        Array.isArray(value.settlement.mineChosen)))
  );
}

function isSettings(value: unknown): value is SvnSettings {
  return readSettings(value) !== undefined;
}
