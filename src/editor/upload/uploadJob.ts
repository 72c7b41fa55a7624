import { transferState } from "../../core/sentences/files.ts";
import { filesNamed, uploading } from "../../core/sentences/uploads.ts";
import type { FileField } from "../../core/upload/attachTarget.ts";
import type { FileUpload, UploadService } from "../../core/upload/fileUpload.ts";
import type { UploadedFile } from "../../core/upload/ports.ts";
import type { Uploads } from "../../core/upload/uploads.ts";
import { transferReport } from "../../core/util/transferProgress.ts";
import { withProgress } from "../dialog/cancellation.ts";
import type { ArtifactHere } from "../documents/artifactDocuments.ts";
import type { AttachableFile } from "../targets/transferredFiles.ts";
import { sizeText } from "../text/sizeText.ts";
import { sourceOf } from "./fileSources.ts";

/** Brings files to a field of an artifact. Another try does not send again what is uploaded. */
export class UploadJob {
  readonly artifact: ArtifactHere;
  readonly field: FileField;
  /** Why nobody knows whether the files are attached; undefined where that is known. */
  doubt: unknown;
  readonly #uploads: Uploads;
  readonly #sending: readonly FileUpload[];

  private constructor(artifact: ArtifactHere, field: FileField, uploads: Uploads, sending: readonly FileUpload[]) {
    this.artifact = artifact;
    this.field = field;
    this.#uploads = uploads;
    this.#sending = sending;
  }

  /** @throws UploadFailure for the first file that cannot go there; nothing was sent then. */
  static async of(
    artifact: ArtifactHere,
    field: FileField,
    uploads: Uploads,
    service: UploadService,
    files: readonly AttachableFile[],
  ): Promise<UploadJob> {
    const sending = await uploads.prepare(artifact.connectionId, service, field, files.map(sourceOf));
    return new UploadJob(artifact, field, uploads, sending);
  }

  /** Gives the name of the file, or how many files there are, for sentences. */
  get name(): string {
    return filesNamed(this.#sending.map(({ name }) => name));
  }

  /** Sends the files and shows how far they are, with a button to cancel after a while. `given` cancels as well. */
  send(given?: AbortSignal): Promise<readonly UploadedFile[]> {
    const title = uploading(this.name, this.artifact.artifactId);
    return withProgress(title, (signal, report) => {
      const told = transferReport(report, (state) => transferState(state, sizeText));
      return this.#uploads.send(this.#sending, given ? AbortSignal.any([given, signal]) : signal, told);
    });
  }

  async takeBack(): Promise<void> {
    await Promise.all(this.#sending.map((upload) => upload.takeBack()));
  }
}
