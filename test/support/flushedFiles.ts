import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";

/**
 * Tells of each file in `folder` that is written so that a loss of power leaves it, by the name that it has in the end.
 */
export function watchFlushed(folder: string, onFlushed: (file: string) => void): { end(): void } {
  const { writeFile } = files;
  files.writeFile = async (file, data, options) => {
    await writeFile(file, data, options);
    const isFlushed = typeof options === "object" && options?.flush === true;
    if (isFlushed && typeof file === "string" && path.dirname(file) === folder) {
      onFlushed(file.replace(/\.[0-9a-f-]{36}$/, ""));
    }
  };
  syncBuiltinESMExports();
  return {
    end: () => {
      files.writeFile = writeFile;
      syncBuiltinESMExports();
    },
  };
}
