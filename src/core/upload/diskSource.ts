import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { mediaTypeOf } from "./fileName.ts";
import type { SourceLook, UploadSource } from "./ports.ts";

const pieceBytes = 1024 * 1024;

/** A file of this machine, read piece by piece, however large it is. */
export class DiskSource implements UploadSource {
  readonly name: string;
  readonly mediaType: string;
  readonly #path: string;

  constructor(path: string, name: string) {
    this.name = name;
    this.mediaType = mediaTypeOf(name);
    this.#path = path;
  }

  async look(): Promise<SourceLook> {
    const found = await stat(this.#path);
    if (found.isDirectory()) {
      return { kind: "directory" };
    }
    if (!found.isFile()) {
      throw new Error("Neither a file nor a folder");
    }
    return { kind: "file", sizeBytes: found.size, writtenAtMs: found.mtimeMs };
  }

  read(offset: number, signal: AbortSignal): AsyncIterable<Uint8Array> {
    return createReadStream(this.#path, { start: offset, highWaterMark: pieceBytes, signal });
  }
}
