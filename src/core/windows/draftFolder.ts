import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "../model/json.ts";
import { getOrMake } from "../util/getOrMake.ts";
import { WriteQueue } from "../util/writeQueue.ts";
import { type DraftStore, type Hold, SendingNotKept, type SentOnce } from "./draftStore.ts";
import type { Leases } from "./leases.ts";
import { removeUnfinished, writeWhole } from "./wholeFile.ts";

/** How what is kept is told from what cannot be relied on. */
export interface DraftForm<S extends SentOnce> {
  isState(value: unknown): value is S;
  isAttempt(value: unknown): value is NonNullable<S["attempt"]>;
  /**
   * What stands for an attempt that was begun at that time, ISO 8601, and cannot be understood. `state` is what is kept
   * beside it.
   */
  lostAttempt(beganOn: string, state: S | undefined): NonNullable<S["attempt"]>;
}

/** What tells, beside the draft, that it was sent. */
type Note<S extends SentOnce> = SentOnce & { readonly attempt: NonNullable<S["attempt"]> };

/** The id of a draft of which nothing is left but that it was sent. */
const lostId = "lost";

/**
 * The drafts of one connection as files, which all windows share. Of each there are the draft, the file that tells
 * which window has it, and, while nobody knows what came of a POST, that attempt: its file is made before the POST and
 * can be made once, so that not even two windows that both take themselves for the holder send it twice.
 */
export class DraftFolder<S extends SentOnce> {
  readonly #folder: string;
  readonly #leases: Leases;
  readonly #form: DraftForm<S>;
  readonly #addressOf: () => string | undefined;
  readonly #onFailure: (error: unknown) => void;
  readonly #stores = new Map<string, DraftStore<S>>();
  #tidied: Promise<void> | undefined;
  /** The names of the drafts that this window has, as far as it has looked. */
  readonly #own = new Set<string>();
  /** Those of them of which no file tells so: their connection was removed, or the disk was full. */
  #untold = new Set<string>();

  /**
   * `addressOf` gives the base address of the connection, where there is such a connection. `onFailure` hears of what
   * could not be kept or understood.
   */
  constructor(
    folder: string,
    leases: Leases,
    form: DraftForm<S>,
    addressOf: () => string | undefined,
    onFailure: (error: unknown) => void,
  ) {
    this.#folder = folder;
    this.#leases = leases;
    this.#form = form;
    this.#addressOf = addressOf;
    this.#onFailure = onFailure;
  }

