import type { AttachmentRoutes } from "../service/attachments.ts";
import type { UploadRoutes } from "../service/uploads.ts";
import { persist } from "./persistence.ts";
import type { Pause, UploadedFile } from "./ports.ts";
import { UploadFailure } from "./uploadFailure.ts";
import type { WatchedSource } from "./watchedSource.ts";

/** Sends files, and reads again what was sent. */
export type UploadService = UploadRoutes & Pick<AttachmentRoutes, "openAttachment">;

export interface UploadDependencies {
  readonly service: UploadService;
  readonly pause: Pause;
  /**
   * The announcements of this window's uploads, by their ids, so that no two files share an upload. The service never
   * gives the id of an attached upload to another file.
   */
  readonly claimed: Map<number, string>;
}

/** A broken connection may keep its upload locked for so long before it can be taken back. */
const takeBackMs = 10_000;

/**
 * Brings one file to the service, by whatever protocol. What was sent of a file that has changed meanwhile is taken
 * back; `run` takes the file as it is then when it is called again.
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
   * Sends what the service does not have yet. Called again it goes on; once the file is up it gives it at once.
   * `onProgress` is called with the number of bytes that have left, of the whole file.
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

  /** Has the service forget what was sent. It never throws: what cannot be taken back expires there. */
  async takeBack(): Promise<void> {
    const remove = this.forget();
    const signal = AbortSignal.timeout(takeBackMs);
    await persist(this.dependencies.pause, async () => remove?.(signal), signal).catch(() => undefined);
  }

  /** Does as `run`, for a file that has not changed. */
  protected abstract send(signal: AbortSignal, onProgress: (sentBytes: number) => void): Promise<UploadedFile>;

  /** Forgets all that was sent. Gives a function that removes it from the service; undefined where nothing is there. */
  protected abstract forget(): ((signal: AbortSignal) => Promise<void>) | undefined;
}
