import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { isJsonObject } from "../../core/model/json.ts";
import { WriteQueues } from "../../core/util/writeQueue.ts";

/**
 * Plain data as JSON files in one folder of the extension's storage, by name. What is asked of one file is done in the
 * order in which it was asked. A file is replaced as a whole, so that a crash leaves the one before.
 *
 * The storage is on the disk of the extension host. By `vscode.workspace.fs` each step would ask the window first,
 * which takes longest when it is at work: while a document opens or is saved, and waits for this.
 */
export class JsonFiles {
  readonly #folder: string;
  readonly #formatVersion: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #queues = new WriteQueues<string>();

  /**
   * What another `formatVersion` wrote is not taken up. `onFailure` hears of what could not be written or understood.
   */
  constructor(folder: vscode.Uri, formatVersion: number, onFailure: (error: unknown) => void) {
    this.#folder = folder.fsPath;
    this.#formatVersion = formatVersion;
    this.#onFailure = onFailure;
  }

  /**
   * Undefined when there is none, or none that can be read. A file that is no JSON is set aside under the name
   * `….broken`, for somebody to look at; it stands in nobody's way. Never throws.
   */
  read(name: string): Promise<unknown> {
    return this.#queues.run(name, async () => {
      const file = this.#file(name);
      const text = await readFile(file, "utf8").catch(() => undefined);
      try {
        const kept: unknown = text === undefined ? undefined : JSON.parse(text);
        return isJsonObject(kept) && kept.formatVersion === this.#formatVersion ? kept.data : undefined;
      } catch (error) {
        this.#onFailure(error);
        await rename(file, `${file}.broken`).catch(this.#onFailure);
        return undefined;
      }
    });
  }

  /** Whole or not at all: whether it was written. Never throws. */
  write(name: string, data: unknown): Promise<boolean> {
    return this.#queues.run(name, async () => {
      const file = this.#file(name);
      const unfinished = `${file}.new`;
      try {
        await mkdir(this.#folder, { recursive: true });
        await writeFile(unfinished, JSON.stringify({ formatVersion: this.#formatVersion, data }));
        // On Windows who watches files may hold one for a moment: VS Code tries again for a while.
        await rename(unfinished, file).catch(() =>
          vscode.workspace.fs.rename(vscode.Uri.file(unfinished), vscode.Uri.file(file), { overwrite: true }),
        );
        return true;
      } catch (error) {
        this.#onFailure(error);
        return false;
      }
    });
  }

  /** Never throws. */
  remove(name: string): Promise<void> {
    return this.#queues.run(name, () => rm(this.#file(name), { force: true }).catch(this.#onFailure));
  }

  /** Resolves once what was asked so far, of `name` or of all files, is done. */
  settled(name?: string): Promise<void> {
    return this.#queues.settled(name);
  }

  /** The names of what is kept, in no particular order. */
  async names(): Promise<readonly string[]> {
    // Without a folder nothing was ever kept.
    const files = await readdir(this.#folder).catch(() => []);
    return files.flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
  }

  #file(name: string): string {
    return path.join(this.#folder, `${name}.json`);
  }
}
