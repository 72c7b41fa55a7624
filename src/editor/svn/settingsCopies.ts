import * as vscode from "vscode";
import { addressDigest } from "../../core/connection/address.ts";
import { isJsonObject } from "../../core/model/json.ts";
import type { SvnSettings } from "../../core/model/svnRepository.ts";
import type { SettingsMemory, SettingsService } from "../../core/svn/ports.ts";
import { settingsCopy } from "../../core/svn/settingsKind.ts";
import { isSettings, settingsStates } from "../../core/svn/settingsStates.ts";
import type { SettingsTypes } from "../../core/svn/settingsTypes.ts";
import { WorkingCopies } from "../../core/workingCopy/workingCopies.ts";
import { DiskStateStore } from "../documents/diskStateStore.ts";
import { serviceAt } from "../services/serviceAt.ts";
import type { WindowServices } from "../services/services.ts";
import { JsonFiles, removeFolder } from "../storage/jsonFiles.ts";

/** This is raised when the shape of what is kept changes. */
const formatVersion = 1;

/** The working copies of settings in this window, one for each repository of which a document is open. */
export type SettingsCopies = WorkingCopies<SettingsTypes, ReturnType<typeof connect>>;

/** Makes the working copies of settings. */
export function settingsCopies(parts: WindowServices): SettingsCopies {
  return new WorkingCopies(
    (connectionId) => parts.registry.find(connectionId)?.url,
    (connectionId, address) => connect(connectionId, address, parts),
  );
}

function connect(connectionId: string, address: string, parts: WindowServices) {
  const { ownFolder, hosts, storage, registry, logFailure } = parts;
  const client = serviceAt(parts, connectionId, address);
  const service: SettingsService = {
    readRepository: async (id, signal) => (await client()).readRepository(id, signal),
    updateRepository: async (id, settings, signal) => (await client()).updateRepository(id, settings, signal),
  };
  const onFailure = (error: unknown) =>
    logFailure(`What settings of ${connectionId} were made from could not be kept`, error);
  const own = vscode.Uri.joinPath(ownFolder, connectionId, "svn");
  const store = new DiskStateStore<SettingsTypes>(own, hosts, settingsStates, address, onFailure);
  const shared = vscode.Uri.joinPath(storage, "svn-settings", connectionId);
  const saved = new JsonFiles(shared, formatVersion, onFailure);
  const memory = memoryIn(saved, address, () => registry.find(connectionId) !== undefined);
  return {
    store,
    memory,
    make: (repositoryId: number) => settingsCopy(repositoryId, { service, memory }, store),
    removeAll: async () => {
      await saved.settled();
      // The states of this window go too: a document that stays open would find them again at once.
      await Promise.all([removeFolder(shared), store.removeAll()]);
    },
  };
}

/**
 * Makes the memory of settings at one address. Settings that were noted at another address are not those of the
 * repositories at this one, and have files of their own: they are there again once the address is the old one. Nothing
 * is noted once `isThere` tells that the connection is gone.
 */
function memoryIn(files: JsonFiles, address: string, isThere: () => boolean): SettingsMemory {
  const here = addressDigest(address);
  const [savedOf, readOf] = [(id: number) => `${id}-${here}`, (id: number) => `${id}-${here}-read`];
  return {
    read: async (id) => {
      const noted = await files.read(savedOf(id));
      const settings = isJsonObject(noted) ? noted.settings : undefined;
      return isSettings(settings) ? (settings as unknown as SvnSettings) : undefined;
    },
    write: async (id, settings) => {
      const isWritten = !isThere() || (await files.write(savedOf(id), { address, settings }));
      // Where it cannot be written, what was noted before goes: it is not what the repository has now.
      return isWritten || (await files.remove(savedOf(id)));
    },
    remove: async (id) => {
      await Promise.all([files.remove(savedOf(id)), files.remove(readOf(id))]);
    },
    wasRead: async (id) => (await files.read(readOf(id))) !== undefined,
    noteRead: async (id) => isThere() && (await files.write(readOf(id), { address })),
  };
}
