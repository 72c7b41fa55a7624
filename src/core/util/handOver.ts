/** Keeps things for whoever comes for them soon; what nobody came for in time is dropped. */
export class HandOver<T> {
  readonly #forMs: number;
  readonly #kept = new Map<string, { readonly value: T; readonly timer: NodeJS.Timeout }>();

  constructor(forMs: number) {
    this.#forMs = forMs;
  }

  /** In place of what is kept under `key`. */
  put(key: string, value: T): void {
    this.#drop(key);
    const timer = setTimeout(() => this.#drop(key), this.#forMs);
    timer.unref();
    this.#kept.set(key, { value, timer });
  }

  /** For who may come again. */
  get(key: string): T | undefined {
    return this.#kept.get(key)?.value;
  }

  /** For who comes once: nothing is kept under `key` any longer. */
  take(key: string): T | undefined {
    const value = this.get(key);
    this.#drop(key);
    return value;
  }

  #drop(key: string): void {
    clearTimeout(this.#kept.get(key)?.timer);
    this.#kept.delete(key);
  }
}
