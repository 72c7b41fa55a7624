import { ProgressLocation } from "vscode";
import { filesNamed, transferState, uploading } from "../../core/sentences/uploads.ts";
import type { FileField } from "../../core/upload/attachTarget.ts";
import type { Upload, UploadedFile, UploadService } from "../../core/upload/ports.ts";
import type { TransferState } from "../../core/upload/transferProgress.ts";
import { UploadFailure } from "../../core/upload/uploadFailure.ts";
import type { Uploads } from "../../core/upload/uploads.ts";
import { withCancellableProgress } from "../dialog/cancellation.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import type { AttachableFile } from "../targets/transferredFiles.ts";
import { sizeText } from "../text/sizeText.ts";
import { sourceOf } from "./fileSources.ts";

interface JobParts {
  readonly uploads: Uploads;
  readonly service: UploadService;
  readonly artifact: ArtifactTarget;
  readonly field: FileField;
}

/** Files on their way to a field of an artifact. It can be tried again: what is up is not sent again. */
export class UploadJob {
  readonly #parts: JobParts;
  readonly #files: readonly AttachableFile[];
  #sending: Upload[];

  private constructor(parts: JobParts, files: readonly AttachableFile[], sending: readonly Upload[]) {
    this.#parts = parts;
    this.#files = files;
    this.#sending = [...sending];
  }

  /** @throws UploadFailure for the first that cannot go there; nothing was sent. */
  static async of(parts: JobParts, files: readonly AttachableFile[]): Promise<UploadJob> {
    const { uploads, artifact, service, field } = parts;
    return new UploadJob(
      parts,
      files,
      await uploads.prepare(artifact.connectionId, service, field, files.map(sourceOf)),
    );
  }

  get artifact(): ArtifactTarget {
    return this.#parts.artifact;
  }

  get field(): FileField {
    return this.#parts.field;
  }

  /** The file, or how many there are, for sentences. */
  get name(): string {
    return filesNamed(this.#sending.map(({ name }) => name));
  }

  /** Shows how far it is, with a button to cancel once it takes a while. `given` gives it up as well. */
  send(given?: AbortSignal): Promise<readonly UploadedFile[]> {
    const title = uploading(this.name, this.artifact.artifactId);
    return withCancellableProgress({ location: ProgressLocation.Window, title }, (signal, report) => {
      let shown = 0;
      return this.#send(given ? AbortSignal.any([given, signal]) : signal, (state) => {
        const percent = state.totalBytes === 0 ? 100 : Math.floor((state.sentBytes / state.totalBytes) * 100);
        report({ message: transferState(state, sizeText), increment: Math.max(0, percent - shown) });
        shown = Math.max(shown, percent);
      });
    });
  }

  async takeBack(): Promise<void> {
    await Promise.all(this.#sending.map((upload) => upload.takeBack()));
  }

  async #send(signal: AbortSignal, onProgress: (state: TransferState) => void): Promise<readonly UploadedFile[]> {
    const told = throttled(onProgress);
    try {
      return await this.#parts.uploads.send(this.#sending, signal, told);
    } catch (error) {
      if (error instanceof UploadFailure) {
        await this.#beginAgain(error.fileName);
      }
      throw error;
    }
  }

  /** Of a file that changed a later try takes what it is then. */
  async #beginAgain(fileName: string): Promise<void> {
    const index = this.#sending.findIndex(({ name }) => name === fileName);
    const file = this.#files[index];
    if (file) {
      const { uploads, artifact, service, field } = this.#parts;
      const again = await uploads
        .prepare(artifact.connectionId, service, field, [sourceOf(file)])
        .catch((): readonly Upload[] => []); // It is told when it is tried again.
      this.#sending.splice(index, again.length, ...again);
    }
  }
}

/** As often as anybody can read. */
const shownEveryMs = 200;

function throttled(onProgress: (state: TransferState) => void): (state: TransferState) => void {
  let shownAtMs = Number.NEGATIVE_INFINITY;
  return (state) => {
    const nowMs = performance.now();
    if (nowMs - shownAtMs >= shownEveryMs || state.sentBytes === state.totalBytes) {
      shownAtMs = nowMs;
      onProgress(state);
    }
  };
}
