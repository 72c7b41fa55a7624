import { window } from "vscode";
import { showDocumentButton } from "../../core/labels/buttons.ts";
import { artifactName } from "../../core/sentences/files.ts";
import { notRead, reading } from "../../core/sentences/targets.ts";
import {
  attached,
  attaching,
  changedAgain,
  couldNotUpload,
  fileFieldWords,
  filesTitle,
  maybeAttached,
  noFileField,
  notAttached,
  putIntoDocument,
  uploadedOnly,
  uploadFailed,
} from "../../core/sentences/uploads.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import type { Attaching } from "../../core/upload/attachIds.ts";
import type { FileField } from "../../core/upload/attachTarget.ts";
import type { UploadedFile } from "../../core/upload/ports.ts";
import { UploadFailure } from "../../core/upload/uploadFailure.ts";
import type { Uploads } from "../../core/upload/uploads.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import { isCancelled, whileShown, withProgress } from "../dialog/cancellation.ts";
import { type Action, explain, explained, HumanError, inform, presentFailure, tellBriefly } from "../dialog/present.ts";
import { askFilesToOpen, askQuickPick } from "../dialog/quickInput.ts";
import type { ArtifactDocuments, ArtifactHere } from "../documents/artifactDocuments.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { AttachableFile } from "../targets/transferredFiles.ts";
import { sizeText } from "../text/sizeText.ts";
import { fieldsForFiles } from "./fieldsForFiles.ts";
import { putFiles, requireRoom } from "./filesInText.ts";
import { UploadJob } from "./uploadJob.ts";

/** An error: nobody knows whether the files are attached, so they must not be taken back. */
class MaybeAttached extends HumanError {}

/** Uploads files and attaches them to an artifact. */
export class FileAttacher {
  readonly #services: Services;
  readonly #documents: ArtifactDocuments;
  readonly #uploads: Uploads;
  readonly #attaching: Attaching;

  constructor(services: Services, documents: ArtifactDocuments, uploads: Uploads, attaching: Attaching) {
    this.#services = services;
    this.#documents = documents;
    this.#uploads = uploads;
    this.#attaching = attaching;
  }

