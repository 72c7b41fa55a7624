import { createHash } from "node:crypto";
import { isServiceError } from "../service/serviceError.ts";
import type { AnnouncedUpload } from "../service/uploads.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import { numberedName } from "./fileName.ts";
import { FileUpload, type UploadDependencies } from "./fileUpload.ts";
import { Persistence } from "./persistence.ts";
import type { UploadedFile } from "./ports.ts";
import { UploadFailure } from "./uploadFailure.ts";
import type { WatchedSource } from "./watchedSource.ts";

/** An upload at the service, with the name that it was announced by. */
type Place = AnnouncedUpload & { readonly name: string };

const maxNames = 9;

/**
 * Sends a file to a field by tus 1.0.0 (test/service/README.md, Uploads): it announces the file, sends it, and after a
 * break goes on from what the service has. An upload that the service no longer knows begins anew once.
 */
export class TusUpload extends FileUpload {
  readonly #fieldId: number;
  #place: Place | undefined;
  #uploaded: UploadedFile | undefined;
  /** The number of bytes that the service has; undefined until it is asked. */
  #offset: number | undefined;
  /** The most bytes that the service can have of this file: any more come from another window. */
  #sentBytes = 0;
  /** The number of bytes of this file that the service told of in answers to what was sent. */
  #toldBytes = 0;
  /**
   * The bytes that the service had after a lost answer, if they are more than it had told: another window may have sent
   * them. The service has no checksum, so they are read again once the file is complete, which is when the service
   * shows it.
   */
  #doubtfulBytes = 0;
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
    const isWhole = this.#toldBytes === this.sizeBytes && this.#doubtfulBytes === 0;
    const ownBytes = isWhole ? this.sizeBytes : Math.min(this.#sentBytes, this.sizeBytes - 1);
    this.#forgetPlace();
    // An empty file has no address: it needs no sending, and nothing can cancel it.
    return address === undefined ? undefined : (signal) => this.#cancel(address, ownBytes, signal);
  }

  /**
   * Cancels the upload, unless the service has more than `ownBytes`: another window may have sent its file to the same
   * place, or completed this one. A window that is about to send finds the place gone, and begins anew.
   */
  async #cancel(address: string, ownBytes: number, signal: AbortSignal): Promise<void> {
    const { service } = this.dependencies;
    const storedBytes = await service.readUploadOffset(address, signal);
    if (storedBytes <= ownBytes) {
      await service.cancelUpload(address, signal);
    }
  }

  /** Does one request more. It gives the file once the service has all of it. */
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
      if (!(await this.#isOwn(this.#place, signal))) {
        this.#leavePlace();
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
      this.#toldBytes = this.#offset;
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

  /** Gives the offset; undefined where it is more than was sent: others have announced a file of that name and size. */
  #plausible(offset: number): number | undefined {
    if (offset > this.#sentBytes) {
      this.#leavePlace();
      return undefined;
    }
    if (offset > this.#toldBytes) {
      this.#doubtfulBytes = offset;
    }
    return offset;
  }

  /**
   * Tells whether what the service has is this file.
   *
   * @throws UploadFailure where nobody can tell.
   */
  async #isOwn({ name, contentUrl }: Place, signal: AbortSignal): Promise<boolean> {
    if (this.#doubtfulBytes === 0) {
      return true;
    }
    if (contentUrl === undefined) {
      throw new UploadFailure("unsure", this.name);
    }
    const { mediaType } = this.file.source;
    const stored = { name, mediaType, sizeBytes: this.sizeBytes, contentUrl };
    const mine = await digest(this.file.bytes(0, signal), this.#doubtfulBytes);
    const theirs = await this.dependencies.service.openAttachment(stored, signal, ({ chunks }) =>
      digest(chunks, this.#doubtfulBytes),
    );
    if (theirs !== mine) {
      return false;
    }
    this.#toldBytes = this.sizeBytes;
    this.#doubtfulBytes = 0;
    return true;
  }

  #leavePlace(): void {
    this.#nameNumber++;
    this.#forgetPlace();
  }

  /**
   * Announces the file under a name that is free. A file of a name and size that was announced before is the same
   * upload: it may be of another file of this window, be left over, or be named in a text that is not saved yet, or
   * another window may go on with it. So it is left alone, and this file gets another name.
   */
  async #announce(signal: AbortSignal): Promise<Place> {
    while (this.#nameNumber <= maxNames) {
      const name = numberedName(this.name, this.#nameNumber);
      const place = await this.#announceAs(name, signal);
      if (place && (await this.#isEmptyPlace(place, signal))) {
        this.#offset = 0;
        return place;
      }
      this.#nameNumber++;
    }
    throw new UploadFailure("nameTaken", this.name);
  }

  /** Announces the file under that name; undefined where the name is taken. */
  async #announceAs(name: string, signal: AbortSignal): Promise<Place | undefined> {
    const { service, claimed } = this.dependencies;
    const { mediaType } = this.file.source;
    try {
      const announced = await service.announceUpload(
        this.#fieldId,
        { name, sizeBytes: this.sizeBytes, mediaType },
        signal,
      );
      // The claim has more than the id: a service that was set up anew gives its ids again.
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
    let isEmpty = false;
    try {
      isEmpty = (await this.dependencies.service.readUploadOffset(address, signal)) === 0;
      return isEmpty;
    } finally {
      if (!isEmpty) {
        this.dependencies.claimed.delete(id);
      }
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
    this.#toldBytes = 0;
    this.#doubtfulBytes = 0;
  }
}

/** Makes a digest of the first `sizeBytes`, which tells them from any others. */
async function digest(chunks: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<string> {
  const hash = createHash("sha256");
  let left = sizeBytes;
  for await (const chunk of chunks) {
    hash.update(chunk.subarray(0, left));
    left -= chunk.byteLength;
    if (left <= 0) {
      break;
    }
  }
  return hash.digest("hex");
}
