import { isOfNoRoute, isServiceError } from "../service/serviceError.ts";
import type { TemporaryLimits } from "../service/uploads.ts";
import { usualChunkBytes } from "../service/usualChunkBytes.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import { FileUpload } from "./fileUpload.ts";
import { Persistence, persist } from "./persistence.ts";
import type { UploadedFile } from "./ports.ts";
import { UploadFailure } from "./uploadFailure.ts";

/** The way of a file to an older service: a temporary file, in chunks of the size that the service tells. */
export class TemporaryUpload extends FileUpload {
  #fileId: number | undefined;
  /** What the service has. */
  #chunks = 0;
  #offset = 0;
  /** Whether it may have the next chunk as well: the answer was lost. */
  #isDoubtful = false;

  protected async send(signal: AbortSignal, onProgress: (sentBytes: number) => void): Promise<UploadedFile> {
    if (this.sizeBytes === 0) {
      throw new UploadFailure("empty", this.name);
    }
    if (this.#offset < this.sizeBytes) {
      const { chunkBytes } = await this.#limits(signal);
      await this.file.requireUnchanged();
      for await (const chunk of inChunksOf(chunkBytes, this.file.bytes(this.#offset, signal))) {
        signal.throwIfAborted();
        await this.#sendChunk(chunk, signal);
        onProgress(this.#offset);
      }
    }
    await this.file.requireUnchanged();
    return { id: this.#fileId ?? 0, name: this.name, mediaType: this.file.source.mediaType };
  }

  protected forget(): ((signal: AbortSignal) => Promise<void>) | undefined {
    const fileId = this.#fileId;
    this.#fileId = undefined;
    this.#chunks = 0;
    this.#offset = 0;
    this.#isDoubtful = false;
    return fileId === undefined ? undefined : (signal) => this.dependencies.service.deleteTemporaryFile(fileId, signal);
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
    } else {
      await this.#append(this.#fileId, chunk, signal);
    }
    this.#chunks++;
    this.#offset += chunk.byteLength;
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
        if (mayHaveStored(error, "once")) {
          throw error; // What came of it is in the way of nobody, and is removed after three days.
        }
        await persistence.outlast(error, signal);
      }
    }
  }

  /** Of a chunk whose answer was lost the size of the file tells whether it is in it. */
  async #append(fileId: number, chunk: Uint8Array, signal: AbortSignal): Promise<void> {
    const { service, pause } = this.dependencies;
    const append = async () => {
      const isThere = this.#isDoubtful && (await service.readTemporarySize(fileId, signal)) > this.#offset;
      this.#isDoubtful = true;
      if (!isThere) {
        await service.appendTemporaryFile(fileId, this.#chunks + 1, chunk, signal);
      }
      this.#isDoubtful = false;
    };
    await persist(pause, append, signal);
  }
}

/** The same bytes in pieces of `size`, the last of them smaller. */
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
