import { AttachmentSource } from "../../core/attachments/attachmentSource.ts";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { AttachmentActions, type AttachmentDependencies } from "./attachmentActions.ts";
import { AttachmentFiles } from "./attachmentFiles.ts";
import { maximumAttachmentBytes as maxBytes } from "./maximumSize.ts";

/** Attachments as files, and the commands that open one in the editor or save it to a file. */
export function createAttachments(parts: Pick<AttachmentDependencies, "serviceOf" | "readArtifact">) {
  const source = new AttachmentSource(parts.serviceOf, maxBytes);
  const actions = new AttachmentActions({ ...parts, source, maxBytes });
  return {
    files: new AttachmentFiles(source),
    commands: {
      [commandIds.openAttachment]: (target, artifactId, n) => actions.open(target, artifactId, n),
      [commandIds.saveAttachmentAs]: (target, artifactId, n, file) => actions.saveAs(target, artifactId, n, file),
    } satisfies Partial<CommandSignatures>,
  };
}
