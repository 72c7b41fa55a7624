import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "../model/json.ts";
import { getOrMake } from "../util/getOrMake.ts";
import { WriteQueue } from "../util/writeQueue.ts";
import { type DraftStore, type Hold, SendingNotKept, type SentOnce } from "./draftStore.ts";
import type { Leases } from "./leases.ts";
import { removeUnfinished, writeWhole } from "./wholeFile.ts";

/** Tells what is kept of one kind of draft from what is damaged. */
export interface DraftForm<S extends SentOnce> {
  isState(value: unknown): value is S;
  isAttempt(value: unknown): value is NonNullable<S["attempt"]>;
  /**
   * Makes an attempt that stands for one that was begun at that time, ISO 8601, and whose note nobody can understand.
   * `state` is what is kept beside it.
   */
  lostAttempt(beganOn: string, state: S | undefined): NonNullable<S["attempt"]>;
}

/** A note in a file beside the draft, which tells that it was sent. */
type Note<S extends SentOnce> = SentOnce & { readonly attempt: NonNullable<S["attempt"]> };

/** The id of a draft of which only a note is left that nobody can understand. */
const lostId = "lost";

/**
 * Keeps the drafts of one connection as files, which all windows share. Each draft has its own file, one that tells
 * which window has it, and, while nobody knows what came of a POST, one with that attempt. The attempt's file is made
 * before the POST and can be made only once: so even two windows that both take themselves for the holder do not send
 * the draft twice.
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
  /**
   * Holds the drafts that this window has though no file tells so: their connection was removed, or the disk was full.
   */
  #untold = new Set<string>();

  /**
   * `addressOf` gives the base address of the connection, where there is one. `onFailure` hears of what could not be
   * kept or understood.
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

  /**
   * Gives the store of one draft; `name` is its own, without a path. Requests to the store are carried out in their
   * order.
   */
  store(name: string): DraftStore<S> {
    return getOrMake(this.#stores, name, () => this.#createStore(name));
  }

  /** Notes that the connection is gone. Some window has removed all drafts, but this one keeps its own. */
  noteRemoval(): void {
    this.#untold = new Set(this.#own);
  }

  /** Removes the drafts of all windows. It throws what the disk says. */
  async remove(): Promise<void> {
    // A first try may fail, as another window may write into the folder meanwhile.
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  #createStore(name: string): DraftStore<S> {
    const [draft, attempt, holder] = [
      this.#file(name, "json"),
      this.#file(name, "sent.json"),
      this.#file(name, "lock"),
    ];
    const queue = new WriteQueue();
    /** The state that was kept when this window looked last. */
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
      write: (state, isNew = false) => queue.run(() => this.#writeState(name, state, isNew)),
      begin: (sent, instead) => queue.run(() => this.#beginSending(name, sent, instead)),
      remove: () =>
        queue.run(async () => {
          // The record goes first: without the attempt's file it would look like a draft that was never sent.
          const isOwn = (await this.#leases.holderOf(holder)) === "own";
          await (isOwn && (await this.#remove(draft)) && this.#remove(attempt));
          await this.#release(name);
        }),
    };
  }

  async #writeState(name: string, state: S, isNew: boolean): Promise<void> {
    if (!(await this.#mayWrite(name, isNew ? undefined : state.id)) || !(await this.#isStillOwn(name))) {
      return;
    }
    const [draft, attempt] = [this.#file(name, "json"), this.#file(name, "sent.json")];
    const { attempt: known, ...rest } = state;
    const isKept = (await this.#write(draft, rest)) || (await this.#isThere(draft, rest));
    if (!known) {
      // The attempt's file goes only once the state with its outcome is kept: else the draft would be sent again.
      await (isKept && this.#remove(attempt));
      return;
    }
    // This window knows that the draft was sent, whether or not that can be kept.
    await this.#keepNote(attempt, sentOf(state)).catch(() => {});
  }

  async #beginSending(name: string, sent: SentOnce, instead: unknown): Promise<boolean> {
    if (!(await this.#mayWrite(name, sent.id))) {
      throw new SendingNotKept();
    }
    const attempt = this.#file(name, "sent.json");
    const isStillOwn = await this.#isStillOwn(name);
    const known = (await this.#read(this.#file(name, "json"), attempt))?.attempt;
    const isInstead = instead !== undefined && isSame(known, instead);
    if (!isStillOwn) {
      if (known === undefined || isInstead) {
        throw new SendingNotKept();
      }
      // Another window has begun to send it since: its fate has to be looked for.
      return false;
    }
    return isInstead ? await this.#replace(attempt, sentOf(sent)) : await this.#begin(attempt, sentOf(sent));
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
    // The draft may have been sent, whatever a loss of power or a crash has made of the rest. Every kind of state needs
    // only an id.
    return { ...(state ?? ({ id: sent.id, address: sent.address } as S)), attempt: sent.attempt };
  }

  /** Gives the note of an attempt: undefined where there is none, null where it is damaged. Throws as `#readJson`. */
  async #noteIn(file: string): Promise<Note<S> | null | undefined> {
    const note = await this.#readJson(file);
    return note === undefined || this.#isNote(note) ? note : null;
  }

  #isNote(value: unknown): value is Note<S> {
    return isJsonObject(value) && typeof value.id === "string" && this.#form.isAttempt(value.attempt);
  }

  /**
   * Tells whether this window may keep anything of the draft. It has to have the draft, the connection has to be there,
   * and no draft of another id than `id` may be kept; where `id` is undefined, the draft that is kept may have any.
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
   * Tells whether no other window has taken the draft since this one did. A window that shows no sign for a while loses
   * its draft, and what it knows of it is too old then.
   */
  async #isStillOwn(name: string): Promise<boolean> {
    const holder = await this.#leases.holderOf(this.#file(name, "lock"));
    return holder === "own" || (holder === undefined && this.#untold.has(name));
  }

  /** Tells whether what is kept is as this window has `seen` it, or gone. */
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
      // A half-written file would look like an attempt of another window, so it is removed. Where no file was made, as
      // while too many files are open, the one that is there tells of an earlier sending and stays.
      await (syscall !== "open" && syscall !== "mkdir" && this.#remove(file));
      throw new SendingNotKept("", { cause: error });
    }
    return true;
  }

  /** Keeps a note. A note that is there already stays, unless nobody can understand it. Throws `SendingNotKept`. */
  async #keepNote(file: string, sent: SentOnce): Promise<void> {
    await ((await this.#noteIn(file)) === null ? this.#replace(file, sent) : this.#begin(file, sent));
  }

  /** Replaces a note in one step: a crash or a full disk leaves the one or the other. */
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
   * Gives the JSON in a file: undefined where there is no such file, null where it has no JSON. It throws
   * `SendingNotKept` where the file cannot be read: nobody knows what it says, so nothing may take its place.
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

  /** Writes a file as a whole; tells whether that was done. */
  async #write(file: string, value: object): Promise<boolean> {
    try {
      await writeWhole(file, JSON.stringify(value), { flush: true });
      return true;
    } catch (error) {
      this.#onFailure(error);
      return false;
    }
  }

  /** Removes a file; tells whether it is gone. */
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

/** Tells whether `kept`, which was read from a file, equals `value`. */
function isSame(kept: unknown, value: unknown): boolean {
  return isDeepStrictEqual(kept, JSON.parse(JSON.stringify(value)));
}

/** Gives the time at which a file was written, as ISO 8601. The file may be gone. */
async function writtenOn(file: string): Promise<string> {
  const { mtime } = await stat(file).catch(() => ({ mtime: new Date(0) }));
  return mtime.toISOString();
}

/** Makes the note that tells, beside the draft, that it was sent. */
function sentOf({ id, address = "", attempt }: SentOnce): SentOnce {
  return { id, address, attempt };
}
