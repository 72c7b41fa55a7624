import { isDeepStrictEqual } from "node:util";
import type { Uri } from "vscode";
import { WriteQueues } from "../../core/util/writeQueue.ts";
import { filesNamed, type Hosts, hostOf } from "../../core/windows/hosts.ts";
import { JsonFiles, notReadable } from "./jsonFiles.ts";

/**
 * Keeps plain data by name that an extension host leaves for the host that takes its place. Two windows of a browser
 * may share the folder, and restore the same unsaved texts. So each host has files of its own: a base that another
 * window has read since is never taken for the base of a text.
 */
export class OwnFiles {
  readonly #files: JsonFiles;
  readonly #hosts: Hosts;
  readonly #queues = new WriteQueues<string>();
  /** The names whose files of hosts that had ended before this one began were removed. */
  readonly #superseding = new Set<string>();

  constructor(folder: Uri, hosts: Hosts, formatVersion: number, onFailure: (error: unknown) => void) {
    this.#files = new JsonFiles(folder, formatVersion, onFailure);
    this.#hosts = hosts;
  }

  /**
   * Gives what this host wrote under `name`. Where it wrote nothing, it takes over what hosts left that had ended
   * before it began. Gives undefined where there is nothing, where any two hosts have different data, and where
   * something is no JSON: an unsaved text may belong to each of them. Throws `HumanError` where something may be there
   * that cannot be read now, and leaves all as it is.
   */
  read(name: string): Promise<unknown> {
    return this.#queues.run(name, async () => {
      const own = await this.#files.read(this.#hosts.fileOf(name));
      if (own !== undefined) {
        return own;
      }
      const others = await this.#others(name);
      const left = await Promise.all(others.map(({ file }) => this.#files.read(file)));
      const isSame = left.every((data) => isDeepStrictEqual(data, left[0]));
      const data = isSame && others.some(({ hadEnded }) => hadEnded) ? left[0] : undefined;
      // Where this host cannot write the data, the files of the other hosts stay, as nothing else has the data.
      await (data !== undefined && (await this.#keep(name, data)) && this.#supersede(name));
      // What is no JSON was set aside. The others go too: alone, they would count as the only ones the next time.
      await (left.includes(undefined) && this.#supersede(name));
      return data;
    });
  }

  /** Writes data as a whole. Where it cannot, the data that other hosts left stays. Never throws. */
  write(name: string, data: unknown): Promise<void> {
    return this.#queues.run(name, async () => {
      await ((await this.#keep(name, data)) && this.#supersede(name));
    });
  }

  /**
   * Writes data that makes the data before wrong: where it cannot be written, the old data is removed all the same.
   * Never throws.
   */
  writeOrForget(name: string, data: unknown): Promise<void> {
    return this.#queues.run(name, async () => {
      await ((await this.#keep(name, data)) || this.#files.remove(this.#hosts.fileOf(name)));
      await this.#supersede(name);
    });
  }

  /** Removes what is kept under `name`. Never throws. */
  remove(name: string): Promise<void> {
    return this.#queues.run(name, async () => {
      await this.#files.remove(this.#hosts.fileOf(name));
      await this.#supersede(name);
    });
  }

  /** Resolves once all that was asked so far, about `name` or about all names, is done. */
  settled(name?: string): Promise<void> {
    return this.#queues.settled(name);
  }

  /** Writes this host's file. Tells whether it was written. */
  async #keep(name: string, data: unknown): Promise<boolean> {
    await this.#hosts.announce();
    return await this.#files.write(this.#hosts.fileOf(name), data);
  }

  /**
   * Removes the files of hosts that had ended before this one began, once for each name. A host that ends later may
   * leave a base for a text that no window has shown again yet: its files stay.
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
    const files = filesNamed(name, await this.#files.names()).filter((file) => file !== this.#hosts.fileOf(name));
    const hadEnded = (file: string) => this.#hosts.hadEnded(hostOf(file) ?? "").catch(notReadable);
    return Promise.all(files.map(async (file) => ({ file, hadEnded: await hadEnded(file) })));
  }
}
