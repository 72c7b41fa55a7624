/** Keeps values over restarts. VS Code's `Memento` fits. */
export interface KeyValueStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** What is kept under a name. */
export interface KeptName {
  readonly name: string;
  readonly bytes: number;
  /** When it was written last, in milliseconds. */
  readonly writtenAt: number;
}

/** A store that holds nothing is not written to without end. */
const maxWrites = 3;

/**
 * A store that VS Code keeps. VS Code puts an older state in the place of all that it keeps when it tells of a write
 * that came before: what a write has lost by that is written again, unless there is a later one.
 */
export class RewritingStore implements KeyValueStore {
  readonly #store: KeyValueStore;
  /** The last write of each key. */
  readonly #latest = new Map<string, symbol>();

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  get(key: string): unknown {
    return this.#store.get(key);
  }

  async update(key: string, value: unknown): Promise<void> {
    const own = Symbol(key);
    this.#latest.set(key, own);
    for (let writes = 0; writes < maxWrites && this.#latest.get(key) === own; writes++) {
      await this.#store.update(key, value);
      if (JSON.stringify(this.get(key)) === JSON.stringify(value)) {
        return;
      }
    }
  }
}
