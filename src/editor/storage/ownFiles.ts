import { isDeepStrictEqual } from "node:util";
import type { Uri } from "vscode";
import { WriteQueues } from "../../core/util/writeQueue.ts";
import { type Hosts, hostOf } from "../../core/windows/hosts.ts";
import { JsonFiles } from "./jsonFiles.ts";

/**
 * Plain data by name, for the host that takes the place of this one. Two windows of a browser may share the folder, and
 * what they left unsaved: each host has files of its own, so that a text is never taken for made from what another
 * window has read since.
 */
export class OwnFiles {
  readonly #files: JsonFiles;
  readonly #hosts: Hosts;
  readonly #queues = new WriteQueues<string>();
  /** The names under which nothing is left of hosts that had ended before this one began. */
  readonly #superseding = new Set<string>();

  constructor(folder: Uri, hosts: Hosts, formatVersion: number, onFailure: (error: unknown) => void) {
    this.#files = new JsonFiles(folder, formatVersion, onFailure);
    this.#hosts = hosts;
  }

  /**
   * What this host wrote, else what those left that had ended before it began, which is its own from then on. Undefined
   * when there is none, or when any other host has something else, or what is no JSON: an unsaved text may be from
   * each of them. Throws `HumanError` where something may be there that cannot be read now, and leaves all as it is.
   */
  read(name: string): Promise<unknown> {
    return this.#queues.run(name, async () => {
      const own = await this.#files.read(this.#own(name));
      if (own !== undefined) {
        return own;
      }
      const others = await this.#others(name);
      const left = await Promise.all(others.map(({ file }) => this.#files.read(file)));
      const isSame = left.every((data) => data !== undefined && isDeepStrictEqual(data, left[0]));
      const data = isSame && others.some(({ hadEnded }) => hadEnded) ? left[0] : undefined;
      // Where it cannot be written here, what they left is still all that there is of it.
      await (data !== undefined && (await this.#keep(name, data)) && this.#supersede(name));
      // What is no JSON is set aside, and the others would be alone when it is asked for again.
      await (left.includes(undefined) && this.#supersede(name));
      return data;
    });
  }

  /**
   * What this host wrote, else all that those left that had ended before it began, for what can be put together. Throws
   * as `read` does.
   */
  readEach(name: string): Promise<readonly unknown[]> {
    return this.#queues.run(name, async () => {
      const own = await this.#files.read(this.#own(name));
      if (own !== undefined) {
        return [own];
      }
      const ended = (await this.#others(name)).filter(({ hadEnded }) => hadEnded);
      const left = await Promise.all(ended.map(({ file }) => this.#files.read(file)));
      return left.filter((data) => data !== undefined);
    });
  }

  /** Whole or not at all: then what others left is still all that there is of it. Never throws. */
  write(name: string, data: unknown): Promise<void> {
    return this.#queues.run(name, async () => {
      await ((await this.#keep(name, data)) && this.#supersede(name));
    });
  }

  /**
   * As `write`, for what would say something else by the time it is read: where it cannot be written nothing is left of
   * what was there before. Never throws.
   */
  writeOrForget(name: string, data: unknown): Promise<void> {
    return this.#queues.run(name, async () => {
      await ((await this.#keep(name, data)) || this.#files.remove(this.#own(name)));
      await this.#supersede(name);
    });
  }

  /** Never throws. */
  remove(name: string): Promise<void> {
    return this.#queues.run(name, async () => {
      await this.#files.remove(this.#own(name));
      await this.#supersede(name);
    });
  }

  /** Resolves once what was asked so far, of `name` or of all, is done. */
  settled(name?: string): Promise<void> {
    return this.#queues.settled(name);
  }

  /** Whether it was written. */
  async #keep(name: string, data: unknown): Promise<boolean> {
    await this.#hosts.announce();
    return await this.#files.write(this.#own(name), data);
  }

  /**
   * Removes what this host was given. What one leaves that ends only now may be of a text that nobody has shown again
   * yet.
   */
  async #supersede(name: string): Promise<void> {
    if (!this.#superseding.has(name)) {
      this.#superseding.add(name);
      const others = await this.#others(name).catch(() => []);
      const ended = others.filter(({ hadEnded }) => hadEnded);
      await Promise.all(ended.map(({ file }) => this.#files.remove(file)));
    }
  }

  async #others(name: string): Promise<readonly { readonly file: string; readonly hadEnded: boolean }[]> {
    const files = (await this.#files.names()).filter((file) => file.startsWith(`${name}@`) && file !== this.#own(name));
    return Promise.all(files.map(async (file) => ({ file, hadEnded: await this.#hosts.hadEnded(hostOf(file) ?? "") })));
  }

  #own(name: string): string {
    return `${name}@${this.#hosts.name}`;
  }
}
