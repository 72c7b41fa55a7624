import { isServiceError } from "../service/serviceError.ts";
import { numberedName } from "./fileName.ts";
import { Persistence } from "./persistence.ts";
import type { Pause, Upload, UploadedFile, UploadService } from "./ports.ts";
import { UploadFailure } from "./uploadFailure.ts";
import type { WatchedSource } from "./watchedSource.ts";

export interface TusDependencies {
  readonly service: UploadService;
  readonly pause: Pause;
  /** What was announced by the ids of this window's uploads that are not attached yet, so that no two files share one. */
  readonly claimed: Map<number, string>;
}

/** What a service has of a file. */
interface Place {
  readonly id: number;
  readonly name: string;
  readonly contentUrl?: string;
  /** Undefined for an empty file: it is complete. */
  readonly address?: string;
}

const mostNames = 9;
/** How long a broken connection may keep its upload locked until it can be taken back. */
const takeBackMs = 10_000;

/**
 * The way of a file to a field by tus 1.0.0 (test/service/README.md, Uploads): announced, sent, and after a break gone on
 * with from what the service has. An upload that the service no longer knows begins anew once.
 */
export class TusUpload implements Upload {
  readonly #dependencies: TusDependencies;
  readonly #fieldId: number;
  readonly #file: WatchedSource;
  #place: Place | undefined;
  #uploaded: UploadedFile | undefined;
  /** What the service has; undefined until it is asked. */
  #offset: number | undefined;
  /** The most that the service can have of this file. */
  #sentBytes = 0;
  #isRenewed = false;
  #nameNumber = 1;

  constructor(dependencies: TusDependencies, fieldId: number, file: WatchedSource) {
    this.#dependencies = dependencies;
    this.#fieldId = fieldId;
    this.#file = file;
  }

  get name(): string {
    return this.#file.source.name;
  }

  get sizeBytes(): number {
    return this.#file.sizeBytes;
  }

  async run(signal: AbortSignal, onProgress: (sentBytes: number) => void): Promise<UploadedFile> {
    const persistence = new Persistence(this.#dependencies.pause);
    let farthest = 0;
    while (!this.#uploaded) {
      signal.throwIfAborted();
      try {
        this.#uploaded = await this.#step(signal, onProgress);
      } catch (error) {
        if (error instanceof UploadFailure) {
          await this.takeBack();
          throw error;
        }
        if (!this.#beginsAnew(error)) {
          await persistence.outlast(error, signal);
        }
      }
      if ((this.#offset ?? 0) > farthest) {
        farthest = this.#offset ?? 0;
        persistence.succeed();
      }
    }
    return this.#uploaded;
  }

  async takeBack(): Promise<void> {
    const place = this.#place;
    this.#forgetPlace();
    if (place?.address === undefined) {
      return; // Of an empty file there is nothing to send, and no way to cancel it.
    }
    const { service, pause } = this.#dependencies;
    const signal = AbortSignal.timeout(takeBackMs);
    const persistence = new Persistence(pause);
    for (let isDone = false; !isDone; ) {
      try {
        await service.cancelUpload(place.address, signal);
        isDone = true;
      } catch (error) {
        // It expires.
        isDone = await persistence.outlast(error, signal).then(
          () => false,
          () => true,
        );
      }
    }
  }

  /** One request further; the file once the service has all of it. */
  async #step(signal: AbortSignal, onProgress: (sentBytes: number) => void): Promise<UploadedFile | undefined> {
    const { service } = this.#dependencies;
    this.#place ??= await this.#announce(signal);
    const { address } = this.#place;
    if (address !== undefined) {
      this.#offset ??= this.#plausible(await service.readUploadOffset(address, signal));
      if (this.#offset === undefined) {
        return undefined;
      }
      onProgress(this.#offset);
      if (this.#offset < this.sizeBytes) {
        await this.#send(address, this.#offset, signal, onProgress);
        return undefined;
      }
    }
    await this.#file.requireUnchanged();
    const { id, name, contentUrl } = this.#place;
    return { id, name, mediaType: this.#file.source.mediaType, ...(contentUrl !== undefined && { contentUrl }) };
  }

  async #send(
    address: string,
    offset: number,
    signal: AbortSignal,
    onProgress: (sentBytes: number) => void,
  ): Promise<void> {
    await this.#file.requireUnchanged();
    this.#offset = undefined;
    const content = {
      sizeBytes: this.sizeBytes - offset,
      chunks: () => this.#countingSent(this.#file.bytes(offset, signal), offset),
      onSent: (bytes: number) => onProgress(offset + bytes),
    };
    try {
      this.#offset = await this.#dependencies.service.sendUpload(address, offset, content, signal);
    } catch (error) {
      throw this.#file.failure && !signal.aborted ? this.#file.failure : error;
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
   * The same name and size is the same upload, whatever it holds: of another file of this window, or one that was left over.
   * What is complete may be named in a text that is not saved yet, so the file gets another name; what is not is taken away.
   */
  async #announce(signal: AbortSignal): Promise<Place> {
    while (this.#nameNumber <= mostNames) {
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
    const { service, claimed } = this.#dependencies;
    const { mediaType } = this.#file.source;
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
      return (await this.#dependencies.service.readUploadOffset(address, signal)) === 0;
    } catch (error) {
      this.#dependencies.claimed.delete(id);
      throw error;
    }
  }

  /** Whether the unfinished rest of another upload was taken away. */
  async #clear({ id, address = "" }: Place, signal: AbortSignal): Promise<boolean> {
    const { service, claimed } = this.#dependencies;
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

  #beginsAnew(error: unknown): boolean {
    const isGone = isServiceError(error) && error.kind === "notFound" && this.#place !== undefined;
    if (!isGone || this.#isRenewed) {
      return false;
    }
    this.#isRenewed = true;
    this.#forgetPlace();
    return true;
  }

  #forgetPlace(): void {
    if (this.#place) {
      this.#dependencies.claimed.delete(this.#place.id);
    }
    this.#place = undefined;
    this.#uploaded = undefined;
    this.#offset = undefined;
    this.#sentBytes = 0;
  }
}
