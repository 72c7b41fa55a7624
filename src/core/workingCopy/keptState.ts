import type { DocumentKind } from "./documentKind.ts";
import { type CopyState, emptyState, type Step } from "./documentState.ts";
import type { KindTypes } from "./kindTypes.ts";
import { restored, type SavedState, type StateStore, savedState } from "./savedState.ts";

/** The state of a working copy as it goes on, kept for the next session. */
export class KeptState<T extends KindTypes> {
  readonly #kind: DocumentKind<T>;
  readonly #id: number;
  readonly #store: StateStore<T>;
  #now: CopyState<T> = emptyState();
  /** What was kept of an earlier session. */
  #earlier: SavedState<T> | undefined;
  #restoring: Promise<void> | undefined;
  /** What is held now is on disk once this resolves. */
  #kept: Promise<void> = Promise.resolve();
  #isReleased = false;

  constructor(kind: DocumentKind<T>, id: number, store: StateStore<T>) {
    this.#kind = kind;
    this.#id = id;
    this.#store = store;
  }

  get now(): CopyState<T> {
    return this.#now;
  }

  get earlier(): SavedState<T> | undefined {
    return this.#earlier;
  }

  /** Resolves once what is held now is on disk. */
  get kept(): Promise<void> {
    return this.#kept;
  }

  /** Takes up what was kept of an earlier session, unless something newer is held already. */
  restore(): Promise<void> {
    this.#restoring ??= this.#store.read(this.#id).then(
      (saved) => {
        this.#earlier = saved;
        this.#now = restored(this.#now, saved);
      },
      (error: unknown) => {
        // What cannot be read now may be later.
        this.#restoring = undefined;
        throw error;
      },
    );
    return this.#restoring;
  }

  /** Goes on to a state. What it gives has to be waited for before a save ends. */
  apply({ state, isKept, stored }: Step<T>): Promise<void> | undefined {
    this.#now = state;
    const noted = stored && this.#kind.noteStored?.(stored);
    if (isKept) {
      this.#keep();
    }
    return noted;
  }

  /** Nothing is kept from here on. */
  release(): void {
    this.#isReleased = true;
  }

  /**
   * Nobody waits for it: whatever older state a crash leaves on the disk, a text made from it is checked against it,
   * and so is refused where the service has moved on.
   */
  #keep(): void {
    const saved = savedState(this.#now, this.#kind.keepsUnanswered);
    if (saved && !this.#isReleased) {
      this.#kept = this.#store.write(this.#id, saved);
    }
  }
}
