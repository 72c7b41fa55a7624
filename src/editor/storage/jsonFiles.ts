import { readdir } from "node:fs/promises";
import * as vscode from "vscode";
import { isJsonObject } from "../../core/model/json.ts";
import { WriteQueues } from "../../core/util/writeQueue.ts";
import { KeptJson } from "./keptJson.ts";

/**
 * Plain data as JSON files in one folder of the extension's storage, by name. What is asked of one file is done in the order
 * in which it was asked.
 */
export class JsonFiles {
  readonly #folder: vscode.Uri;
  readonly #formatVersion: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #queues = new WriteQueues<string>();

  /** What another `formatVersion` wrote is not taken up. `onFailure` hears of what could not be written or understood. */
  constructor(folder: vscode.Uri, formatVersion: number, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#formatVersion = formatVersion;
    this.#onFailure = onFailure;
  }

  /** Undefined when there is none, or none that can be read. Never throws. */
  async read(name: string): Promise<unknown> {
    const isOfThisFormat = (value: unknown): value is Kept =>
      isJsonObject(value) && value.formatVersion === this.#formatVersion;
    return (await this.#queues.run(name, () => this.#file(name).read(isOfThisFormat)))?.data;
  }

  /** Whole or not at all. Never throws. */
  write(name: string, data: unknown): Promise<void> {
    return this.#queues.run(name, () => this.#file(name).write({ formatVersion: this.#formatVersion, data }));
  }

  /** Never throws. */
  remove(name: string): Promise<void> {
    return this.#queues.run(name, () => this.#file(name).remove());
  }

  /** Resolves once what was asked so far, of `name` or of all files, is done. */
  settled(name?: string): Promise<void> {
    return this.#queues.settled(name);
  }

  /** The names of what is kept, in no particular order. */
  async names(): Promise<readonly string[]> {
    try {
      const files = await readdir(this.#folder.fsPath);
      return files.flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
    } catch {
      // Nothing was ever kept.
      return [];
    }
  }

  #file(name: string): KeptJson<Kept> {
    return new KeptJson(vscode.Uri.joinPath(this.#folder, `${name}.json`), this.#onFailure);
  }
}

interface Kept {
  readonly formatVersion: number;
  readonly data: unknown;
}
