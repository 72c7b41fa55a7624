import { contentKindByName } from "../../core/attachments/attachmentContent.ts";
import { AttachmentSource } from "../../core/attachments/attachmentSource.ts";
import { maxMegapixels, whyNotShown } from "../../core/attachments/whyNotShown.ts";
import { HumanError } from "../../core/failure/humanError.ts";
import type { ResourceOf } from "../../core/model/uri.ts";
import { attachmentName, hasTooManyPixels } from "../../core/sentences/attachments.ts";
import type { FileOf } from "../files/virtualFile.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { maximumAttachmentBytes } from "../settings/ownSettings.ts";
import type { Commands } from "../targets/commandTable.ts";
import { openAttachment, removeAttachment, saveAttachmentAs } from "./attachmentActions.ts";

/** Makes the files of attachments, and the commands that open one in the editor, save it, or remove it. */
export function createAttachments(services: Services, removerOf: Parameters<typeof removeAttachment>[3]) {
  const source = new AttachmentSource(services, maximumAttachmentBytes);
  return {
    files: attachmentFiles(source),
    commands: {
      [commandIds.openAttachment]: (attachment, { caller }) =>
        openAttachment(services, source, attachment, caller === "tree"),
      [commandIds.saveAttachmentAs]: (attachment, { file }) => saveAttachmentAs(services, source, attachment, file),
      [commandIds.removeAttachment]: (attachment) => removeAttachment(services, source, attachment, removerOf),
    } satisfies Partial<Commands>,
  };
}

/** Makes the read-only files that show attachments. */
function attachmentFiles(source: AttachmentSource): FileOf<ResourceOf<"attachment">> {
  return ({ connectionId, resource: { artifactId, n, fileName } }) => ({
    name: attachmentName(fileName, artifactId),
    stat: () => ({ mtime: 0, isReadOnly: true, sizeBytes: source.knownSize(connectionId, artifactId, n) }),
    // VS Code's own preview of images reads this file too: a tab or a link in a file may open that without our command.
    read: async (signal) => {
      const content = await source.read(connectionId, artifactId, n, signal);
      if (whyNotShown(contentKindByName(fileName), content) === "pixels") {
        throw new HumanError(hasTooManyPixels(fileName, maxMegapixels), { connectionId });
      }
      return content;
    },
  });
}
