import { usualChunkBytes } from "../service/chunkBytes.ts";
import { isOfNoRoute, isServiceError } from "../service/serviceError.ts";
import type { TemporaryLimits } from "../service/uploads.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import { FileUpload } from "./fileUpload.ts";
import { Persistence, persist } from "./persistence.ts";
import type { UploadedFile } from "./ports.ts";
import { UploadFailure } from "./uploadFailure.ts";

/** Sends a file to an older service: as a temporary file, in chunks of the size that the service tells. */
export class TemporaryUpload extends FileUpload {
  #fileId: number | undefined;
  /** The file, once all of it is there. When it is attached the service no longer knows it by that number. */
  #uploaded: UploadedFile | undefined;
  /** The number of chunks that the service has. */
  #chunks = 0;
  #offset = 0;
  /** The bytes of a chunk that the service may have as well, as no answer to it came. */
  #doubtfulBytes: number | undefined;

  protected async send(signal: AbortSignal, onProgress: (sentBytes: number) => void): Promise<UploadedFile> {
    this.#uploaded ??= await this.#sendRest(signal, onProgress);
    return this.#uploaded;
  }

  protected forget(): ((signal: AbortSignal) => Promise<void>) | undefined {
    const fileId = this.#fileId;
    this.#fileId = undefined;
    this.#uploaded = undefined;
    this.#chunks = 0;
    this.#offset = 0;
    this.#doubtfulBytes = undefined;
    return fileId === undefined ? undefined : (signal) => this.dependencies.service.deleteTemporaryFile(fileId, signal);
  }

  async #sendRest(signal: AbortSignal, onProgress: (sentBytes: number) => void): Promise<UploadedFile> {
    if (this.sizeBytes === 0) {
      throw new UploadFailure("empty", this.name);
    }
    // This comes before the limits are read: a chunk of an earlier run may have had another size.
    await this.#persist(() => this.#settleDoubt(signal), signal);
    if (this.#offset < this.sizeBytes) {
      const { chunkBytes } = await this.#limits(signal);
      await this.file.requireUnchanged();
      for await (const chunk of inChunksOf(chunkBytes, this.file.bytes(this.#offset, signal))) {
        await this.#sendChunk(chunk, signal);
        onProgress(this.#offset);
      }
    }
    await this.file.requireUnchanged();
    const fileId = this.#fileId ?? 0;
    const { service } = this.dependencies;
    const storedBytes = await this.#persist(() => service.readTemporarySize(fileId, signal), signal);
    if (storedBytes !== this.sizeBytes) {
      throw new UploadFailure("notWhole", this.name);
    }
    return { id: fileId, name: this.name, mediaType: this.file.source.mediaType };
  }

  /** @throws UploadFailure where there is no room for the file. */
  async #limits(signal: AbortSignal): Promise<TemporaryLimits> {
    const limits = await this.#toldLimits(signal);
    const { quotaBytes = Number.POSITIVE_INFINITY, usedBytes = 0 } = limits;
    const leftBytes = Math.max(0, quotaBytes - usedBytes);
    if (this.sizeBytes - this.#offset > leftBytes) {
      throw new UploadFailure("quota", this.name, { limitBytes: quotaBytes, leftBytes });
    }
    return limits;
  }

  async #sendChunk(chunk: Uint8Array, signal: AbortSignal): Promise<void> {
    if (this.#fileId === undefined) {
      this.#fileId = await this.#create(chunk, signal);
      this.#noteStored(chunk.byteLength);
    } else {
      await this.#append(this.#fileId, this.#chunks + 1, chunk, signal);
    }
  }

  #noteStored(bytes: number): void {
    this.#chunks++;
    this.#offset += bytes;
  }

  async #toldLimits(signal: AbortSignal): Promise<TemporaryLimits> {
    try {
      return await this.dependencies.service.readTemporaryLimits(signal);
    } catch (error) {
      if (!isOfNoRoute(error)) {
        throw error;
      }
      return { chunkBytes: usualChunkBytes }; // It may take files nevertheless.
    }
  }

  async #create(chunk: Uint8Array, signal: AbortSignal): Promise<number> {
    const { service, pause } = this.dependencies;
    const persistence = new Persistence(pause);
    for (;;) {
      try {
        return (await service.createTemporaryFile(this.file.source, chunk, signal)).id;
      } catch (error) {
        if (isServiceError(error) && error.kind === "notFound") {
          throw new UploadFailure("noUploads", this.name, { cause: error });
        }
        // What came of it disturbs nobody, and goes after three days. An overload passes, so it is sent again.
        const isOverload = isServiceError(error) && error.status === 503;
        if (mayHaveStored(error, "once") && !isOverload) {
          throw error;
        }
        await persistence.outlast(error, signal);
      }
    }
  }

  async #append(fileId: number, number: number, chunk: Uint8Array, signal: AbortSignal): Promise<void> {
    await this.#persist(async () => {
      await this.#settleDoubt(signal);
      if (this.#chunks < number) {
        this.#doubtfulBytes = chunk.byteLength;
        await this.dependencies.service.appendTemporaryFile(fileId, number, chunk, signal);
        this.#doubtfulBytes = undefined;
        this.#noteStored(chunk.byteLength);
      }
    }, signal);
  }

  /**
   * Finds out by the file's size whether the service has the chunk whose answer was lost.
   *
   * @throws UploadFailure where it has a part of the chunk, which nothing can complete.
   */
  async #settleDoubt(signal: AbortSignal): Promise<void> {
    if (this.#doubtfulBytes === undefined || this.#fileId === undefined) {
      return;
    }
    const addedBytes = (await this.dependencies.service.readTemporarySize(this.#fileId, signal)) - this.#offset;
    if (addedBytes === this.#doubtfulBytes) {
      this.#noteStored(addedBytes);
    } else if (addedBytes !== 0) {
      throw new UploadFailure("notWhole", this.name);
    }
    this.#doubtfulBytes = undefined;
  }

  /** @throws UploadFailure where the service has lost the file, as after some days: another run begins anew. */
  async #persist<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await persist(this.dependencies.pause, work, signal);
    } catch (error) {
      const isGone = isServiceError(error) && error.kind === "notFound";
      throw isGone ? new UploadFailure("notWhole", this.name, { cause: error }) : error;
    }
  }
}

/** Cuts content into pieces of `size` bytes; the last one may be smaller. */
async function* inChunksOf(size: number, parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = [];
  let count = 0;
  for await (const part of parts) {
    for (let at = 0; at < part.byteLength; ) {
      const piece = part.subarray(at, at + size - count);
      gathered.push(piece);
      count += piece.byteLength;
      at += piece.byteLength;
      if (count === size) {
        yield Buffer.concat(gathered);
        gathered = [];
        count = 0;
      }
    }
  }
  if (count > 0) {
    yield Buffer.concat(gathered);
  }
}
