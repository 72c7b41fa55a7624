import { isServiceError } from "../service/serviceError.ts";
import type { AnnouncedUpload } from "../service/uploads.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import { numberedName } from "./fileName.ts";
import { FileUpload, type UploadDependencies } from "./fileUpload.ts";
import { Persistence } from "./persistence.ts";
import type { UploadedFile } from "./ports.ts";
import { UploadFailure } from "./uploadFailure.ts";
import type { WatchedSource } from "./watchedSource.ts";

/** What a service has of a file, under a name. */
type Place = AnnouncedUpload & { readonly name: string };

const maxNames = 9;

/**
 * The way of a file to a field by tus 1.0.0 (test/service/README.md, Uploads): announced, sent, and after a break gone
 * on with from what the service has. An upload that the service no longer knows begins anew once.
 */
export class TusUpload extends FileUpload {
  readonly #fieldId: number;
  #place: Place | undefined;
  #uploaded: UploadedFile | undefined;
  /** What the service has; undefined until it is asked. */
  #offset: number | undefined;
  /** The most that the service can have of this file: what else it has is of another window. */
  #sentBytes = 0;
  #nameNumber = 1;

  constructor(dependencies: UploadDependencies, fieldId: number, file: WatchedSource) {
    super(dependencies, file);
    this.#fieldId = fieldId;
  }

  protected async send(signal: AbortSignal, onProgress: (sentBytes: number) => void): Promise<UploadedFile> {
    const persistence = new Persistence(this.dependencies.pause);
    let farthest = 0;
    let isRenewed = false;
    while (!this.#uploaded) {
      signal.throwIfAborted();
      try {
        this.#uploaded = await this.#step(signal, onProgress);
      } catch (error) {
        const isGone = this.#isGone(error);
        if (isGone) {
          this.#forgetPlace();
        }
        if (!isGone || isRenewed) {
          await persistence.outlast(error, signal);
        }
        isRenewed ||= isGone;
      }
      if ((this.#offset ?? 0) > farthest) {
        farthest = this.#offset ?? 0;
        persistence.succeed();
      }
    }
    return this.#uploaded;
  }

  protected forget(): ((signal: AbortSignal) => Promise<void>) | undefined {
    const address = this.#place?.address;
    const isWhole = this.#offset === this.sizeBytes;
    const ownBytes = isWhole ? this.sizeBytes : Math.min(this.#sentBytes, this.sizeBytes - 1);
    this.#forgetPlace();
    // Of an empty file there is nothing to send, and no way to cancel it.
    return address === undefined ? undefined : (signal) => this.#cancel(address, ownBytes, signal);
  }

  /**
   * Another window may have sent its file to the same place: that is left alone, and so is what is complete without the
   * service's having said so to this one.
   */
  async #cancel(address: string, ownBytes: number, signal: AbortSignal): Promise<void> {
    const { service } = this.dependencies;
    if ((await service.readUploadOffset(address, signal)) <= ownBytes) {
      await service.cancelUpload(address, signal);
    }
  }

  /** One request further; the file once the service has all of it. */
  async #step(signal: AbortSignal, onProgress: (sentBytes: number) => void): Promise<UploadedFile | undefined> {
    const { service } = this.dependencies;
    this.#place ??= await this.#announce(signal);
    const { address } = this.#place;
    if (address !== undefined) {
      if (this.#offset === undefined) {
        this.#offset = this.#plausible(await service.readUploadOffset(address, signal));
        return undefined;
      }
      onProgress(this.#offset);
      if (this.#offset < this.sizeBytes) {
        await this.#sendFrom(address, this.#offset, signal, onProgress);
        return undefined;
      }
    }
    await this.file.requireUnchanged();
    const { address: _, ...uploaded } = this.#place;
    return { ...uploaded, mediaType: this.file.source.mediaType };
  }

  async #sendFrom(
    address: string,
    offset: number,
    signal: AbortSignal,
    onProgress: (sentBytes: number) => void,
  ): Promise<void> {
    await this.file.requireUnchanged();
    this.#offset = undefined;
    const sentBefore = this.#sentBytes;
    const content = {
      sizeBytes: this.sizeBytes - offset,
      chunks: () => this.#countingSent(this.file.bytes(offset, signal), offset),
      onSent: (bytes: number) => onProgress(offset + bytes),
    };
    try {
      this.#offset = await this.dependencies.service.sendUpload(address, offset, content, signal);
    } catch (error) {
      if (!mayHaveStored(error, "once")) {
        this.#sentBytes = sentBefore; // What the service refused is not what it has by now.
      }
      throw this.file.failure && !signal.aborted ? this.file.failure : error;
    }
  }

