import { setImmediate as nextTurn } from "node:timers/promises";
import * as vscode from "vscode";
import type { CatalogStore, KeptEntry, KeptName } from "../../core/known/ports.ts";
import { JsonFiles } from "../storage/jsonFiles.ts";
import { removeFolder } from "../storage/removeFolder.ts";

/** Raised when the shape of what a catalog keeps changes: what an older version wrote is then not taken up. */
const formatVersion = 2;

/** What a catalog keeps, as files in the extension's storage, one folder a connection, shared by all windows. */
export class DiskCatalogStore extends JsonFiles implements CatalogStore {
  readonly #folder: vscode.Uri;

  /** `onFailure` hears of what could not be written or understood. */
  constructor(folder: vscode.Uri, onFailure: (error: unknown) => void) {
    super(folder, formatVersion, onFailure);
    this.#folder = folder;
  }

  async list(): Promise<readonly KeptName[]> {
    const names = await this.names();
    const kept = await Promise.all(names.map((name) => this.#stat(name)));
    return kept.filter((each) => each !== undefined);
  }

  override async write(name: string, value: KeptEntry): Promise<boolean> {
    // Whoever asked for it goes on first.
    await nextTurn();
    return await super.write(name, value);
  }

  clear(): Promise<void> {
    return removeFolder(this.#folder);
  }

  async #stat(name: string): Promise<KeptName | undefined> {
    try {
      const { size, mtime } = await vscode.workspace.fs.stat(vscode.Uri.joinPath(this.#folder, `${name}.json`));
      return { name, bytes: size, writtenAt: mtime };
    } catch {
      return undefined; // Another window has removed it.
    }
  }
}
