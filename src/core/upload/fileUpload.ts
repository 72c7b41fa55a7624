import type { AttachmentRoutes } from "../service/attachments.ts";
import type { UploadRoutes } from "../service/uploads.ts";
import { persist } from "./persistence.ts";
import type { Pause, UploadedFile } from "./ports.ts";
import { UploadFailure } from "./uploadFailure.ts";
import type { WatchedSource } from "./watchedSource.ts";

/** What sends files, and reads again what was sent. */
export type UploadService = UploadRoutes & Pick<AttachmentRoutes, "openAttachment">;

export interface UploadDependencies {
  readonly service: UploadService;
  readonly pause: Pause;
  /**
   * What was announced by the ids of this window's uploads, so that no two files share one. Once it is attached the
   * service gives an id to no other file any more.
   */
  readonly claimed: Map<number, string>;
}

/** How long a broken connection may keep its upload locked until it can be taken back. */
const takeBackMs = 10_000;

/**
 * The way of one file to the service, by whatever protocol. What went up of a file that turns out not to be as it was
 * is taken back; run again, it takes the file as it is then.
 */
export abstract class FileUpload {
  protected readonly dependencies: UploadDependencies;
  protected readonly file: WatchedSource;
  #hasFailed = false;

  constructor(dependencies: UploadDependencies, file: WatchedSource) {
    this.dependencies = dependencies;
    this.file = file;
  }

  get name(): string {
    return this.file.source.name;
  }

  get sizeBytes(): number {
    return this.file.sizeBytes;
  }

  /**
   * Sends what the service does not have yet: called again it goes on, and of what is up it gives the file at once.
   * `onProgress` is called with the bytes that have left of all.
   *
   * @throws UploadFailure, `ServiceError`, and the reason of `signal` when that aborts.
   */
  async run(signal: AbortSignal, onProgress: (sentBytes: number) => void): Promise<UploadedFile> {
    if (this.#hasFailed) {
      await this.file.lookAgain();
      this.#hasFailed = false;
    }
    try {
      return await this.send(signal, onProgress);
    } catch (error) {
      if (error instanceof UploadFailure) {
        this.#hasFailed = true;
        await this.takeBack();
      }
      throw error;
    }
  }

  /** Has the service forget what was sent. Never throws: what cannot be taken back expires there. */
  async takeBack(): Promise<void> {
    const remove = this.forget();
    const signal = AbortSignal.timeout(takeBackMs);
    await persist(this.dependencies.pause, async () => remove?.(signal), signal).catch(() => undefined);
  }

  /** As `run`, for a file that is as it was. */
  protected abstract send(signal: AbortSignal, onProgress: (sentBytes: number) => void): Promise<UploadedFile>;

  /**
   * From here on nothing has been sent. Gives what removes it from the service; undefined where it has nothing to
   * remove.
   */
  protected abstract forget(): ((signal: AbortSignal) => Promise<void>) | undefined;
}
