import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Uri } from "vscode";
import { WriteQueues } from "../../core/util/writeQueue.ts";
import { type Hosts, hostOf } from "../../core/windows/hosts.ts";
import { JsonFiles } from "./jsonFiles.ts";

/** A file of another host. */
interface OtherFile {
  readonly file: string;
  readonly host: string;
  /** The host had ended when this one began. */
  readonly hadEnded: boolean;
}

/**
 * Plain data by name that an extension host leaves for the host that takes its place. Two windows of a browser may
 * share the folder, and restore the same unsaved texts. So each host has files of its own: a base that another window
 * has read since is never taken for the base of a text.
 */
export class OwnFiles {
  readonly #files: JsonFiles;
  readonly #hosts: Hosts;
  readonly #queues = new WriteQueues<string>();
  /** The names whose files of hosts that had ended before this one began were removed. */
  readonly #superseding = new Set<string>();
  /** The names under which this host wrote something, or took something over. */
  readonly #had = new Set<string>();
  /** The files that this host has taken over, by name: what it writes takes their place. */
  readonly #taken = new Map<string, readonly string[]>();

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
      const own = await this.#files.read(this.#own(name));
      if (own !== undefined) {
        return own;
      }
      const others = await this.#others(name);
      const left = await Promise.all(others.map(({ file }) => this.#files.read(file)));
      const isSame = left.every((data) => data !== undefined && isDeepStrictEqual(data, left[0]));
      const data = isSame && others.some(({ hadEnded }) => hadEnded) ? left[0] : undefined;
      // Where this host cannot write the data, the files of the others stay: they are all that there is.
      await (data !== undefined && (await this.#keep(name, data)) && this.#supersede(name));
      // What is no JSON was set aside. The others go too: alone, they would count as the only ones the next time.
      await (left.includes(undefined) && this.#supersede(name));
      return data;
    });
  }

  /**
   * Gives what this host wrote under `name`, and all that hosts left that had ended before it began: it takes that
   * over, so that no other host gets it. It serves data that can be put together, and that only one host may have.
   * Throws what `read` throws.
   */
  take(name: string): Promise<readonly unknown[]> {
    return this.#queues.run(name, async () => {
      for (const { file, host } of (await this.#others(name)).filter(({ hadEnded }) => hadEnded)) {
        if (await this.#hosts.hasEnded(host)) {
          // A host that nobody knows of would count as ended, and lose what it takes over.
          await this.#hosts.announce();
          // Another host may be first. With the names of all hosts before, a name would grow too long for the disk.
          await this.#files.rename(file, `${name}@${randomUUID()}@${this.#hosts.name}`);
        }
      }
      const all = await this.#ofThisHost(name);
      const taken = all.filter((file) => file !== this.#own(name));
      this.#taken.set(name, taken);
      if (all.length > 0) {
        this.#had.add(name);
      } else {
        // This host knows by now that there is nothing.
        this.#had.delete(name);
      }
      const left = await Promise.all(all.map((file) => this.#files.read(file)));
      return left.filter((data) => data !== undefined);
    });
  }

  /** Tells whether another host has taken over all that this one wrote or took under `name`. Throws as `read` does. */
  isTaken(name: string): Promise<boolean> {
    return this.#queues.run(name, async () => this.#had.has(name) && (await this.#ofThisHost(name)).length === 0);
  }

  /**
   * Writes data as a whole; where it cannot, what other hosts left stays as all that there is. With `flush` it outlives
   * a loss of power. Tells whether it was written. Never throws.
   */
  write(name: string, data: unknown, flush = false): Promise<boolean> {
    return this.#queues.run(name, async () => {
      const isKept = await this.#keep(name, data, flush);
      await (isKept && this.#supersede(name));
      return isKept;
    });
  }

  /**
   * Writes data that makes what was there before wrong: where it cannot be written, the old data is removed all the
   * same. Never throws.
   */
  writeOrForget(name: string, data: unknown): Promise<void> {
    return this.#queues.run(name, async () => {
      await ((await this.#keep(name, data)) || this.#files.remove(this.#own(name)));
      await this.#supersede(name);
    });
  }

  /** Removes what is kept under `name`. Never throws. */
  remove(name: string): Promise<void> {
    return this.#queues.run(name, async () => {
      this.#had.delete(name);
      await this.#files.remove(this.#own(name));
      await this.#supersede(name);
    });
  }

  /** Resolves once all that was asked so far, about `name` or about all names, is done. */
  settled(name?: string): Promise<void> {
    return this.#queues.settled(name);
  }

  /** Writes this host's file. Tells whether it was written. */
  async #keep(name: string, data: unknown, flush = false): Promise<boolean> {
    await this.#hosts.announce();
    const isKept = await this.#files.write(this.#own(name), data, flush);
    if (isKept) {
      this.#had.add(name);
    }
    return isKept;
  }

  /**
   * Removes what this host has taken over. Of a name that is not taken over, it removes the files of hosts that had
   * ended before it began, once. A host that ends later may leave a base for a text that no window has shown again yet:
   * its files stay.
   */
  async #supersede(name: string): Promise<void> {
    const taken = this.#taken.get(name);
    if (taken) {
      // What another program holds is removed the next time.
      this.#taken.set(name, await this.#removed(taken));
    } else if (!this.#superseding.has(name)) {
      this.#superseding.add(name);
      const others = await this.#others(name).catch(() => []);
      await this.#removed(others.filter(({ hadEnded }) => hadEnded).map(({ file }) => file));
    }
  }

  /** Removes files. Gives those that are still there. */
  async #removed(files: readonly string[]): Promise<readonly string[]> {
    const all = await Promise.all(files.map(async (file) => ({ file, isGone: await this.#files.remove(file) })));
    return all.filter(({ isGone }) => !isGone).map(({ file }) => file);
  }

  async #others(name: string): Promise<readonly OtherFile[]> {
    const files = (await this.#named(name)).map((file) => ({ file, host: hostOf(file) ?? "" }));
    const others = files.filter(({ host }) => host !== this.#hosts.name);
    return Promise.all(others.map(async (other) => ({ ...other, hadEnded: await this.#hosts.hadEnded(other.host) })));
  }

  /** Gives the files that this host wrote, and those that it has taken over: all have its name at their end. */
  async #ofThisHost(name: string): Promise<readonly string[]> {
    return (await this.#named(name)).filter((file) => hostOf(file) === this.#hosts.name);
  }

  async #named(name: string): Promise<readonly string[]> {
    return (await this.#files.names()).filter((file) => file.startsWith(`${name}@`));
  }

  #own(name: string): string {
    return `${name}@${this.#hosts.name}`;
  }
}
