/** The service's clock: the real one or a given one, moved or stopped by tests. */
export class ServiceClock {
  readonly #source: () => number;
  #offsetMs = 0;
  #frozenAtMs: number | undefined;

  constructor(source: () => number) {
    this.#source = source;
  }

  nowMs(): number {
    return this.#frozenAtMs ?? this.#source() + this.#offsetMs;
  }

  /** The instant versions are made of: whole seconds. */
  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  freeze(atMs = this.nowMs()): void {
    this.#frozenAtMs = atMs;
  }

  advance(ms: number): void {
    if (this.#frozenAtMs === undefined) {
      this.#offsetMs += ms;
    } else {
      this.#frozenAtMs += ms;
    }
  }

  setOffset(ms: number): void {
    this.#frozenAtMs = undefined;
    this.#offsetMs = ms;
  }
}
