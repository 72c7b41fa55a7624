import { TransferProgress, type TransferState } from "../util/transferProgress.ts";
import type { FileField } from "./attachTarget.ts";
import type { FileUpload, UploadService } from "./fileUpload.ts";
import type { Pause, UploadedFile, UploadSource } from "./ports.ts";
import { TemporaryUpload } from "./temporaryUpload.ts";
import { TusUpload } from "./tusUpload.ts";
import { WatchedSource } from "./watchedSource.ts";

/** No more uploads run at once: more would share the same line, and keep it from everything else. */
const maxAtOnce = 2;

/** Sends the files of a window: two at a time, the rest wait. */
export class Uploads {
  readonly #slots = new Slots(maxAtOnce);
  readonly #pause: Pause;
  readonly #claimed = new Map<string, Map<number, string>>();

  constructor(pause: Pause) {
    this.#pause = pause;
  }

  /**
   * Makes the uploads of `sources` to a field, and sends nothing yet.
   *
   * @throws UploadFailure for the first that cannot go there.
   */
  async prepare(
    connectionId: string,
    service: UploadService,
    field: FileField,
    sources: readonly UploadSource[],
  ): Promise<readonly FileUpload[]> {
    const { fieldId, takesUploads, maxUploadBytes } = field;
    const files = await Promise.all(sources.map((source) => WatchedSource.of(source, maxUploadBytes)));
    const dependencies = { service, pause: this.#pause, claimed: this.#claimedOf(connectionId) };
    return files.map((file) =>
      takesUploads ? new TusUpload(dependencies, fieldId, file) : new TemporaryUpload(dependencies, file),
    );
  }

  /**
   * Sends them all, except those that are up already. When one fails, the others stop where they are.
   *
   * @throws UploadFailure, `ServiceError`, and the reason of `signal` when that aborts.
   */
  async send(
    uploads: readonly Pick<FileUpload, "sizeBytes" | "run">[],
    signal: AbortSignal,
    onProgress: (state: TransferState) => void,
  ): Promise<readonly UploadedFile[]> {
    const progress = new TransferProgress(uploads.map(({ sizeBytes }) => sizeBytes));
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    let failure: { readonly error: unknown } | undefined;
    const sending = uploads.map(async (upload, index) => {
      try {
        return await this.#slots.run(
          () => upload.run(either, (sentBytes) => onProgress(progress.note(index, sentBytes))),
          either,
        );
      } catch (error) {
        failure ??= { error };
        stop.abort();
        return undefined;
      }
    });
    const files = await Promise.all(sending);
    // The last request may have been answered before anything noticed that somebody had given up.
    signal.throwIfAborted();
    if (failure) {
      throw failure.error;
    }
    return files.filter((file) => file !== undefined);
  }

  #claimedOf(connectionId: string): Map<number, string> {
    const claimed = this.#claimed.get(connectionId) ?? new Map<number, string>();
    this.#claimed.set(connectionId, claimed);
    return claimed;
  }

  /** Forgets all that was sent there. */
  async forget(connectionId: string): Promise<void> {
    this.#claimed.delete(connectionId);
  }
}

/** Lets so many pieces of work go on at once; the rest wait in their order. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs `work` when it has its turn. It throws the reason of `signal` when that aborts before `work` has begun. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      const place = this.#waiting.indexOf(resolve);
      // One that has its turn, and is only about to learn of it, is no longer in the list.
      if (place >= 0) {
        this.#waiting.splice(place, 1);
        reject(signal.reason);
      }
    };
    this.#waiting.push(resolve);
    signal.addEventListener("abort", giveUp);
    await promise.finally(() => signal.removeEventListener("abort", giveUp));
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#free++;
    }
  }
}
