import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { mkdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Disposable } from "../util/disposable.ts";
import type { Hold } from "./draftStore.ts";

/** A window shows at this interval that it is there. */
const beatMs = 2000;
/**
 * A window that shows no sign for this long while it is watched is gone. The time is long, as busy machines are late.
 */
const silenceMs = 10_000;
const lookMs = 100;
/**
 * A file that can be neither made nor read is tried again so many times: it comes and goes, or is a link to nothing.
 */
const maxTries = 100;

interface Pauses {
  /** Waits before another look whether a window is there. */
  look(): Promise<unknown>;
  /** Waits until this window has to show again that it is there; rejects when it is to stop. */
  beat(signal: AbortSignal): Promise<unknown>;
}

const pausesByClock: Pauses = {
  look: () => pause(lookMs),
  beat: (signal) => pause(beatMs, undefined, { ref: false, signal }),
};

/**
 * Holds things that only one of several windows may have, each by a file that names the holder.
 *
 * A window that closes gives back what it holds. The process of one that ends otherwise is gone. Where that cannot be
 * told (the folder is shared with another machine, another process has its number by now, the process outlived its
 * window), the file is watched: the window that holds it writes the file's time again and again. No two clocks are
 * compared.
 */
export class Leases implements Disposable {
  /**
   * Resolves when the window behind this process answers. A process may outlive its window, and would hold for ever
   * what nobody sees.
   */
  readonly #isWindowThere: () => PromiseLike<unknown>;
  /** Hears of files that could not be written. */
  readonly #onFailure: (error: unknown) => void;
  readonly #pauses: Pauses;
  readonly #own = JSON.stringify({ host: hostname(), pid: process.pid, id: randomUUID() });
  readonly #held = new Set<string>();
  #isBeating = false;
  #isDisposed = false;
  #wake: AbortController | undefined;

  constructor(isWindowThere: () => PromiseLike<unknown>, onFailure: (error: unknown) => void, pauses?: Pauses) {
    this.#isWindowThere = isWindowThere;
    this.#onFailure = onFailure;
    this.#pauses = pauses ?? pausesByClock;
  }

  /** Gives back at once all that is held: a window that takes the place of this one finds it free. */
  dispose(): void {
    this.#isDisposed = true;
    this.#wake?.abort();
    for (const file of this.#held) {
      try {
        if (readFileSync(file, "utf8") === this.#own) {
          rmSync(file);
        }
      } catch {
        // The file is not there any more.
      }
    }
    this.#held.clear();
  }

  /** Tells whether this window took `file` and has not given it back. */
  has(file: string): boolean {
    return this.#held.has(file);
  }

  /**
   * Tells which window `file` names now, whatever this one knows; undefined where there is no file. One that cannot be
   * read may name another window.
   */
  async holderOf(file: string): Promise<"own" | "another" | undefined> {
    const holder = await readFile(file, "utf8").catch((error) => (isMissing(error) ? undefined : ""));
    return holder === undefined ? undefined : holder === this.#own ? "own" : "another";
  }

  /**
   * Takes `file` unless another window has it. With `proof` that window has to show that it is there, which takes until
   * its next beat; without, any window that may be there counts. It never throws: where nothing can be written, nobody
   * holds anything.
   */
  async take(file: string, proof: boolean): Promise<Hold> {
    try {
      for (let tries = 0; tries < maxTries; tries++) {
        // Another window may remove the folder while it is made.
        await mkdir(path.dirname(file), { recursive: true }).catch(unlessMissing);
        const hold = await this.#takeOnce(file, proof);
        if (hold) {
          return hold;
        }
      }
      throw new Error(`${file} can neither be made nor read`);
    } catch (error) {
      this.#onFailure(error);
      return "kept";
    }
  }

