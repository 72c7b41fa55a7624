import type { Uri } from "vscode";
import { HumanError } from "../../core/failure/humanError.ts";
import type { ResourceOf } from "../../core/model/uri.ts";
import { copyIsGone, copyOfDeleted } from "../../core/sentences/deletion.ts";
import type { FileOf } from "../files/virtualFile.ts";
import { uriOf } from "../text/resourceUri.ts";
import { copiesKeptDays, type DeletedCopies, type DeletedCopy } from "./deletedCopies.ts";

/** The document of a copy: `artifact://team/deleted/512-deleted-2026-03-13T14-00-00.000Z.json`. */
export function documentOf({ connectionId, name }: DeletedCopy): Uri {
  return uriOf(connectionId, { kind: "deleted", fileName: name });
}

/** The copies of deleted artifacts, to be read and copied from: what is shown there is on the service no more. */
export function deletedFiles(copies: DeletedCopies): FileOf<ResourceOf<"deleted">> {
  return ({ connectionId, resource }) => ({
    name: copyOfDeleted,
    stat: () => ({ mtime: 0, isReadOnly: true }),
    read: async () => {
      const content = await copies.read(connectionId, resource.fileName);
      if (!content) {
        throw new HumanError(copyIsGone(copiesKeptDays));
      }
      return content;
    },
  });
}
