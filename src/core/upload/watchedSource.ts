import type { FileLook, UploadSource } from "./ports.ts";
import { UploadFailure } from "./uploadFailure.ts";

/** A file that has to stay as it was when it was first looked at, and gives exactly as many bytes as it had then. */
export class WatchedSource {
  readonly source: UploadSource;
  readonly #maxBytes: number;
  #look: FileLook = { kind: "file", sizeBytes: 0, writtenAtMs: 0 };
  #failure: unknown;

  private constructor(source: UploadSource, maxBytes: number) {
    this.source = source;
    this.#maxBytes = maxBytes;
  }

  /** @throws UploadFailure for a directory, for what cannot be read, and for what has more than `maxBytes`. */
  static async of(source: UploadSource, maxBytes = Number.POSITIVE_INFINITY): Promise<WatchedSource> {
    const file = new WatchedSource(source, maxBytes);
    await file.lookAgain();
    return file;
  }

  get sizeBytes(): number {
    return this.#look.sizeBytes;
  }

  /** Looks again: the file has to stay as it is now. Throws as `of`. */
  async lookAgain(): Promise<void> {
    const look = await fileAt(this.source);
    const { name, maxHeldBytes = Number.POSITIVE_INFINITY } = this.source;
    if (look.sizeBytes > this.#maxBytes) {
      throw new UploadFailure("tooLarge", name, { limitBytes: this.#maxBytes });
    }
    if (look.sizeBytes > maxHeldBytes) {
      throw new UploadFailure("tooLargeToHold", name, { limitBytes: maxHeldBytes });
    }
    this.#look = look;
  }

  /** Gives the error that kept the bytes from being read, since `bytes` was called last. */
  get failure(): unknown {
    return this.#failure;
  }

  /** @throws UploadFailure unless the file is as it was. */
  async requireUnchanged(): Promise<void> {
    const { sizeBytes, writtenAtMs } = await fileAt(this.source);
    if (sizeBytes !== this.#look.sizeBytes || writtenAtMs !== this.#look.writtenAtMs) {
      throw new UploadFailure("changed", this.source.name);
    }
  }

  /** Gives the bytes from `offset` on. What goes wrong with the file is thrown, and kept as `failure`. */
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
