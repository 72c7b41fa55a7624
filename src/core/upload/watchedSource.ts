import type { FileLook, UploadSource } from "./ports.ts";
import { UploadFailure } from "./uploadFailure.ts";

/** A file that has to stay as it was when it was first looked at, and gives exactly as many bytes as it had then. */
export class WatchedSource {
  readonly source: UploadSource;
  readonly sizeBytes: number;
  readonly #first: FileLook;
  #failure: unknown;

  private constructor(source: UploadSource, first: FileLook) {
    this.source = source;
    this.sizeBytes = first.sizeBytes;
    this.#first = first;
  }

  /** @throws UploadFailure for a directory, and for what cannot be read. */
  static async of(source: UploadSource): Promise<WatchedSource> {
    return new WatchedSource(source, await fileAt(source));
  }

  /** What kept the bytes from being read, since `bytes` was called last. */
  get failure(): unknown {
    return this.#failure;
  }

  /** @throws UploadFailure unless the file is as it was. */
  async requireUnchanged(): Promise<void> {
    const { sizeBytes, writtenAtMs } = await fileAt(this.source);
    if (sizeBytes !== this.#first.sizeBytes || writtenAtMs !== this.#first.writtenAtMs) {
      throw new UploadFailure("changed", this.source.name);
    }
  }

  /** What follows `offset`. Throws, and keeps as `failure`, what went wrong with the file. */
  async *bytes(offset: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    this.#failure = undefined;
    let at = offset;
    try {
      for await (const chunk of this.source.read(offset, signal)) {
        at += chunk.byteLength;
        if (at > this.sizeBytes) {
          throw new UploadFailure("changed", this.source.name);
        }
        yield chunk;
      }
      if (at < this.sizeBytes) {
        throw new UploadFailure("changed", this.source.name);
      }
    } catch (error) {
      this.#failure =
        error instanceof UploadFailure ? error : new UploadFailure("unreadable", this.source.name, { cause: error });
      throw this.#failure;
    }
  }
}

async function fileAt(source: UploadSource): Promise<FileLook> {
  const look = await source.look().catch((cause: unknown) => {
    throw new UploadFailure("unreadable", source.name, { cause });
  });
  if (look.kind === "directory") {
    throw new UploadFailure("directory", source.name);
  }
  return look;
}
