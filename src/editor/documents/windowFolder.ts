import { randomUUID } from "node:crypto";
import * as vscode from "vscode";

const windowKey = "artifactDesk.window";
const unusedAfterMs = 30 * 24 * 3600 * 1000;

/**
 * The folder for what this window keeps over a reload. The workspace's storage gives it its name, since that, like the
 * unsaved texts themselves, belongs to one window even where no folder is open.
 */
export function windowFolder(storage: vscode.Uri, workspaceState: vscode.Memento): vscode.Uri {
  let name = workspaceState.get<string>(windowKey);
  if (name === undefined) {
    name = randomUUID();
    // A name that could not be kept only means that a restored text is compared with the service before it is sent.
    void workspaceState.update(windowKey, name);
  }
  return vscode.Uri.joinPath(allWindows(storage), name);
}

/** Removes what is kept for a connection, by this window or any other. */
export async function forgetConnection(storage: vscode.Uri, connectionId: string): Promise<void> {
  for (const window of await foldersIn(allWindows(storage))) {
    await removeFolder(vscode.Uri.joinPath(window, connectionId));
  }
}

/** Removes the folders of windows that nobody has used for a month. */
export async function removeUnusedFolders(storage: vscode.Uri, own: vscode.Uri): Promise<void> {
  for (const window of await foldersIn(allWindows(storage))) {
    const connections = await foldersIn(window);
    const lastUse = await Promise.all(
      [window, ...connections].map(async (folder) => (await statOf(folder))?.mtime ?? 0),
    );
    if (window.toString() !== own.toString() && Date.now() - Math.max(...lastUse) > unusedAfterMs) {
      await removeFolder(window);
    }
  }
}

function allWindows(storage: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(storage, "working-copies");
}

async function foldersIn(folder: vscode.Uri): Promise<readonly vscode.Uri[]> {
  try {
    const children = await vscode.workspace.fs.readDirectory(folder);
    return children.flatMap(([name, type]) =>
      type === vscode.FileType.Directory ? [vscode.Uri.joinPath(folder, name)] : [],
    );
  } catch {
    // Nothing was ever kept.
    return [];
  }
}

async function statOf(folder: vscode.Uri): Promise<vscode.FileStat | undefined> {
  try {
    return await vscode.workspace.fs.stat(folder);
  } catch {
    // Another window has removed it.
    return undefined;
  }
}

async function removeFolder(folder: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.delete(folder, { recursive: true });
  } catch {
    // There was none, or another window has removed it.
  }
}
