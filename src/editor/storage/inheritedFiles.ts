import { randomUUID } from "node:crypto";
import type { Uri } from "vscode";
import { WriteQueues } from "../../core/util/writeQueue.ts";
import { filesNamed, type Hosts, hostOf } from "../../core/windows/hosts.ts";
import { JsonFiles, notReadable } from "./jsonFiles.ts";

/**
 * Keeps words by name that an extension host leaves, and that one other host alone takes over: nobody is to send them
 * twice. Each host has files of its own, and takes over a file by renaming it to a name of its own.
 */
export class InheritedFiles {
  readonly #files: JsonFiles;
  readonly #hosts: Hosts;
  readonly #queues = new WriteQueues<string>();
  /** The files that this host has by each name: its own, and those that it took over. */
  readonly #has = new Map<string, readonly string[]>();

  constructor(folder: Uri, hosts: Hosts, onFailure: (error: unknown) => void) {
    this.#files = new JsonFiles(folder, 1, onFailure);
    this.#hosts = hosts;
  }

  /**
   * Gives what this host has under `name`. What hosts left that had ended before it began, and are not there again, it
   * takes over. Throws `HumanError` where something may be there that cannot be read now, and loses nothing.
   */
  take(name: string): Promise<readonly unknown[]> {
    return this.#queues.run(name, async () => {
      const own = this.#hosts.fileOf(name);
      const named = await this.#named(name);
      // The first becomes this host's own, which the next writing replaces: beside that, one that cannot be removed
      // would still say what was said since.
      let next = named.includes(own) ? undefined : own;
      for (const file of named) {
        const host = hostOf(file) ?? "";
        if (await this.#isLeft(host)) {
          // A host that nobody knows of would count as ended, and lose what it takes over.
          await this.#hosts.announce();
          // Another host may be first. With the names of all hosts before, a name would grow too long for the disk.
          await this.#files.rename(file, next ?? this.#hosts.fileOf(`${name}@${randomUUID()}`));
          next = undefined;
        }
      }
      const files = await this.#ofThisHost(name);
      this.#has.set(name, files);
      const all = await Promise.all(files.map((file) => this.#files.read(file)));
      return all.filter((data) => data !== undefined);
    });
  }

  /**
   * Tells whether another host has taken over all that this host has under `name`, because it took this one for ended.
   * Throws as `take` does.
   */
  isTaken(name: string): Promise<boolean> {
    return this.#queues.run(
      name,
      async () => (this.#has.get(name) ?? []).length > 0 && (await this.#ofThisHost(name)).length === 0,
    );
  }

  /**
   * Writes data in the place of all that this host has under `name`, so that it outlives a loss of power. Tells whether
   * it was written; otherwise all stays as it was. Never throws.
   */
  write(name: string, data: unknown): Promise<boolean> {
    return this.#queues.run(name, async () => {
      await this.#hosts.announce();
      const own = this.#hosts.fileOf(name);
      const isKept = await this.#files.write(own, data, true);
      if (isKept) {
        const left = (this.#has.get(name) ?? []).filter((file) => file !== own);
        this.#has.set(name, [own, ...(await this.#removed(left))]);
      }
      return isKept;
    });
  }

  /** Removes what this host has under `name`. Never throws. */
  remove(name: string): Promise<void> {
    return this.#queues.run(name, async () => {
      this.#has.set(name, await this.#removed(this.#has.get(name) ?? []));
    });
  }

  /** Resolves once all that was asked so far is done. */
  settled(): Promise<void> {
    return this.#queues.settled();
  }

  /** Tells whether `host` had ended before this one began, and is not there again. Throws as `take` does. */
  async #isLeft(host: string): Promise<boolean> {
    return await this.#hosts
      .hadEnded(host)
      .then((hadEnded) => hadEnded && this.#hosts.hasEnded(host))
      .catch(notReadable);
  }

  /** Removes files. Gives those that another program holds: they are removed the next time. */
  async #removed(files: readonly string[]): Promise<readonly string[]> {
    const all = await Promise.all(files.map(async (file) => ({ file, isGone: await this.#files.remove(file) })));
    return all.filter(({ isGone }) => !isGone).map(({ file }) => file);
  }

  async #ofThisHost(name: string): Promise<readonly string[]> {
    return (await this.#named(name)).filter((file) => hostOf(file) === this.#hosts.name);
  }

  async #named(name: string): Promise<readonly string[]> {
    return filesNamed(name, await this.#files.names());
  }
}
