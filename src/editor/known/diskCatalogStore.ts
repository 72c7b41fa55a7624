import { setImmediate as nextTurn } from "node:timers/promises";
import * as vscode from "vscode";
import type { CatalogStore, KeptEntry, KeptName } from "../../core/known/ports.ts";
import { JsonFiles } from "../storage/jsonFiles.ts";

/** Raised when the shape of what a catalog keeps changes: what an older version wrote is then not taken up. */
const formatVersion = 2;

/** What a catalog keeps, as files in the extension's storage, one folder a connection, shared by all windows. */
export class DiskCatalogStore implements CatalogStore {
  readonly #folder: vscode.Uri;
  readonly #files: JsonFiles;

  /** `onFailure` hears of what could not be written or understood. */
  constructor(folder: vscode.Uri, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#files = new JsonFiles(folder, formatVersion, onFailure);
  }

  async list(): Promise<readonly KeptName[]> {
    const names = await this.#files.names();
    const kept = await Promise.all(names.map((name) => this.#stat(name)));
    return kept.filter((each) => each !== undefined);
  }

  read(name: string): Promise<unknown> {
    return this.#files.read(name);
  }

  async write(name: string, value: KeptEntry): Promise<void> {
    // Whoever asked for it goes on first.
    await nextTurn();
    await this.#files.write(name, value);
  }

  remove(name: string): Promise<void> {
    return this.#files.remove(name);
  }

  async clear(): Promise<void> {
    try {
      await vscode.workspace.fs.delete(this.#folder, { recursive: true });
    } catch {
      // Nothing was kept.
    }
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
