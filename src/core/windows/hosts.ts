import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Leases } from "./leases.ts";

/**
 * Knows the extension hosts that keep files in one folder, one after another or, where two windows of a browser show
 * one workspace, at the same time. Each file ends with the name of its host: `512@4711-1b9d6bcd.json`.
 */
export class Hosts {
  /** The name of this host. */
  readonly name = `${process.pid}-${randomUUID().slice(0, 8)}`;
  readonly #folder: string;
  readonly #leases: Leases;
  /** Tells, for each host that had kept something when this one began, whether it had ended. */
  #earlier: Promise<ReadonlyMap<string, Promise<boolean>>> | undefined;
  #announced: Promise<unknown> | undefined;

  constructor(folder: string, leases: Leases) {
    this.#folder = folder;
    this.#leases = leases;
    this.#known().catch(untold);
  }

  /** Gives the file of this host for `name`. */
  fileOf(name: string): string {
    return `${name}@${this.name}`;
  }

  /**
   * Lets other hosts know that this one is there, which has to be done before anything is kept. Never throws; where the
   * disk was full, the next call tries again.
   */
  async announce(): Promise<void> {
    await this.#known().catch(untold);
    this.#announced ??= this.#announce();
    await this.#announced;
  }

  /**
   * Tells whether `host` had ended when this host began: then this one shows what that one left unsaved. A host that
   * may be there has to show it, at its next beat. Throws what the disk says while nobody can tell.
   */
  async hadEnded(host: string): Promise<boolean> {
    const ended = (await this.#known()).get(host);
    return (await ended?.catch(() => this.hasEnded(host))) ?? false;
  }

  /**
   * Tells whether `host` has ended by now. One that was taken for ended, as it hung, may be there again. Throws what
   * the disk says while nobody can tell.
   */
  async hasEnded(host: string): Promise<boolean> {
    return !(await this.#leases.isElsewhere(this.#lockOf(host)));
  }

  async #announce(): Promise<void> {
    const lock = this.#lockOf(this.name);
    await this.#leases.take(lock, false);
    if (!this.#leases.has(lock)) {
      this.#announced = undefined;
    }
  }

  #known(): Promise<ReadonlyMap<string, Promise<boolean>>> {
    this.#earlier ??= this.#look().catch((error: unknown) => {
      // What cannot be read now may be read when somebody asks again.
      this.#earlier = undefined;
      throw error;
    });
    return this.#earlier;
  }

  async #look(): Promise<ReadonlyMap<string, Promise<boolean>>> {
    const files = await readdir(this.#folder, { recursive: true }).catch(noneIfMissing);
    const hosts = new Set(files.flatMap((file) => hostOf(path.basename(file, ".json")) ?? []));
    hosts.delete(this.name);
    const all = new Map([...hosts].map((host) => [host, this.hasEnded(host)]));
    all.forEach((ended) => void ended.catch(untold));
    return all;
  }

  #lockOf(host: string): string {
    return path.join(this.#folder, `${host}.lock`);
  }
}

/** Ignores that nobody can tell now: whoever asks about a host is told. */
function untold(): void {}

/** The folder is missing as long as nothing was kept. Any other error hides what was. */
function noneIfMissing(error: NodeJS.ErrnoException): readonly string[] {
  if (error.code !== "ENOENT") {
    throw error;
  }
  return [];
}

/** Gives those of `files` that some host keeps under `name`. */
export function filesNamed(name: string, files: readonly string[]): readonly string[] {
  return files.filter((file) => file.startsWith(`${name}@`));
}

/** Gives the host that keeps the file of that name; undefined where none does. */
export function hostOf(name: string): string | undefined {
  return /@(\d{1,12}-[0-9a-f]{8})$/.exec(name)?.[1];
}
