import * as vscode from "vscode";
import { HumanError } from "../../core/failure/humanError.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { copyIsGone, copyOfDeleted } from "../../core/sentences/deletion.ts";
import type { VirtualFiles } from "../files/virtualFile.ts";
import { copiesKeptDays, type DeletedCopies, type DeletedCopy } from "./deletedCopies.ts";

const pathPattern = /^\/deleted\/([^/]+)$/;

/** The document of a copy: `artifact://team/deleted/512-deleted-2026-03-13T14-00-00.000Z.json`. */
export function documentOf({ connectionId, name }: DeletedCopy): vscode.Uri {
  return vscode.Uri.from({ scheme: artifactScheme, authority: connectionId, path: `/deleted/${name}` });
}

/** The copies of deleted artifacts, to be read and copied from: what is shown there is on the service no more. */
export function deletedFiles(copies: DeletedCopies): VirtualFiles {
  return {
    at: ({ scheme, authority, path }) => {
      const [, name] = (scheme === artifactScheme && pathPattern.exec(path)) || [];
      if (name === undefined) {
        return undefined;
      }
      return {
        name: copyOfDeleted,
        stat: () => ({ mtime: 0, isReadOnly: true }),
        read: async () => {
          const content = await copies.read(authority, name);
          if (!content) {
            throw new HumanError(copyIsGone(copiesKeptDays));
          }
          return content;
        },
      };
    },
  };
}
