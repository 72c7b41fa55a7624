import type { After } from "../util/after.ts";
import type { Disposable } from "../util/disposable.ts";
import { safeListener } from "../util/event.ts";
import type { DocumentKind } from "./documentKind.ts";
import type { KeptState } from "./keptState.ts";
import type { KindTypes, Saved } from "./kindTypes.ts";
import { Transitions } from "./transitions.ts";

/** Tells what a reading after a save found. */
export type Confirmed<T extends KindTypes> =
  /** The reading tells late what became of the save: what it found is the base now. */
  | Saved<T>
  /** Somebody has changed the resource since; the base is what it was. */
  | { readonly kind: "overtaken" };

export interface ConfirmationDependencies<T extends KindTypes> {
  readonly after: After;
  /** Hears what was found. It must not wait for anything. */
  readonly confirmed: (found: Confirmed<T>) => void;
  /** Hears the error where `confirmed` fails. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Reads, in the background, what the service made of a PUT whose answer told no more than its version: once, as soon as
 * no other change can hide behind that version. Until then the base is known not to be confirmed, and a save reads
 * first.
 */
export class Confirmation<T extends KindTypes> {
  readonly #kind: DocumentKind<T>;
  readonly #state: KeptState<T>;
  readonly #transitions: Transitions<T>;
  readonly #dependencies: ConfirmationDependencies<T> | undefined;
  readonly tell: (found: Confirmed<T>) => void;
  #waiting: Disposable | undefined;
  #isStopped = false;

  /** Without `dependencies` nothing is read in the background. */
  constructor(kind: DocumentKind<T>, state: KeptState<T>, dependencies: ConfirmationDependencies<T> | undefined) {
    this.#kind = kind;
    this.#state = state;
    this.#transitions = new Transitions(kind.rules);
    this.#dependencies = dependencies;
    this.tell = dependencies ? safeListener(dependencies.confirmed, dependencies.onFailure) : () => {};
  }

  /** Plans the reading of what is not confirmed. It is to be called after each save, whatever became of it. */
  schedule(): void {
    this.cancel();
    const { base } = this.#state.now;
    const dueMs = base === undefined ? undefined : this.#kind.confirming?.dueMs(base);
    if (!this.#dependencies || dueMs === undefined || this.#isStopped) {
      return;
    }
    this.#waiting = this.#dependencies.after(dueMs, () => void this.#readNow());
  }

  /** Ends what is under way. */
  cancel(): void {
    this.#waiting?.dispose();
    this.#waiting = undefined;
  }

  /** Ends the readings: nothing is read from here on. */
  stop(): void {
    this.#isStopped = true;
    this.cancel();
  }

  /**
   * Gives what `now`, which was just read, tells of a base that is not confirmed; undefined where it tells nothing of
   * it.
   */
  judge(now: T["base"]): Saved<T> | undefined {
    const { base } = this.#state.now;
    return base === undefined ? undefined : this.#kind.confirming?.judge(base, now);
  }

  /** Judges `now` as `judge` does; what that finds is the base from here on. */
  take(now: T["base"]): T["base"] | undefined {
    const found = this.judge(now);
    if (!found) {
      return undefined;
    }
    void this.#state.apply(this.#transitions.confirmed(this.#state.now, found.base));
    this.tell(found);
    return found.base;
  }

  async #readNow(): Promise<void> {
    const ending = new AbortController();
    this.#waiting = { dispose: () => ending.abort() };
    await this.#read(ending.signal);
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { base } = this.#state.now;
    const { confirming } = this.#kind;
    if (base === undefined || confirming?.dueMs(base) === undefined) {
      return;
    }
    let now: T["base"];
    try {
      now = await confirming.readInBackground(signal);
    } catch {
      // Nobody waits for it: the next save reads first.
      return;
    }
    if (!signal.aborted && this.#state.now.base === base && this.take(now) === undefined) {
      this.tell({ kind: "overtaken" });
    }
  }
}