  async *#countingSent(chunks: AsyncIterable<Uint8Array>, offset: number): AsyncGenerator<Uint8Array> {
    let at = offset;
    for await (const chunk of chunks) {
      at += chunk.byteLength;
      this.#sentBytes = Math.max(this.#sentBytes, at);
      yield chunk;
    }
  }

  /** More than was sent is not of this file: somebody else has announced one of the same name and size. */
  #plausible(offset: number): number | undefined {
    if (offset <= this.#sentBytes) {
      return offset;
    }
    this.#nameNumber++;
    this.#forgetPlace();
    return undefined;
  }

  /**
   * The same name and size is the same upload, whatever it holds: of another file of this window, or one that was left
   * over. What is complete may be named in a text that is not saved yet, so the file gets another name; what is not is
   * taken away.
   */
  async #announce(signal: AbortSignal): Promise<Place> {
    while (this.#nameNumber <= maxNames) {
      const name = numberedName(this.name, this.#nameNumber);
      const place = await this.#announceAs(name, signal);
      if (place && (await this.#isEmptyPlace(place, signal))) {
        this.#offset = 0;
        return place;
      }
      if (!place || !(await this.#clear(place, signal))) {
        this.#nameNumber++;
      }
    }
    throw new UploadFailure("nameTaken", this.name);
  }

  /** Undefined where the name is taken. */
  async #announceAs(name: string, signal: AbortSignal): Promise<Place | undefined> {
    const { service, claimed } = this.dependencies;
    const { mediaType } = this.file.source;
    try {
      const announced = await service.announceUpload(
        this.#fieldId,
        { name, sizeBytes: this.sizeBytes, mediaType },
        signal,
      );
      // A service that was set up anew gives its ids again.
      const claim = `${this.#fieldId}/${this.sizeBytes}/${name}`;
      if (claimed.get(announced.id) === claim) {
        return undefined;
      }
      claimed.set(announced.id, claim);
      return { ...announced, name };
    } catch (error) {
      if (isServiceError(error) && error.status === 409) {
        return undefined;
      }
      throw error;
    }
  }

  async #isEmptyPlace({ id, address }: Place, signal: AbortSignal): Promise<boolean> {
    if (address === undefined) {
      return true;
    }
    try {
      return (await this.dependencies.service.readUploadOffset(address, signal)) === 0;
    } catch (error) {
      this.dependencies.claimed.delete(id);
      throw error;
    }
  }

  /** Whether the unfinished rest of another upload was taken away. */
  async #clear({ id, address = "" }: Place, signal: AbortSignal): Promise<boolean> {
    const { service, claimed } = this.dependencies;
    claimed.delete(id);
    if ((await service.readUploadOffset(address, signal)) >= this.sizeBytes) {
      return false;
    }
    try {
      await service.cancelUpload(address, signal);
      return true;
    } catch (error) {
      if (isServiceError(error) && error.status === 423) {
        return false; // Another window is sending it.
      }
      throw error;
    }
  }

  #isGone(error: unknown): boolean {
    return isServiceError(error) && error.kind === "notFound" && this.#place !== undefined;
  }

  #forgetPlace(): void {
    if (this.#place) {
      this.dependencies.claimed.delete(this.#place.id);
    }
    this.#place = undefined;
    this.#uploaded = undefined;
    this.#offset = undefined;
    this.#sentBytes = 0;
  }
}
