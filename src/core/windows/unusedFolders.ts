import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

const unusedAfterMs = 30 * 24 * 3600 * 1000;

/** These folders have words that a person has typed or sent: once the window is opened again, nothing else has them. */
const wordFolders = ["comments", "pending-comments", "comment-box"];

/**
 * Removes the folders in `all` of windows that nobody has used for a month, except `own`: what their documents were
 * made from can be read again. A folder with comments in it stays, however old. It never throws.
 */
export async function removeUnusedFolders(all: string, own: string): Promise<void> {
  // The folder is missing as long as nothing was kept.
  const names = await readdir(all).catch(() => []);
  for (const name of names) {
    const folder = path.join(all, name);
    // A folder that cannot be looked at may be in use.
    if (folder !== own && (await isUnused(folder).catch(() => false))) {
      // A first try may fail: another window may write into the folder, or a file watcher hold a file of it.
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    }
  }
}

/** Tells whether nobody has used the folder for a month. It throws what the disk says. */
async function isUnused(folder: string): Promise<boolean> {
  const inside = await readdir(folder, { recursive: true });
  if (inside.some(isOfWords)) {
    return false;
  }
  for (const name of ["", ...inside]) {
    // A window that is there writes the time of its lock again and again.
    if (Date.now() - (await stat(path.join(folder, name))).mtimeMs <= unusedAfterMs) {
      return false;
    }
  }
  return true;
}

function isOfWords(file: string): boolean {
  return (
    file.endsWith(".json") &&
    path
      .dirname(file)
      .split(path.sep)
      .some((folder) => wordFolders.includes(folder))
  );
}