  /**
   * Attaches `files` to the artifact, or files that the person chooses. Gives the ids; undefined when the person gave
   * up. Whoever gives files learns why it failed, and nothing is left on the service. A person is offered to go on from
   * where it failed.
   */
  async attach(
    artifact: ArtifactTarget,
    files: readonly AttachableFile[] | undefined,
    fieldId: number | undefined,
  ): Promise<readonly number[] | undefined> {
    if (files?.length === 0) {
      return [];
    }
    const job = await this.#prepare(artifact, files, fieldId);
    return job && (files ? await this.#finish(job) : await this.#attempt(job));
  }

  /** Attaches what a person dropped or chose in the Explorer, as `attach` does, and offers *Retry* where it fails. */
  async attachChosen(
    artifact: ArtifactTarget,
    files: readonly AttachableFile[],
  ): Promise<readonly number[] | undefined> {
    const job = await this.#prepare(artifact, files, undefined);
    return job && (await this.#attempt(job));
  }

  /**
   * Uploads files that a text is to name; nothing is attached yet.
   *
   * @throws HumanError where it fails, and the reason of `signal`: what was sent is taken back.
   */
  async upload(
    artifact: ArtifactHere,
    field: FileField,
    files: readonly AttachableFile[],
    signal: AbortSignal,
  ): Promise<readonly UploadedFile[]> {
    const job = await this.#jobOf(artifact, field, files);
    try {
      return await this.#told(job, () => job.send(signal));
    } catch (error) {
      await job.takeBack();
      throw error;
    }
  }

  /**
   * Gives the field that files go to, and asks for it where there are several; undefined when the person gave up.
   *
   * @throws HumanError where there is none.
   */
  async fieldOf(
    artifact: ArtifactHere,
    fieldId: number | undefined,
    signal: AbortSignal,
  ): Promise<FileField | undefined> {
    const { connectionId, artifactId } = artifact;
    const { fields } = await fieldsForFiles(this.#services, artifact, fieldId, signal);
    if ("kind" in fields) {
      throw new HumanError(noFileField(artifactId, fields), { connectionId });
    }
    return fields.length > 1 ? await askField(artifactId, fields) : fields[0];
  }

  async #prepare(
    target: ArtifactTarget,
    given: readonly AttachableFile[] | undefined,
    fieldId: number | undefined,
  ): Promise<UploadJob | undefined> {
    const { connectionId, artifactId } = target;
    const artifact = this.#documents.here(target);
    const field = await explained(notRead(artifactName(artifactId)), connectionId, () =>
      withProgress(reading(`#${artifactId}`), (signal) => this.fieldOf(artifact, fieldId, signal)),
    );
    const dirty = field && (await artifact.unsaved());
    if (field && dirty) {
      requireRoom(dirty, field.fieldId);
    }
    const files = field && (given ?? (await askFilesToOpen({ title: filesTitle(artifactId), canSelectMany: true })));
    return field && files && files.length > 0 ? await this.#jobOf(artifact, field, files) : undefined;
  }

  async #jobOf(artifact: ArtifactHere, field: FileField, files: readonly AttachableFile[]): Promise<UploadJob> {
    const { serviceOf } = this.#services;
    artifact.requireHere();
    const service = await serviceOf(artifact.connectionId);
    try {
      return await UploadJob.of(artifact, field, this.#uploads, service, files);
    } catch (error) {
      throw toldFailure(error, artifact);
    }
  }

  /** Attaches files for a program: where it fails, nothing is left on the service. */
  async #finish(job: UploadJob): Promise<readonly number[]> {
    try {
      return await this.#run(job);
    } catch (error) {
      await this.#leave(job, error);
      throw error;
    }
  }

  /** Takes back what was uploaded, unless it may be attached already. */
  async #leave(job: UploadJob, error: unknown): Promise<void> {
    if (!(error instanceof MaybeAttached)) {
      await job.takeBack();
    }
  }

