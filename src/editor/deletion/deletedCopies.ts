import type { Uri } from "vscode";
import * as vscode from "vscode";
import type { Deletable } from "../../core/deletion/deleteArtifacts.ts";
import { HumanError } from "../../core/failure/humanError.ts";
import { isJsonObject } from "../../core/model/json.ts";
import type { ResourceOf } from "../../core/model/uri.ts";
import { copyIsGone, copyOfDeleted } from "../../core/sentences/deletion.ts";
import type { FileOf } from "../files/virtualFile.ts";
import { removeFolder } from "../storage/jsonFiles.ts";
import { uriOf } from "../text/resourceUri.ts";

/** Copies are kept for this long. */
export const copiesKeptDays = 30;

const dayMs = 24 * 3600 * 1000;

/** The artifact as it was before it was deleted: the service's answer, as JSON in a file of its own. */
export interface DeletedCopy extends Deletable {
  /** The name of the file. */
  readonly name: string;
  readonly deletedOn: Date;
}

/**
 * Keeps copies of deleted artifacts, by connection, in the storage of the extension: only those who run the service
 * could bring back an artifact, if at all. The copies go after a month, and with their connection.
 */
export class DeletedCopies {
  readonly #folder: vscode.Uri;

  constructor(storage: vscode.Uri) {
    this.#folder = vscode.Uri.joinPath(storage, "deleted");
  }

  /** Keeps the answer `text`. Throws when it cannot be kept. */
  async keep({ connectionId, artifactId }: Deletable, text: string): Promise<DeletedCopy> {
    const deletedOn = new Date();
    const name = fileName(artifactId, deletedOn);
    await vscode.workspace.fs.createDirectory(this.#uriOf(connectionId));
    await vscode.workspace.fs.writeFile(this.#uriOf(connectionId, name), new TextEncoder().encode(indented(text)));
    return { name, connectionId, artifactId, deletedOn };
  }

  /** Removes the copy of an artifact that was not deleted after all. */
  async drop({ connectionId, name }: DeletedCopy): Promise<void> {
    try {
      await vscode.workspace.fs.delete(this.#uriOf(connectionId, name));
    } catch {
      // The file is gone already.
    }
  }

  /** Gives the copies of a connection, the one deleted last first. */
  async list(connectionId: string): Promise<readonly DeletedCopy[]> {
    return (await filesIn(this.#uriOf(connectionId)))
      .flatMap((name): DeletedCopy[] => {
        const [, id, date = "", hour, minute, rest = ""] = filePattern.exec(name) ?? [];
        const deletedOn = new Date(`${date}T${hour}:${minute}:${rest}`);
        // Another program may have put a file there whose name has no real date.
        return Number.isNaN(deletedOn.getTime()) ? [] : [{ name, connectionId, artifactId: Number(id), deletedOn }];
      })
      .toSorted((a, b) => b.deletedOn.getTime() - a.deletedOn.getTime());
  }

  /** Gives the content of the copy of that name; undefined where there is none. */
  async read(connectionId: string, name: string): Promise<Uint8Array | undefined> {
    try {
      return filePattern.test(name) ? await vscode.workspace.fs.readFile(this.#uriOf(connectionId, name)) : undefined;
    } catch {
      // The copy was kept long enough and removed, or its connection was removed.
      return undefined;
    }
  }

  /** Gives the title in a copy. */
  async titleIn({ connectionId, name }: DeletedCopy): Promise<string | undefined> {
    try {
      const copy: unknown = JSON.parse(new TextDecoder().decode(await this.read(connectionId, name)));
      return isJsonObject(copy) && typeof copy.title === "string" ? copy.title : undefined;
    } catch {
      // Somebody has changed or removed the file: the list shows the artifact's number alone.
      return undefined;
    }
  }

  /** Removes the copies that were kept long enough. */
  async removeOld(connectionId: string): Promise<void> {
    for (const copy of await this.list(connectionId)) {
      if (Date.now() - copy.deletedOn.getTime() > copiesKeptDays * dayMs) {
        await this.drop(copy);
      }
    }
  }

  /** Removes all copies of a connection. */
  forget(connectionId: string): Promise<void> {
    return removeFolder(this.#uriOf(connectionId));
  }

  /** Gives the place of the copy of that name; without a name the folder of all copies of the connection. */
  #uriOf(connectionId: string, name = ""): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, connectionId, name);
  }
}

/** Gives a name such as `512-deleted-2026-03-13T14-00-00.000Z.json`: a tab shows it, and every file system takes it. */
function fileName(artifactId: number, deletedOn: Date): string {
  return `${artifactId}-deleted-${deletedOn.toISOString().replaceAll(":", "-")}.json`;
}

const filePattern = /^(\d+)-deleted-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.json$/;

async function filesIn(folder: vscode.Uri): Promise<readonly string[]> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    return entries.filter(([, type]) => type === vscode.FileType.File).map(([name]) => name);
  } catch {
    // The folder is not there: nothing was kept.
    return [];
  }
}

function indented(json: string): string {
  try {
    return `${JSON.stringify(JSON.parse(json), null, 2)}\n`;
  } catch {
    // Text that is no JSON is better shown as it came than not at all.
    return json;
  }
}

/** Gives the document of a copy, such as `artifact://team/deleted/512-deleted-2026-03-13T14-00-00.000Z.json`. */
export function documentOf({ connectionId, name }: DeletedCopy): Uri {
  return uriOf(connectionId, { kind: "deleted", fileName: name });
}

/** Makes the files that show copies of deleted artifacts, to be read and copied from: the service has them no more. */
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
