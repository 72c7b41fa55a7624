import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Uri, workspace } from "vscode";
import { CutShort, writeWhole } from "../../core/attachments/partialFile.ts";
import type { Attachment } from "../../core/model/artifact.ts";
import { attachmentNotSaved, bytesMissing, whyNotWritten } from "../../core/sentences/attachments.ts";
import type { AttachmentRoutes } from "../../core/service/attachments.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { HumanError } from "../dialog/present.ts";

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
