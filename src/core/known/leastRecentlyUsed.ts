/** How much may be kept. The entry used last is kept in any case: something that large is still needed. */
export interface Limits {
  readonly entries: number;
  readonly bytes: number;
}

/**
 * Tells which entries to keep within limits of number and size: those used last. Knows their sizes, not what they are.
 */
export class LeastRecentlyUsed {
  readonly #limits: Limits;
  /** The one used last is last. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Tells how large all entries are together. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#sizes.size;
  }

  get names(): readonly string[] {
    return [...this.#sizes.keys()];
  }

  /** An entry was read. */
  touch(name: string): void {
    const bytes = this.#sizes.get(name);
    if (bytes !== undefined) {
      this.#sizes.delete(name);
      this.#sizes.set(name, bytes);
    }
  }

  /** An entry was written. Gives the names of those that have to go for it. */
  put(name: string, bytes: number): readonly string[] {
    this.remove(name);
    this.#sizes.set(name, bytes);
    this.#bytes += bytes;
    const gone: string[] = [];
    for (const oldest of this.#sizes.keys()) {
      if (oldest === name || (this.#bytes <= this.#limits.bytes && this.#sizes.size <= this.#limits.entries)) {
        break;
      }
      this.remove(oldest);
      gone.push(oldest);
    }
    return gone;
  }

  remove(name: string): void {
    this.#bytes -= this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name);
  }

  clear(): void {
    this.#sizes.clear();
    this.#bytes = 0;
  }
}
