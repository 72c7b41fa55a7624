import { randomUUID } from "node:crypto";
import type { Uri } from "vscode";
import { isRunning } from "../../core/windows/leases.ts";
import { JsonFiles } from "./jsonFiles.ts";

/** This extension host, told from all others: `4711-1b9d6bcd`. */
const thisHost = `${process.pid}-${randomUUID().slice(0, 8)}`;

/**
 * Plain data by name, for the host that takes the place of this one. Two windows of a browser may share the folder, and what
 * they left unsaved: each host has files of its own, so that a text is never taken for made from what another window has
 * read since.
 */
export class OwnFiles {
  readonly #files: JsonFiles;
  readonly #host: string;
  /** The names under which nothing of other hosts is left. */
  readonly #superseding = new Set<string>();

  constructor(folder: Uri, formatVersion: number, onFailure: (error: unknown) => void, host = thisHost) {
    this.#files = new JsonFiles(folder, formatVersion, onFailure);
    this.#host = host;
  }

  /**
   * What this host wrote, else what earlier ones left. Undefined when there is none, none that can be read, or several that
   * differ: then nobody knows which it was. Never throws.
   */
  async read(name: string): Promise<unknown> {
    const own = await this.#files.read(this.#own(name));
    if (own !== undefined) {
      return own;
    }
    const left = await Promise.all((await this.#others(name)).map((file) => this.#files.read(file)));
    const different = new Map(left.flatMap((data) => (data === undefined ? [] : [[JSON.stringify(data), data]])));
    return different.size === 1 ? [...different.values()][0] : undefined;
  }

  /** Whole or not at all. Never throws. */
  async write(name: string, data: unknown): Promise<void> {
    await this.#files.write(this.#own(name), data);
    if (!this.#superseding.has(name) && (await this.#removeEnded(name))) {
      this.#superseding.add(name);
    }
  }

  /** Never throws. */
  async remove(name: string): Promise<void> {
    this.#superseding.delete(name);
    await this.#files.remove(this.#own(name));
    await this.#removeEnded(name);
  }

  /** Resolves once what was asked so far, of `name` or of all, is done. */
  settled(name?: string): Promise<void> {
    return this.#files.settled(name === undefined ? undefined : this.#own(name));
  }

  /** Removes what hosts left that have ended; whether there is nothing of others then. */
  async #removeEnded(name: string): Promise<boolean> {
    const others = await this.#others(name);
    const ended = others.filter((file) => !isOfRunningHost(file));
    await Promise.all(ended.map((file) => this.#files.remove(file)));
    return ended.length === others.length;
  }

  async #others(name: string): Promise<readonly string[]> {
    const files = await this.#files.names();
    return files.filter((file) => file.startsWith(`${name}@`) && file !== this.#own(name));
  }

  #own(name: string): string {
    return `${name}@${this.#host}`;
  }
}

/** Whether the host that wrote the file is there still. */
function isOfRunningHost(file: string): boolean {
  return isRunning(Number(/@(\d+)-/.exec(file)?.[1] ?? 0));
}
