import { AttachmentSource } from "../../core/attachments/attachmentSource.ts";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { type AttachmentDependencies, openAttachment, saveAttachmentAs } from "./attachmentActions.ts";
import { attachmentFiles } from "./attachmentFiles.ts";
import { maximumAttachmentBytes } from "./maximumSize.ts";

/** Attachments as files, and the commands that open one in the editor or save it to a file. */
export function createAttachments(parts: Omit<AttachmentDependencies, "source">) {
  const source = new AttachmentSource(parts.serviceOf, maximumAttachmentBytes);
  const dependencies = { ...parts, source };
  return {
    files: attachmentFiles(source),
    commands: {
      [commandIds.openAttachment]: (...given) => openAttachment(dependencies, ...given),
      [commandIds.saveAttachmentAs]: (target, artifactId, n, file) =>
        saveAttachmentAs(dependencies, file, target, artifactId, n),
    } satisfies Partial<CommandSignatures>,
  };
}
