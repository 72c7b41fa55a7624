import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { mediaTypeOf } from "./fileName.ts";
import type { UploadSource } from "./ports.ts";

const pieceBytes = 1024 * 1024;

/** Makes a source of a file of this machine, which is read piece by piece, however large it is. */
export function diskSource(path: string, name: string): UploadSource {
  return {
    name,
    mediaType: mediaTypeOf(name),
    look: async () => {
      const found = await stat(path);
      if (found.isDirectory()) {
        return { kind: "directory" };
      }
      if (!found.isFile()) {
        throw new Error("Neither a file nor a folder");
      }
      return { kind: "file", sizeBytes: found.size, writtenAtMs: found.mtimeMs };
    },
    read: (offset, signal) => createReadStream(path, { start: offset, highWaterMark: pieceBytes, signal }),
  };
}