  /** The store of one draft; `name` is its own, without a path. What is asked of it is done in that order. */
  store(name: string): DraftStore<S> {
    return getOrMake(this.#stores, name, () => this.#createStore(name));
  }

  /** The connection is gone, and whichever window removed it removes all drafts: what this one has stays its own. */
  noteRemoval(): void {
    this.#untold = new Set(this.#own);
  }

  /** Removes the drafts of all windows. Throws what the disk says. */
  async remove(): Promise<void> {
    // Another window may write into it.
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  #createStore(name: string): DraftStore<S> {
    const [draft, attempt, holder] = [
      this.#file(name, "json"),
      this.#file(name, "sent.json"),
      this.#file(name, "lock"),
    ];
    const queue = new WriteQueue();
    /** What was kept when this window looked last. */
    let seen: S | undefined;
    const addressOf = () => this.#addressOf() ?? "";
    return {
      get address() {
        return addressOf();
      },
      hold: (proof) =>
        queue.run(async () => {
          const hold = await this.#take(name, holder, proof);
          const isStillOwn =
            this.#untold.delete(name) && hold === "taken" && (await this.#isKeptAs(seen, draft, attempt));
          if (hold !== "elsewhere" && !this.#leases.has(holder)) {
            this.#untold.add(name);
          }
          return isStillOwn ? "kept" : hold;
        }),
      release: () => queue.run(() => this.#release(name)),
      read: () =>
        queue.run(async () => {
          seen = await this.#read(draft, attempt);
          return seen;
        }),
      write: (state, isNew = false) =>
        queue.run(async () => {
          if (!(await this.#mayWrite(name, isNew ? undefined : state.id)) || !(await this.#isStillOwn(name))) {
            return;
          }
          const { attempt: known, ...rest } = state;
          const isKept = (await this.#write(draft, rest)) || (await this.#isThere(draft, rest));
          if (!known) {
            // What came of it is kept, or the attempt is: else it would be sent again.
            await (isKept && this.#remove(attempt));
            return;
          }
          // It was sent, and this window knows that, whether or not it can be kept.
          await this.#keepNote(attempt, sentOf(state)).catch(() => {});
        }),
      begin: (sent, instead) =>
        queue.run(async () => {
          if (!(await this.#mayWrite(name, sent.id))) {
            throw new SendingNotKept();
          }
          if (!(await this.#isStillOwn(name))) {
            return await this.#failUnlessBegun(attempt);
          }
          const known = (await this.#read(draft, attempt))?.attempt;
          const isInstead = instead !== undefined && isSame(known, instead);
          return isInstead ? await this.#replace(attempt, sentOf(sent)) : await this.#begin(attempt, sentOf(sent));
        }),
      remove: () =>
        queue.run(async () => {
          // The record first: what is left of one that was sent must not look like one that never was.
          const isOwn = (await this.#leases.holderOf(holder)) === "own";
          await (isOwn && (await this.#remove(draft)) && this.#remove(attempt));
          await this.#release(name);
        }),
    };
  }

  async #take(name: string, holder: string, proof: boolean): Promise<Hold> {
    // A draft itself never goes by age: a window that is opened again after years shows its text, which belongs to the
    // address where it was begun.
    this.#tidied ??= removeUnfinished(this.#folder, this.#onFailure);
    await this.#tidied;
    const hold = await this.#leases.take(holder, proof);
    if (hold === "elsewhere") {
      this.#own.delete(name);
    } else {
      this.#own.add(name);
    }
    return hold;
  }

  async #release(name: string): Promise<void> {
    this.#own.delete(name);
    await this.#leases.release(this.#file(name, "lock"));
  }

  #file(name: string, ending: string): string {
    return path.join(this.#folder, `${name}.${ending}`);
  }

  async #read(draft: string, attempt: string): Promise<S | undefined> {
    const kept = await this.#readJson(draft);
    const sent = await this.#noteIn(attempt);
    const state = this.#form.isState(kept) ? kept : undefined;
    if (sent === undefined) {
      return state;
    }
    if (sent === null) {
      const lost = this.#form.lostAttempt(await writtenOn(attempt), state);
      return { ...(state ?? ({ id: lostId } as S)), attempt: lost };
    }
    if (state && state.id !== sent.id) {
      return state;
    }
    // What was sent is in doubt, whatever a loss of power or a crash has made of the rest. No kind needs more than an
    // id.
    return { ...(state ?? ({ id: sent.id, address: sent.address } as S)), attempt: sent.attempt };
  }

  /** Undefined where nothing tells of an attempt, null where nobody can understand it. Throws as `#readJson`. */
  async #noteIn(file: string): Promise<Note<S> | null | undefined> {
    const note = await this.#readJson(file);
    return note === undefined || this.#isNote(note) ? note : null;
  }

  #isNote(value: unknown): value is Note<S> {
    return isJsonObject(value) && typeof value.id === "string" && this.#form.isAttempt(value.attempt);
  }

  /**
   * Whether this window may keep anything of the draft: it has it, the connection is there, and no draft but that of
   * `id` is kept; of any id where that is undefined.
   */
  async #mayWrite(name: string, id: string | undefined): Promise<boolean> {
    if (!this.#own.has(name) || this.#addressOf() === undefined) {
      return false;
    }
    try {
      const kept = id === undefined ? undefined : await this.#readJson(this.#file(name, "json"));
      return !this.#form.isState(kept) || kept.id === id;
    } catch {
      return false;
    }
  }

  /**
   * Whether no other window has taken the draft since this one did: one that tells nothing for a while loses it, and
   * what it knows is from before that.
   */
  async #isStillOwn(name: string): Promise<boolean> {
    const holder = await this.#leases.holderOf(this.#file(name, "lock"));
    return holder === "own" || (holder === undefined && this.#untold.has(name));
  }

  /** False where another window has begun to send it: what came of that is to be looked for. Else throws. */
  async #failUnlessBegun(attempt: string): Promise<false> {
    if ((await this.#readJson(attempt)) === undefined) {
      throw new SendingNotKept();
    }
    return false;
  }

  /** Whether what is kept is as this window has `seen` it, or gone. */
  async #isKeptAs(seen: S | undefined, draft: string, attempt: string): Promise<boolean> {
    return await this.#read(draft, attempt).then(
      (state) => state === undefined || isDeepStrictEqual(state, seen),
      () => false,
    );
  }

  async #isThere(file: string, value: object): Promise<boolean> {
    return await this.#readJson(file).then(
      (kept) => isSame(kept, value),
      () => false,
    );
  }

  async #begin(file: string, sent: SentOnce): Promise<boolean> {
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(file, JSON.stringify(sent), { flag: "wx", flush: true });
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") {
        return false;
      }
      this.#onFailure(error);
      // What is half written would look like an attempt of another window. Where no file was made, as while too many
      // are open, one that is there tells of what was sent before.
      await (syscall !== "open" && syscall !== "mkdir" && this.#remove(file));
      throw new SendingNotKept("", { cause: error });
    }
    return true;
  }

  /** One that is there stays, unless nobody can understand it. Throws `SendingNotKept`. */
  async #keepNote(file: string, sent: SentOnce): Promise<void> {
    await ((await this.#noteIn(file)) === null ? this.#replace(file, sent) : this.#begin(file, sent));
  }

  /** In one step: a crash or a full disk leaves the one or the other. */
  async #replace(file: string, sent: SentOnce): Promise<true> {
    try {
      await writeWhole(file, JSON.stringify(sent), { flush: true });
      return true;
    } catch (error) {
      this.#onFailure(error);
      throw new SendingNotKept("", { cause: error });
    }
  }

  /**
   * Undefined where there is no such file, null where there is no JSON in it. Throws `SendingNotKept` where it cannot
   * be read: nobody knows what it says, so nothing takes its place.
   */
  async #readJson(file: string): Promise<unknown> {
    const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") {
        this.#onFailure(error);
        throw new SendingNotKept(error.message, { cause: error });
      }
    });
    try {
      return text === undefined ? undefined : JSON.parse(text);
    } catch (error) {
      this.#onFailure(error);
      return null;
    }
  }

  /** Whether that was done. */
  async #write(file: string, value: object): Promise<boolean> {
    try {
      await writeWhole(file, JSON.stringify(value), { flush: true });
      return true;
    } catch (error) {
      this.#onFailure(error);
      return false;
    }
  }

  /** Whether it is gone. */
  async #remove(file: string): Promise<boolean> {
    try {
      await rm(file, { force: true });
      return true;
    } catch (error) {
      this.#onFailure(error);
      return false;
    }
  }
}

/** Whether `kept`, which was read, is `value`. */
function isSame(kept: unknown, value: unknown): boolean {
  return isDeepStrictEqual(kept, JSON.parse(JSON.stringify(value)));
}

/** When the file was written, ISO 8601; it may be gone. */
async function writtenOn(file: string): Promise<string> {
  const { mtime } = await stat(file).catch(() => ({ mtime: new Date(0) }));
  return mtime.toISOString();
}

/** What tells, beside the draft, that it was sent. */
function sentOf({ id, address = "", attempt }: SentOnce): SentOnce {
  return { id, address, attempt };
}
