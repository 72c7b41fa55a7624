import { TransferProgress, type TransferState } from "../util/transferProgress.ts";
import type { FileField } from "./attachTarget.ts";
import type { FileUpload, UploadService } from "./fileUpload.ts";
import type { Pause, UploadedFile, UploadSource } from "./ports.ts";
import { Slots } from "./slots.ts";
import { TemporaryUpload } from "./temporaryUpload.ts";
import { TusUpload } from "./tusUpload.ts";
import { WatchedSource } from "./watchedSource.ts";

/** More would but share the same line, and keep it from everything else. */
const maxAtOnce = 2;

/** The uploads of a window: two at a time, the rest wait. */
export class Uploads {
  readonly #slots = new Slots(maxAtOnce);
  readonly #pause: Pause;
  readonly #claimed = new Map<string, Map<number, string>>();

  constructor(pause: Pause) {
    this.#pause = pause;
  }

  /**
   * The uploads of `sources` to a field, nothing sent yet.
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
   * Sends them all; what is up already is not sent again. With the first that fails the others stop where they are.
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
    if (failure) {
      signal.throwIfAborted();
      throw failure.error;
    }
    return files.filter((file) => file !== undefined);
  }

  #claimedOf(connectionId: string): Map<number, string> {
    const claimed = this.#claimed.get(connectionId) ?? new Map<number, string>();
    this.#claimed.set(connectionId, claimed);
    return claimed;
  }

  /** Nothing is known any more of what was sent there. */
  async forget(connectionId: string): Promise<void> {
    this.#claimed.delete(connectionId);
  }
}
