import { stat } from "node:fs/promises";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Uri } from "vscode";
import type { KeptName } from "../../core/util/keyValueStore.ts";
import { JsonFiles, removeFolder } from "./jsonFiles.ts";

/**
 * Keeps plain data as files in a folder of the extension's storage that all windows share. Nothing depends on them: a
 * file that cannot be read counts as none. Nothing here throws.
 */
export class SharedFiles extends JsonFiles {
  readonly #folder: Uri;

  /**
   * Data that another `formatVersion` wrote is not used. `onFailure` hears of what could not be written, read or
   * understood.
   */
  constructor(folder: Uri, formatVersion: number, onFailure: (error: unknown) => void) {
    super(folder, formatVersion, onFailure);
    this.#folder = folder;
  }

  override read(name: string): Promise<unknown> {
    return super.read(name).catch(() => undefined);
  }

  async list(): Promise<readonly KeptName[]> {
    const names = await this.names().catch(() => []);
    const kept = await Promise.all(names.map((name) => this.#stat(name)));
    return kept.filter((each) => each !== undefined);
  }

  override async write(name: string, data: object): Promise<boolean> {
    // The write waits a turn, so that whoever asked for it can go on first.
    await nextTurn();
    return await super.write(name, data);
  }

  clear(): Promise<void> {
    return removeFolder(this.#folder).catch(() => undefined);
  }

  async #stat(name: string): Promise<KeptName | undefined> {
    try {
      const { size, mtimeMs } = await stat(path.join(this.#folder.fsPath, `${name}.json`));
      return { name, bytes: size, writtenAt: mtimeMs };
    } catch {
      return undefined; // Another window has removed it.
    }
  }
}
