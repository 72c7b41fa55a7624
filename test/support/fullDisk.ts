import type { PathLike } from "node:fs";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";

/** A disk without space. */
export interface FullDisk {
  /** There is space again. */
  end(): void;
}

/**
 * Takes the space from `folder` and what is below it: a file can still be made there, but of what is written nothing,
 * or only the first `written` characters, gets into it.
 */
export function fillDisk(folder: string, written = 0): FullDisk {
  const { writeFile } = files;
  const isFull = (file: unknown) => typeof file === "string" && file.startsWith(folder + path.sep);
  const writeNothing: typeof writeFile = async (file, data, options) => {
    if (!isFull(file)) {
      return await writeFile(file, data, options);
    }
    await writeFile(file, String(data).slice(0, written), options);
    const facts = { code: "ENOSPC", syscall: "write", path: String(file as PathLike) };
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), facts);
  };
  files.writeFile = writeNothing;
  syncBuiltinESMExports();
  return {
    end: () => {
      files.writeFile = writeFile;
      syncBuiltinESMExports();
    },
  };
}
