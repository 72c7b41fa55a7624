import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

const unfinishedAfterMs = 30 * 24 * 3600 * 1000;

/** A crash leaves unfinished files with such names: `12-1.json.<uuid>`. */
const unfinishedName = /\.(json|lock)\.[0-9a-f-]{36}$/;

interface Writing {
  /** Waits until even a loss of power leaves the file. */
  readonly flush?: boolean;
  /** Puts `unfinished` in the place of `file`. */
  readonly replace?: (unfinished: string, file: string) => Promise<void>;
}

/**
 * Replaces `file` as a whole, so that a crash leaves the one before; makes its folder where there is none. Until it is
 * whole, each writing has a name of its own: windows that write at once never mix their words. It throws what the disk
 * says.
 */
export async function writeWhole(file: string, text: string, { flush, replace = rename }: Writing = {}): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  const write = () => writeFile(unfinished, text, { flush: flush === true });
  try {
    await write().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") {
        throw error;
      }
      await mkdir(path.dirname(file), { recursive: true });
      await write();
    });
    await replace(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Removes the files in `folder` that crashes left unfinished a month ago; `onFailure` hears of those that stay. */
export async function removeUnfinished(folder: string, onFailure: (error: unknown) => void): Promise<void> {
  // The folder is missing as long as nothing was kept.
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => unfinishedName.test(each))) {
    const file = path.join(folder, name);
    if (Date.now() - (await timeOf(file)) > unfinishedAfterMs) {
      await rm(file, { force: true }).catch(onFailure);
    }
  }
}

/** Gives the time at which the file was written, in milliseconds since 1970; 0 where there is none. */
async function timeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
}
