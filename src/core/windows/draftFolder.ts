import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { isJsonObject } from "../model/json.ts";
import { getOrMake } from "../util/getOrMake.ts";
import { WriteQueue } from "../util/writeQueue.ts";
import type { DraftStore, SentOnce } from "./draftStore.ts";
import type { Leases } from "./leases.ts";

const unusedAfterMs = 30 * 24 * 3600 * 1000;

/** How what is kept is told from what cannot be relied on. */
export interface DraftForm<S extends SentOnce> {
  isState(value: unknown): value is S;
  isAttempt(value: unknown): value is NonNullable<S["attempt"]>;
}

/**
 * The drafts of one connection as files, which all windows share. Of each there are the draft, the file that tells which
 * window has it, and, while nobody knows what came of a POST, that attempt: its file is made before the POST and can be made
 * once, so that not even two windows that both take themselves for the holder send it twice.
 */
export class DraftFolder<S extends SentOnce> {
  readonly #folder: string;
  readonly #leases: Leases;
  readonly #form: DraftForm<S>;
  readonly #onFailure: (error: unknown) => void;
  readonly #stores = new Map<string, DraftStore<S>>();
  /** The names of the drafts that this window has, as far as it has looked. */
  readonly #own = new Set<string>();
  /** Those that it had when their connection was removed. */
  #removed = new Set<string>();

  /** `onFailure` hears of what could not be kept or understood. */
  constructor(folder: string, leases: Leases, form: DraftForm<S>, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#leases = leases;
    this.#form = form;
    this.#onFailure = onFailure;
  }

  /** The store of one draft; `name` is its own, without a path. What is asked of it is done in that order. */
  store(name: string): DraftStore<S> {
    return getOrMake(this.#stores, name, () => this.#createStore(name));
  }

  /** The connection is gone, and whichever window removed it removes all drafts: what this one has stays its own. */
  noteRemoval(): void {
    this.#removed = new Set(this.#own);
  }

  /** Removes the drafts of all windows. */
  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true }).catch(this.#onFailure);
  }

  #createStore(name: string): DraftStore<S> {
    const [draft, attempt, holder] = [
      this.#file(name, "json"),
      this.#file(name, "sent.json"),
      this.#file(name, "lock"),
    ];
    const queue = new WriteQueue();
    return {
      hold: (proof) =>
        queue.run(async () => {
          const hold = await this.#leases.take(holder, proof);
          if (hold === "elsewhere") {
            this.#own.delete(name);
          } else {
            this.#own.add(name);
          }
          const isStillOwn = this.#removed.delete(name) && hold === "taken" && !(await this.#read(draft, attempt));
          return isStillOwn ? "kept" : hold;
        }),
      release: () => queue.run(() => this.#release(name)),
      read: () => queue.run(() => this.#read(draft, attempt)),
      write: (state) =>
        queue.run(async () => {
          const { attempt: known, ...rest } = state;
          await this.#write(draft, rest);
          await (known ? this.#begin(attempt, { id: state.id, attempt: known }) : this.#remove(attempt));
        }),
      begin: (id, begun) => queue.run(() => this.#begin(attempt, { id, attempt: begun })),
      remove: () =>
        queue.run(async () => {
          if (this.#leases.has(holder)) {
            await this.#remove(attempt);
            await this.#remove(draft);
          }
          await this.#release(name);
        }),
    };
  }

  async #release(name: string): Promise<void> {
    this.#own.delete(name);
    await this.#leases.release(this.#file(name, "lock"));
  }

  #file(name: string, ending: string): string {
    return path.join(this.#folder, `${name}.${ending}`);
  }

  async #read(draft: string, attempt: string): Promise<S | undefined> {
    const state = await this.#readJson(draft);
    const sent = await this.#readJson(attempt);
    if (!this.#form.isState(state)) {
      return undefined;
    }
    const isItsOwn = isJsonObject(sent) && sent.id === state.id && this.#form.isAttempt(sent.attempt);
    return isItsOwn ? { ...state, attempt: sent.attempt } : state;
  }

  async #begin(file: string, sent: SentOnce): Promise<boolean> {
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(file, JSON.stringify(sent), { flag: "wx", flush: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") {
        return false;
      }
      this.#onFailure(error);
    }
    return true;
  }

  async #readJson(file: string): Promise<unknown> {
    const text = await readFile(file, "utf8").catch(() => undefined);
    try {
      return text === undefined ? undefined : JSON.parse(text);
    } catch (error) {
      this.#onFailure(error);
      return undefined;
    }
  }

  /** Replaces the file as a whole, so that a crash leaves the one before. */
  async #write(file: string, value: object): Promise<void> {
    const unfinished = `${file}.${randomUUID()}`;
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(unfinished, JSON.stringify(value));
      await rename(unfinished, file);
    } catch (error) {
      this.#onFailure(error);
    }
  }

  async #remove(file: string): Promise<void> {
    await rm(file, { force: true }).catch(this.#onFailure);
  }
}

/** Removes what no window has used for a month from the folders of all connections below `folder`. Never throws. */
export async function removeUnusedDrafts(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const drafts = new Map<string, { readonly files: string[]; lastUseMs: number }>();
  for (const { name, parentPath } of entries.filter((each) => each.isFile())) {
    // `12-1.json.sent.json`; `12-1.json.json.<uuid>` where a crash left it unfinished.
    const draft = path.join(parentPath, name.replace(/\.(sent\.json|json|lock)(\.[0-9a-f-]{36})?$/, ""));
    const file = path.join(parentPath, name);
    const known = drafts.get(draft) ?? { files: [], lastUseMs: 0 };
    known.files.push(file);
    known.lastUseMs = Math.max(known.lastUseMs, (await stat(file).catch(() => undefined))?.mtimeMs ?? 0);
    drafts.set(draft, known);
  }
  const unused = [...drafts.values()].filter(({ lastUseMs }) => Date.now() - lastUseMs > unusedAfterMs);
  await Promise.all(
    unused.flatMap(({ files }) => files.map((file) => rm(file, { force: true }).catch(() => undefined))),
  );
}
