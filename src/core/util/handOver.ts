import { BoundedMap, type Weights } from "./boundedMap.ts";

/**
 * Keeps things for whoever comes for them soon, those that were put last and are not too heavy together; what nobody
 * came for in time is dropped.
 */
export class HandOver<T> {
  readonly #forMs: number;
  readonly #kept: BoundedMap<string, { readonly value: T; readonly turn: number }>;
  #turn = 0;

  constructor(forMs: number, { most, of }: Weights<T>) {
    this.#forMs = forMs;
    this.#kept = new BoundedMap(Number.POSITIVE_INFINITY, { most, of: ({ value }) => of(value) });
  }

  /** In place of what is kept under `key`. */
  put(key: string, value: T): void {
    const turn = ++this.#turn;
    this.#kept.set(key, { value, turn });
    // What it stands for may be gone long before: the timer must not hold that.
    setTimeout(() => this.#kept.get(key)?.turn === turn && this.#kept.delete(key), this.#forMs).unref();
  }

  /** For who may come again. */
  get(key: string): T | undefined {
    return this.#kept.get(key)?.value;
  }

  /** For who comes once: nothing is kept under `key` any longer. */
  take(key: string): T | undefined {
    const value = this.get(key);
    this.#kept.delete(key);
    return value;
  }
}
