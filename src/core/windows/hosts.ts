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
  readonly #earlier: Promise<ReadonlyMap<string, Promise<boolean>>>;
  #announced: Promise<unknown> | undefined;

  constructor(folder: string, leases: Leases) {
    this.#folder = folder;
    this.#leases = leases;
    this.#earlier = this.#look();
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
    await this.#earlier;
    this.#announced ??= this.#announce();
    await this.#announced;
  }

  /**
   * Tells whether `host` had ended when this host began: then this one shows what that one left unsaved. A host that
   * may be there has to show it, at its next beat.
   */
  async hadEnded(host: string): Promise<boolean> {
    return (await (await this.#earlier).get(host)) ?? false;
  }

  /**
   * Tells whether `host` has ended by now. One that was taken for ended, as it hung, may be there again. It never
   * throws.
   */
  hasEnded(host: string): Promise<boolean> {
    return this.#leases.isElsewhere(this.#lockOf(host)).then(
      (isElsewhere) => !isElsewhere,
      () => false,
    );
  }

  async #announce(): Promise<void> {
    const lock = this.#lockOf(this.name);
    await this.#leases.take(lock, false);
    if (!this.#leases.has(lock)) {
      this.#announced = undefined;
    }
  }

  async #look(): Promise<ReadonlyMap<string, Promise<boolean>>> {
    // The folder is missing as long as nothing was kept.
    const files = await readdir(this.#folder, { recursive: true }).catch(() => []);
    const hosts = new Set(files.flatMap((file) => hostOf(path.basename(file, ".json")) ?? []));
    return new Map([...hosts].map((host) => [host, this.hasEnded(host)]));
  }

  #lockOf(host: string): string {
    return path.join(this.#folder, `${host}.lock`);
  }
}

/** Gives those of `files` that some host keeps under `name`. */
export function filesNamed(name: string, files: readonly string[]): readonly string[] {
  return files.filter((file) => file.startsWith(`${name}@`));
}

/** Gives the host that keeps the file of that name; undefined where none does. */
export function hostOf(name: string): string | undefined {
  return /@(\d{1,12}-[0-9a-f]{8})$/.exec(name)?.[1];
}
