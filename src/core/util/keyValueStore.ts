/** Keeps values over restarts. VS Code's `Memento` fits. */
export interface KeyValueStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The name and size of something that is kept. */
export interface KeptName {
  readonly name: string;
  readonly bytes: number;
  /** The time when it was last written, in milliseconds. */
  readonly writtenAt: number;
}

/** A value is written so many times at most, in case the store keeps nothing. */
const maxWrites = 3;

/**
 * A store that VS Code keeps. When VS Code tells of an earlier write, it puts an older state in the place of all that
 * it keeps. So a value that is lost by that is written again, unless a later value was written.
 */
export class RewritingStore implements KeyValueStore {
  readonly #store: KeyValueStore;
  /** The last write of each key, so that only this one is repeated. */
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