  /**
   * Tells whether another window has `file`. A window that may have it has to show that it is there, at its next beat.
   * Throws where the file cannot be read.
   */
  async isElsewhere(file: string): Promise<boolean> {
    const holder = await readFile(file, "utf8").catch(unlessMissing);
    const mayBe = holder !== undefined && holder !== this.#own && this.#mayBeThere(holder);
    return mayBe && (await this.#watch(file, holder)) === "there";
  }

  /** Gives `file` back, if this window has it, and removes its folder where nothing else is in it. It never throws. */
  async release(file: string): Promise<void> {
    this.#held.delete(file);
    if ((await this.holderOf(file)) === "own") {
      await rm(file, { force: true }).catch(this.#onFailure);
      await rmdir(path.dirname(file)).catch(() => {
        // The folder has other files, and stays.
      });
    }
  }

  /** Tells other windows that this one is there. This is repeated as long as something is held. */
  async beat(): Promise<void> {
    await this.#isWindowThere();
    for (const file of this.#held) {
      const isLost = await readFile(file, "utf8").then((holder) => holder !== this.#own, isMissing);
      if (isLost) {
        this.#held.delete(file);
      } else {
        await utimes(file, new Date(), new Date()).catch(this.#onFailure);
      }
    }
  }

  /** Tries once to take `file`; undefined when it has to be tried again. */
  async #takeOnce(file: string, proof: boolean): Promise<Hold | undefined> {
    if (await this.#create(file)) {
      return "taken";
    }
    const holder = await readFile(file, "utf8").catch(unlessMissing);
    if (holder === this.#own) {
      this.#hold(file);
      return "kept";
    }
    if (holder === undefined) {
      return undefined;
    }
    if (this.#mayBeThere(holder)) {
      const fate = proof ? await this.#watch(file, holder) : "there";
      if (fate !== "silent") {
        return fate === "there" ? "elsewhere" : undefined;
      }
    }
    await removeOf(file, holder);
    return undefined;
  }

  async #create(file: string): Promise<boolean> {
    try {
      await writeFile(file, this.#own, { flag: "wx" });
      this.#hold(file);
      return true;
    } catch (error) {
      // Another window may just have removed the folder with the last file in it.
      if (codeOf(error) === "EEXIST" || codeOf(error) === "ENOENT") {
        return false;
      }
      // A full disk leaves the file half written, and nobody would ever give it back.
      await removeHalfWritten(file, this.#own);
      throw error;
    }
  }

  #hold(file: string): void {
    this.#held.add(file);
    if (!this.#isBeating) {
      this.#isBeating = true;
      void this.#beatOn();
    }
  }

  async #beatOn(): Promise<void> {
    while (this.#held.size > 0 && !this.#isDisposed) {
      this.#wake = new AbortController();
      await this.#pauses.beat(this.#wake.signal).catch(() => undefined);
      await this.beat().catch(this.#onFailure);
    }
    this.#isBeating = false;
  }

  /** Tells whether the holder may be there: only a process of this machine that has ended surely is not. */
  #mayBeThere(holder: string): boolean {
    const pid = processOf(holder);
    return pid === undefined || isRunning(pid);
  }

  /** Watches for a sign of the holder, until it has been silent for too long. */
  async #watch(file: string, holder: string): Promise<"there" | "gone" | "silent"> {
    const first = await timeOf(file);
    for (let waitedMs = 0; waitedMs < silenceMs; waitedMs += lookMs) {
      if ((await contentOf(file)) !== holder) {
        return "gone";
      }
      if ((await timeOf(file)) !== first) {
        return "there";
      }
      await this.#pauses.look();
    }
    return "silent";
  }
}

/** Gives the process of this machine that holds something; undefined where another one has it, or nobody can tell. */
function processOf(holder: string): number | undefined {
  try {
    const { host, pid }: { readonly host?: unknown; readonly pid?: unknown } = Object(JSON.parse(holder));
    return host === hostname() && typeof pid === "number" ? pid : undefined;
  } catch {
    // Another window is just writing the file, or a crash left it half written.
    return undefined;
  }
}

/** Removes `file` while it names `holder`: where another window was faster and took it, it stays. */
async function removeOf(file: string, holder: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch(unlessMissing);
  const found = await contentOf(aside);
  if (found !== undefined && found !== holder) {
    // Another window took the file in between.
    await writeFile(file, found, { flag: "wx" }).catch(() => undefined);
  }
  await rm(aside, { force: true });
}

/** Removes `file` where it has only a beginning of `whole`, which could not be written. */
async function removeHalfWritten(file: string, whole: string): Promise<void> {
  const found = await contentOf(file);
  if (found !== undefined && found !== whole && whole.startsWith(found)) {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

async function contentOf(file: string): Promise<string | undefined> {
  return await readFile(file, "utf8").catch(() => undefined);
}

async function timeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.mtimeMs;
}

/** Passes over the error of a missing file, and throws any other: else what cannot be read would be tried for ever. */
function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) {
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** Tells whether a process of this number is there, whoever's it is. */
function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
