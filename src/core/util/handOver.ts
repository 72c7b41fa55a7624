import { BoundedMap, type Weights } from "./boundedMap.ts";

/**
 * Keeps things for whoever comes for them soon. Those that were put in last stay, as far as they are not too heavy
 * together. What nobody came for in time is dropped.
 */
export class HandOver<T> {
  readonly #forMs: number;
  readonly #kept: BoundedMap<string, { readonly value: T; readonly turn: number }>;
  #turn = 0;

  constructor(forMs: number, { most, of }: Weights<T>) {
    this.#forMs = forMs;
    this.#kept = new BoundedMap(Number.POSITIVE_INFINITY, { most, of: ({ value }) => of(value) });
  }

  /** Keeps `value` in the place of what is kept under `key`. */
  put(key: string, value: T): void {
    const turn = ++this.#turn;
    this.#kept.set(key, { value, turn });
    // The timer keeps no process alive: nobody may come for the value any more.
    setTimeout(() => this.#kept.get(key)?.turn === turn && this.#kept.delete(key), this.#forMs).unref();
  }

  /** Gives what is kept under `key`, for somebody who may come again. */
  get(key: string): T | undefined {
    return this.#kept.get(key)?.value;
  }

  /** Gives what is kept under `key`, for somebody who comes once: it is not kept any longer. */
  take(key: string): T | undefined {
    const value = this.get(key);
    this.#kept.delete(key);
    return value;
  }
}