  /** Attaches for a person: where it fails, what was uploaded stays there until they go on or give up. */
  async #attempt(job: UploadJob): Promise<readonly number[] | undefined> {
    try {
      return await this.#run(job);
    } catch (error) {
      if (isCancelled(error)) {
        await job.takeBack();
        return undefined;
      }
      // Nobody waits for the message: a command is over when it failed, however long its message stays unread.
      void this.#offerRetry(job, error).catch((failure: unknown) => this.#services.logFailure("attachFile", failure));
      return undefined;
    }
  }

  /** Tells why files were not attached, with a button for each of `offered`; gives what was chosen. */
  async tell(
    artifact: ArtifactTarget,
    name: string,
    error: unknown,
    offered: readonly Action[] = [],
  ): Promise<Action | undefined> {
    this.#services.logFailure("attachFile", error);
    const { message, actions } = await explain(error, couldNotUpload(name, artifact.artifactId));
    const others = actions.filter((action) => action !== "retry");
    return await presentFailure({ message, actions: [...offered, ...others] }, artifact.connectionId);
  }

  async #offerRetry(job: UploadJob, error: unknown): Promise<void> {
    const chosen = await this.tell(job.artifact, job.name, error, ["retry"]);
    if (chosen === "retry") {
      await this.#attempt(job);
    } else if (chosen === undefined) {
      await this.#leave(job, error);
    } else {
      // Whoever has set a key or looked at the log can go on from here.
      await this.#offerRetry(job, error);
    }
  }

  async #run(job: UploadJob): Promise<readonly number[]> {
    // This throws where the connection leads elsewhere: the ids of uploads mean other files at another address.
    job.artifact.requireHere();
    const files = await this.#told(job, () => job.send());
    return await this.#attachAll(job, files);
  }

  async #told<T>(job: UploadJob, work: () => Promise<T>): Promise<T> {
    const { artifact, name } = job;
    try {
      return await explained(couldNotUpload(name, artifact.artifactId), artifact.connectionId, work);
    } catch (error) {
      // A connection that leads elsewhere now explains the failure: uploads to the old address are given up then.
      artifact.requireHere();
      throw toldFailure(error, artifact);
    }
  }

  async #attachAll(job: UploadJob, files: readonly UploadedFile[]): Promise<readonly number[]> {
    const { artifact, field, name } = job;
    const { connectionId, artifactId } = artifact;
    const ids = files.map(({ id }) => id);
    const dirty = await artifact.unsaved();
    if (dirty) {
      await putFiles(dirty, field.fieldId, ids);
      void inform(putIntoDocument(name, artifactId), showDocumentButton).then((answer) =>
        answer ? window.showTextDocument(dirty.text, { preview: false }) : undefined,
      );
      return ids;
    }
    const outcome = await explained(uploadedOnly(name, artifactId), connectionId, async () =>
      whileShown(attaching(name, artifactId), () =>
        // Nobody can cancel this request, as nobody would know what became of it.
        this.#attachIds(job, ids, new AbortController().signal).catch(async (error: unknown) => {
          if (isUnusable(error)) {
            await job.takeBack(); // A later try sends it anew.
          }
          throw error;
        }),
      ),
    );
    switch (outcome.kind) {
      case "saved":
      case "unchanged":
        tellBriefly(attached(plainLabel(name), artifactId), "check");
        await this.#readAgain(artifact);
        return ids;
      case "unknown":
        job.doubt = outcome.cause;
        throw toldDoubt(job, outcome.cause);
      case "conflict":
        throw new HumanError(changedAgain(name, artifactId), { connectionId, actions: ["retry"] });
      default:
        throw new HumanError(notAttached(name, artifactId), { connectionId, actions: ["retry"] });
    }
  }

  #attachIds(job: UploadJob, ids: readonly number[], signal: AbortSignal) {
    const { artifact, field } = job;
    const read = async () => {
      const base = await artifact.read(signal).catch((cause: unknown) => {
        // An earlier try may have attached them: as long as nobody can look, that is as unknown as it was.
        throw job.doubt === undefined ? cause : toldDoubt(job, cause);
      });
      job.doubt = undefined;
      return base;
    };
    return this.#attaching.attach(
      `${artifact.connectionId}/${artifact.artifactId}`,
      { read, change: (base, entry) => artifact.change(base, entry, "sameField", signal) },
      field.fieldId,
      ids,
    );
  }

  /** Reads the artifact again: whatever shows it follows this reading. */
  async #readAgain({ connectionId, artifactId }: ArtifactTarget): Promise<void> {
    const { signal } = new AbortController();
    // The files are attached, whether the artifact can be read again now or not.
    await this.#services.readArtifact(connectionId, artifactId, signal).catch(() => undefined);
  }
}

/**
 * Tells whether the service has nothing to attach by the number of an upload: the upload has expired, or another window
 * took it back or has attached it elsewhere (service-api-2.md, 12). The last case is a 500, and only the service's own
 * words tell it.
 */
function isUnusable(error: unknown): boolean {
  return (
    isServiceError(error) && (error.kind === "notFound" || (error.status === 500 && error.serviceMessage !== undefined))
  );
}

function toldDoubt({ artifact: { connectionId, artifactId }, name, doubt }: UploadJob, cause: unknown): MaybeAttached {
  return new MaybeAttached(maybeAttached(name, artifactId, doubt), { connectionId, cause });
}

function toldFailure(error: unknown, { connectionId, artifactId }: ArtifactTarget): unknown {
  return error instanceof UploadFailure
    ? new HumanError(uploadFailed(error, artifactId, sizeText), { connectionId, cause: error })
    : error;
}

async function askField(artifactId: number, fields: readonly FileField[]): Promise<FileField | undefined> {
  const items = fields.map((field) => ({ label: plainLabel(field.label || String(field.fieldId)), field }));
  const title = filesTitle(artifactId);
  return (await askQuickPick(items, { title, placeHolder: fileFieldWords }))?.field;
}
