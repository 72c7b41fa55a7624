import type { Uri } from "vscode";
import type { AttachmentSource } from "../../core/attachments/attachmentSource.ts";
import { attachmentName } from "../../core/sentences/attachments.ts";
import type { VirtualFile, VirtualFiles } from "../files/virtualFile.ts";
import { resourceOf } from "../text/resourceUri.ts";

/** Attachments as files, read-only. */
export class AttachmentFiles implements VirtualFiles {
  readonly #source: AttachmentSource;

  constructor(source: AttachmentSource) {
    this.#source = source;
  }

  at(uri: Uri): VirtualFile | undefined {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    return resource?.kind === "attachment"
      ? {
          name: attachmentName(resource.fileName, resource.artifactId),
          stat: () => ({
            mtime: 0,
            isReadOnly: true,
            sizeBytes: this.#source.knownSize(connectionId, resource.artifactId, resource.n),
          }),
          read: (signal) => this.#source.read(connectionId, resource.artifactId, resource.n, signal),
        }
      : undefined;
  }
}
