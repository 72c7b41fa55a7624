import { readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Uri } from "vscode";
import * as vscode from "vscode";
import { HumanError } from "../../core/failure/humanError.ts";
import { isJsonObject } from "../../core/model/json.ts";
import { keptNotReadable } from "../../core/sentences/saving.ts";
import { WriteQueues } from "../../core/util/writeQueue.ts";
import { removeUnfinished, writeWhole } from "../../core/windows/wholeFile.ts";

/**
 * Keeps plain data as JSON files in one folder of the extension's storage, by name. Requests about one file are carried
 * out in the order in which they were made. A file is replaced as a whole, so that a crash leaves the old one.
 *
 * The storage is on the disk of the extension host. `vscode.workspace.fs` would ask the window at each step, which
 * takes longest while the window is at work: while a document opens or is saved, and waits for this.
 */
export class JsonFiles {
  readonly #folder: string;
  readonly #formatVersion: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #queues = new WriteQueues<string>();
  #tidied: Promise<void> | undefined;

  /**
   * Data that another `formatVersion` wrote is not used. `onFailure` hears of what could not be written, read or
   * understood.
   */
  constructor(folder: vscode.Uri, formatVersion: number, onFailure: (error: unknown) => void) {
    this.#folder = folder.fsPath;
    this.#formatVersion = formatVersion;
    this.#onFailure = onFailure;
  }

  /**
   * Reads a file. Gives undefined when there is none, or none that can be understood. A file that is no JSON is set
   * aside under the name `….broken`, where somebody can look at it and it is in nobody's way. Throws `HumanError`
   * where there may be a file that cannot be read, for example while another program has it: nobody knows what it says,
   * so nothing may take its place.
   */
  read(name: string): Promise<unknown> {
    return this.#queues.run(name, async () => {
      const file = this.#file(name);
      const text = await readFile(file, "utf8").catch((error) => this.#unlessMissing(error));
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

  /**
   * Writes a file as a whole or not at all; with `flush` even a loss of power leaves it. Tells whether it was written.
   * Never throws.
   */
  write(name: string, data: unknown, flush = false): Promise<boolean> {
    return this.#queues.run(name, async () => {
      this.#tidied ??= removeUnfinished(this.#folder, this.#onFailure);
      await this.#tidied;
      try {
        const text = JSON.stringify({ formatVersion: this.#formatVersion, data });
        await writeWhole(this.#file(name), text, { flush, replace });
        return true;
      } catch (error) {
        this.#onFailure(error);
        return false;
      }
    });
  }

  /** Renames a file; where there is none any more, it does nothing. Throws what `read` throws. */
  rename(name: string, to: string): Promise<void> {
    return this.#queues.run(name, async () => {
      await rename(this.#file(name), this.#file(to)).catch((error) => this.#unlessMissing(error));
    });
  }

  /** Removes a file. Tells whether there is none by that name from here on. Never throws. */
  remove(name: string): Promise<boolean> {
    return this.#queues.run(name, async () => {
      try {
        await rm(this.#file(name), { force: true });
        return true;
      } catch (error) {
        this.#onFailure(error);
        return false;
      }
    });
  }

  /** Resolves once all that was asked so far is done. */
  settled(): Promise<void> {
    return this.#queues.settled();
  }

  /** Gives the names of what is kept, in no particular order. Throws `HumanError` where they cannot be read. */
  async names(): Promise<readonly string[]> {
    // Without a folder nothing was ever kept.
    const files = (await readdir(this.#folder).catch((error) => this.#unlessMissing(error))) ?? [];
    return files.flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
  }

  #unlessMissing(error: NodeJS.ErrnoException): undefined {
    if (error.code !== "ENOENT") {
      this.#onFailure(error);
      notReadable(error);
    }
  }

  #file(name: string): string {
    return path.join(this.#folder, `${name}.json`);
  }
}

/** Throws the `HumanError` for something that may be there and that the disk does not give now. */
export function notReadable(error: NodeJS.ErrnoException): never {
  throw new HumanError(keptNotReadable(error.code ?? ""), { actions: ["retry", "showLog"], cause: error });
}

/** Replaces a file. On Windows a program that watches it may hold it for a moment: VS Code tries again for a while. */
async function replace(unfinished: string, file: string): Promise<void> {
  await rename(unfinished, file).catch(() =>
    vscode.workspace.fs.rename(vscode.Uri.file(unfinished), vscode.Uri.file(file), { overwrite: true }),
  );
}

/** Removes a folder of the extension's storage with all that is in it; there may be none. Throws what the disk says. */
export async function removeFolder(folder: Uri): Promise<void> {
  // Another window may write into the folder, or a program that watches files may hold one of them.
  await rm(folder.fsPath, { recursive: true, force: true, maxRetries: 3 });
}
