import type { AttachmentSource } from "../../core/attachments/attachmentSource.ts";
import { attachmentName } from "../../core/sentences/attachments.ts";
import type { VirtualFiles } from "../files/virtualFile.ts";
import { resourceOf } from "../text/resourceUri.ts";

/** Attachments as files, read-only. */
export function attachmentFiles(source: AttachmentSource): VirtualFiles {
  return {
    at: (uri) => {
      const { connectionId = "", resource } = resourceOf(uri) ?? {};
      return resource?.kind === "attachment"
        ? {
            name: attachmentName(resource.fileName, resource.artifactId),
            stat: () => ({
              mtime: 0,
              isReadOnly: true,
              sizeBytes: source.knownSize(connectionId, resource.artifactId, resource.n),
            }),
            read: (signal) => source.read(connectionId, resource.artifactId, resource.n, signal),
          }
        : undefined;
    },
  };
}
