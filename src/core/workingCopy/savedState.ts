import type { DocumentKind, Unanswered } from "./documentKind.ts";
import { type CopyState, emptyState, type Step } from "./documentState.ts";
import type { DocumentKey, KindTypes } from "./kindTypes.ts";
import type { Settlement } from "./settlement.ts";
import { restored } from "./transitions.ts";

/** What a working copy keeps over reloads and crashes: a restored document is still checked against its own version. */
export interface SavedState<T extends KindTypes> {
  readonly base: T["base"];
  /** Of documents whose base moved on while they were open. */
  readonly settlements?: Readonly<Record<DocumentKey, Settlement<T>>>;
  /** Of documents whose text does not show the base: the base it was made from. */
  readonly shown?: Readonly<Record<DocumentKey, T["base"]>>;
  /** The documents that wait for a decision about a conflict. */
  readonly conflicting?: readonly DocumentKey[];
  /** The documents of which nobody knows what their texts were made from. */
  readonly unknown?: readonly DocumentKey[];
  /** Sent, and nobody knows whether it was stored. */
  readonly unanswered?: Unanswered<T>;
}

/** Keeps the states of one connection's working copies of one kind. */
export interface StateStore<T extends KindTypes> {
  /** Undefined when there is none, or none that can be read. */
  read(id: number): Promise<SavedState<T> | undefined>;
  /** In the order of the calls. Never rejects: a state that could not be kept is one that is not known later. */
  write(id: number, state: SavedState<T>): Promise<void>;
  /** After what is being written. Never rejects. */
  remove(id: number): Promise<void>;
}

/** What is to be kept of a state; undefined while nothing is known. */
export function savedState<T extends KindTypes>(
  { base, documents, unanswered }: CopyState<T>,
  keepsUnanswered: boolean,
): SavedState<T> | undefined {
  if (base === undefined) {
    return undefined;
  }
  const all = [...documents];
  const settlements = all.flatMap(([key, { settling }]) => (settling ? [[key, settling.settlement] as const] : []));
  const shown = all.flatMap(([key, { origin }]) => (origin.kind === "behind" ? [[key, origin.base] as const] : []));
  const conflicting = all.flatMap(([key, { decision }]) => (decision.kind === "none" ? [] : [key]));
  const unknown = all.flatMap(([key, { origin }]) => (origin.kind === "unknown" ? [key] : []));
  return {
    base,
    ...(settlements.length > 0 && { settlements: Object.fromEntries(settlements) }),
    ...(shown.length > 0 && { shown: Object.fromEntries(shown) }),
    ...(conflicting.length > 0 && { conflicting }),
    ...(unknown.length > 0 && { unknown }),
    ...(unanswered && keepsUnanswered && { unanswered }),
  };
}

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
    this.#restoring ??= this.#store.read(this.#id).then((saved) => {
      this.#earlier = saved;
      void this.apply(restored(this.#now, saved));
    });
    return this.#restoring;
  }

  /** Goes on to a state. What it gives has to be waited for before a save ends. */
  apply({ state, effects }: Step<T>): Promise<void> | undefined {
    this.#now = state;
    let noted: Promise<void> | undefined;
    for (const effect of effects) {
      if (effect.kind === "keep") {
        this.#keep();
      } else {
        noted = this.#kind.noteStored(effect.stored);
      }
    }
    return noted;
  }

  /** Nothing is kept from here on. */
  release(): void {
    this.#isReleased = true;
  }

  /**
   * Not waited for: whatever older state a crash leaves on the disk, a text made from it is checked against it, and so is
   * refused where the service has moved on.
   */
  #keep(): void {
    const saved = savedState(this.#now, this.#kind.keepsUnanswered);
    if (saved && !this.#isReleased) {
      this.#kept = this.#store.write(this.#id, saved);
    }
  }
}
