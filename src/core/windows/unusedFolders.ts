import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

const unusedAfterMs = 30 * 24 * 3600 * 1000;

/** The folders of what a person has typed, or has sent: nothing else tells that once the window is opened again. */
const wordFolders = ["comments", "pending-comments", "comment-box"];

/**
 * Removes the folders in `all` of windows that nobody has used for a month, but `own`: what their documents were made
 * from is read anew. One with comments in it stays, however old. Never throws.
 */
export async function removeUnusedFolders(all: string, own: string): Promise<void> {
  // Without the folder nothing was ever kept.
  const names = await readdir(all).catch(() => []);
  for (const name of names) {
    const folder = path.join(all, name);
    // What cannot be looked at may be in use.
    if (folder !== own && (await isUnused(folder).catch(() => false))) {
      // Another window may write into it, or who watches files hold one of them.
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    }
  }
}

/** Throws what the disk says. */
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
