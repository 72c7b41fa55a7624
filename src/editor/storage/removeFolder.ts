import { rm } from "node:fs/promises";
import type { Uri } from "vscode";

/** Removes a folder of the extension's storage with all that is in it. Never throws: there may be none. */
export async function removeFolder(folder: Uri): Promise<void> {
  // Another window may write into it, or who watches files hold one of them.
  await rm(folder.fsPath, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}
