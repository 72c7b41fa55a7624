import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import * as vscode from "vscode";
import { commands, type Memento } from "vscode";
import { forgetAll } from "../../core/connection/forgetAll.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { Hosts } from "../../core/windows/hosts.ts";
import { Leases } from "../../core/windows/leases.ts";
import { removeUnusedFolders } from "../../core/windows/unusedFolders.ts";
import { contextKeys } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { removeFolder } from "../storage/jsonFiles.ts";

/** Makes what belongs to this window alone: its folder in the storage of the extension, and leases. */
export function createWindow({ storage, logFailure }: Services, workspaceState: Memento, store: DisposableStore) {
  const ownFolder = windowFolder(storage, workspaceState);
  const leases = store.add(
    new Leases(
      () => commands.executeCommand("setContext", contextKeys.isThere, true),
      (error) => logFailure("Holding what one window has alone", error),
    ),
  );
  const hosts = new Hosts(ownFolder.fsPath, leases);
  void removeUnusedFolders(allWindows(storage).fsPath, ownFolder.fsPath);
  return {
    ownFolder,
    hosts,
    leases,
    /** Drops what any window keeps of a connection. */
    forget: (connectionId: string) => forgetConnection(storage, connectionId),
  };
}

const windowKey = "artifactDesk.window";

/**
 * Gives the folder for what this window keeps over a reload. Its name is kept in the workspace's storage, as that, like
 * the unsaved texts themselves, belongs to one window even where no folder is open.
 */
function windowFolder(storage: vscode.Uri, workspaceState: vscode.Memento): vscode.Uri {
  let name = workspaceState.get<string>(windowKey);
  if (name === undefined) {
    name = randomUUID();
    // Where the name could not be kept, a restored text is compared with the service before it is sent, no more.
    void workspaceState.update(windowKey, name);
  }
  return vscode.Uri.joinPath(allWindows(storage), name);
}

/** Removes what is kept for a connection, by this window or any other. Throws what the disk says. */
async function forgetConnection(storage: vscode.Uri, connectionId: string): Promise<void> {
  const windows = await foldersIn(allWindows(storage));
  const keepers = windows.map((window) => ({
    forget: (id: string) => removeFolder(vscode.Uri.joinPath(window, id)),
  }));
  await forgetAll(keepers, connectionId);
}

function allWindows(storage: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(storage, "working-copies");
}

async function foldersIn(folder: vscode.Uri): Promise<readonly vscode.Uri[]> {
  // Without the folder nothing was ever kept.
  const children = await readdir(folder.fsPath, { withFileTypes: true }).catch(() => []);
  return children.filter((child) => child.isDirectory()).map(({ name }) => vscode.Uri.joinPath(folder, name));
}
