import { type CommandSignatures, commandIds } from "../../contributions.ts";
import type { AttachmentActions } from "./attachmentActions.ts";

/** Open an attachment in the editor; save one to a file. */
export function attachmentCommands(actions: AttachmentActions) {
  return {
    [commandIds.openAttachment]: (target, artifactId, n) => actions.open(target, artifactId, n),
    [commandIds.saveAttachmentAs]: (target, artifactId, n, file) => actions.saveAs(target, artifactId, n, file),
  } satisfies Partial<CommandSignatures>;
}
