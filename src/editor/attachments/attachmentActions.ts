import { mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { commands, ProgressLocation, Uri, workspace } from "vscode";
import { contentKindByName, webPage } from "../../core/attachments/attachmentContent.ts";
import type { AttachmentSource } from "../../core/attachments/attachmentSource.ts";
import { CutShort, writeWhole } from "../../core/attachments/partialFile.ts";
import { maxMegapixels, whyNotShown } from "../../core/attachments/whyNotShown.ts";
import { openButton, saveAsButton } from "../../core/labels/buttons.ts";
import type { Attachment } from "../../core/model/artifact.ts";
import { attachmentResource, offeredFileName } from "../../core/model/uri.ts";
import {
  attachmentFailed,
  attachmentNotSaved,
  attachmentPlaceholder,
  attachmentSaved,
  attachmentsNotRead,
  bytesMissing,
  hasTooManyPixels,
  isNoText,
  isTooLarge,
  noAttachments,
  saveTitle,
  savingAttachment,
  whyNotWritten,
} from "../../core/sentences/attachments.ts";
import { transferState } from "../../core/sentences/files.ts";
import { reading } from "../../core/sentences/targets.ts";
import type { AttachmentRoutes } from "../../core/service/attachments.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import { TransferProgress, transferReport } from "../../core/util/transferProgress.ts";
import { withProgress } from "../dialog/cancellation.ts";
import { explain, explained, HumanError, inform, warn } from "../dialog/present.ts";
import { askFileToSave, askQuickPick } from "../dialog/quickInput.ts";
import { type ArtifactTarget, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { maximumAttachmentBytes } from "../settings/ownSettings.ts";
import type { AttachmentTarget } from "../targets/attachmentTarget.ts";
import { uriOf } from "../text/resourceUri.ts";
import { showForeignFile } from "../text/showDocument.ts";
import { sizeText } from "../text/sizeText.ts";

interface ChosenAttachment extends ArtifactTarget {
  readonly attachment: Attachment;
}

/** Opens text and images in the editor; offers to save what is too large, or has nothing to see there. */
export async function openAttachment(
  services: Services,
  source: AttachmentSource,
  named: AttachmentTarget,
  isPreview: boolean,
): Promise<void> {
  const chosen = await choose(services, source, named);
  if (chosen) {
    const uri = uriOf(chosen.connectionId, attachmentResource(chosen.artifactId, chosen.attachment));
    await services.clicked.open(isPreview, uri.toString(), (signal) => open(source, chosen, uri, signal));
  }
}

async function open(source: AttachmentSource, chosen: ChosenAttachment, uri: Uri, given: AbortSignal): Promise<void> {
  const { connectionId, artifactId, attachment } = chosen;
  const kind = contentKindByName(attachment.name);
  if (kind === "binary" || (attachment.sizeBytes ?? 0) > maximumAttachmentBytes()) {
    offerToSave(chosen, kind === "binary" ? "binary" : "large");
    return;
  }
  const content = await explainedOrPage(chosen, "open", () =>
    withProgress(reading(attachment.name), (signal) => {
      const either = AbortSignal.any([given, signal]);
      return unlessTooLarge(source.read(connectionId, artifactId, attachment.n, either, attachment));
    }),
  );
  const why = content === "tooLarge" ? "large" : whyNotShown(kind, content);
  if (why) {
    offerToSave(chosen, why);
    return;
  }
  await showForeignFile(uri, kind === "image" ? "picture" : "text");
}

/** Saves to `file`; without one a dialog asks. */
export async function saveAttachmentAs(
  services: Services,
  source: AttachmentSource,
  named: AttachmentTarget,
  file: Uri | undefined,
): Promise<void> {
  const chosen = await choose(services, source, named);
  if (!chosen) {
    return;
  }
  const { connectionId, attachment } = chosen;
  const target = file ?? (await askTarget(attachment));
  if (!target) {
    return;
  }
  const service = await services.serviceOf(connectionId);
  await explainedOrPage(chosen, "save", () =>
    withProgress(
      savingAttachment(attachment.name),
      async (signal, report) => {
        const told = transferReport(report, (state) => transferState(state, sizeText));
        let progress: TransferProgress | undefined;
        await saveAttachment(service, attachment, target, signal, (receivedBytes, sizeBytes) => {
          progress ??= new TransferProgress([sizeBytes]);
          told(progress.note(0, receivedBytes));
        });
      },
      ProgressLocation.Notification,
    ),
  );
  void offerToShow(attachment, target);
}

/** Removes an attachment by what `removerOf` gives for its artifact, before anything is asked. */
export async function removeAttachment(
  services: Services,
  source: AttachmentSource,
  named: AttachmentTarget,
  removerOf: (artifact: ArtifactTarget) => (attachment: Attachment) => Promise<void>,
): Promise<void> {
  const remove = removerOf(named);
  const chosen = await choose(services, source, named);
  if (chosen) {
    await remove(chosen.attachment);
  }
}

// The command does not wait for this: it has done its part.
function offerToSave(chosen: ChosenAttachment, why: "binary" | "large" | "pixels"): void {
  const { attachment } = chosen;
  const { name } = attachment;
  const reasons = {
    binary: isNoText(name),
    large: isTooLarge(name, sizeText(maximumAttachmentBytes())),
    pixels: hasTooManyPixels(name, maxMegapixels),
  };
  void warn(reasons[why], saveAsButton).then((answer) =>
    answer === saveAsButton
      ? commands.executeCommand(commandIds.saveAttachmentAs, { ...chosen, n: attachment.n })
      : undefined,
  );
}

async function offerToShow(attachment: Attachment, target: Uri): Promise<void> {
  if ((await inform(attachmentSaved(attachment.name, target.fsPath), openButton)) === openButton) {
    await showForeignFile(target, contentKindByName(target.path) === "image" ? "picture" : "text");
  }
}

async function askTarget(attachment: Attachment): Promise<Uri | undefined> {
  const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.file(homedir());
  return await askFileToSave({
    title: saveTitle(plainLabel(attachment.name)),
    defaultUri: Uri.joinPath(folder, offeredFileName(attachment.name)),
  });
}

async function choose(
  services: Services,
  source: AttachmentSource,
  { attachment: known, n, ...artifact }: AttachmentTarget,
): Promise<ChosenAttachment | undefined> {
  if (known) {
    return { ...artifact, attachment: known };
  }
  const { connectionId, artifactId } = artifact;
  const read = await explained(attachmentsNotRead(artifactId), connectionId, () =>
    withProgress(reading(`#${artifactId}`), async (signal) =>
      n === undefined
        ? (await services.readArtifact(connectionId, artifactId, signal)).attachments
        : await source.find(connectionId, artifactId, n, signal),
    ),
  );
  const attachment = "n" in read ? read : await pick(artifact, read);
  return attachment && { ...artifact, attachment };
}

async function pick(artifact: ArtifactTarget, attachments: readonly Attachment[]): Promise<Attachment | undefined> {
  if (attachments.length === 0) {
    throw new HumanError(noAttachments(artifact.artifactId));
  }
  const items = attachments.map((attachment) => ({
    label: plainLabel(attachment.name),
    ...(attachment.sizeBytes === undefined ? {} : { description: sizeText(attachment.sizeBytes) }),
    attachment,
  }));
  const chosen = await askQuickPick(items, { placeHolder: attachmentPlaceholder(artifact.artifactId) });
  return chosen?.attachment;
}

async function unlessTooLarge(reading: Promise<Uint8Array>): Promise<Uint8Array | "tooLarge"> {
  try {
    return await reading;
  } catch (error) {
    if (isServiceError(error) && error.problem === "tooLarge") {
      return "tooLarge";
    }
    throw error;
  }
}

// What lies on another server is never asked for here, with or without a key. The message offers its page instead.
function explainedOrPage<T>(chosen: ChosenAttachment, what: "open" | "save", work: () => Promise<T>): Promise<T> {
  const failure = attachmentFailed(chosen.attachment.name, chosen.artifactId, what);
  return explained(failure, chosen.connectionId, async () => {
    try {
      return await work();
    } catch (error) {
      const page = webPage(chosen.attachment.contentUrl);
      if (isServiceError(error) && error.kind === "foreignOrigin" && page !== undefined) {
        throw new HumanError((await explain(error, failure)).message, {
          actions: ["openInBrowser"],
          page,
          cause: error,
        });
      }
      throw error;
    }
  });
}

/**
 * Streams an attachment to a file; `report` is called with the bytes received and, where known, to be received.
 * Whatever goes wrong, no part of a file is left and a file that was there before is as it was.
 *
 * Throws `ServiceError`, and a HumanError when it was cut short or the file cannot be written.
 */
export async function saveAttachment(
  service: AttachmentRoutes,
  attachment: Attachment,
  target: Uri,
  signal: AbortSignal,
  report: (receivedBytes: number, sizeBytes: number | undefined) => void,
): Promise<void> {
  const write = (file: string) =>
    service.openAttachment(attachment, signal, ({ sizeBytes: announcedBytes, chunks }) => {
      // A proxy may cut an answer short and announce what is left of it; the artifact tells how long the whole is.
      const sizeBytes = attachment.sizeBytes ?? announcedBytes;
      return writeWhole(file, { chunks, sizeBytes }, signal, (receivedBytes) => report(receivedBytes, sizeBytes));
    });
  try {
    if (target.scheme === "file") {
      await write(target.fsPath);
    } else {
      await writeElsewhere(target, write);
    }
  } catch (error) {
    if (isServiceError(error) || signal.aborted) {
      throw error;
    }
    throw new HumanError(attachmentNotSaved(attachment.name, reasonOf(error)), { cause: error });
  }
}

// The file system of another machine takes whole files only: the content is gathered here and copied in one go.
async function writeElsewhere(target: Uri, write: (file: string) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "artifact-desk-"));
  try {
    const file = path.join(folder, "attachment");
    await write(file);
    await workspace.fs.copy(Uri.file(file), target, { overwrite: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof CutShort) {
    return bytesMissing(error.receivedBytes, error.expectedBytes);
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return whyNotWritten(code) ?? (error instanceof Error ? error.message : "");
}
