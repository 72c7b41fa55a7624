/** Does a piece of work once for all who want it at the same time, and cancels it when the last of them gives up. */
export class SharedWork<T> {
  readonly #underWay = new Map<
    string,
    { readonly result: Promise<T>; readonly abort: AbortController; sharers: number }
  >();

  /** Tells whether work goes on under `key`. */
  has(key: string): boolean {
    return this.#underWay.has(key);
  }

  /**
   * Gives what `work` gives, or the result of the work under `key` that goes on already. Throws the reason of `signal`
   * when that aborts; the work's own signal aborts when those of all sharers have. `isCurrent` tells the work whether
   * others can still share it, or begin their own.
   */
  async share(
    key: string,
    work: (signal: AbortSignal, isCurrent: () => boolean) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    signal.throwIfAborted();
    const shared = this.#underWay.get(key) ?? this.#begin(key, work);
    shared.sharers++;
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave);
    try {
      return await Promise.race([shared.result, givenUp]);
    } finally {
      signal.removeEventListener("abort", leave);
      shared.sharers--;
      if (shared.sharers === 0) {
        // Whoever comes from now on begins new work.
        this.#end(key, shared);
        if (signal.aborted) {
          // Work that is done needs no abort, and making its reason takes as long as drawing a page.
          shared.abort.abort();
        }
      }
    }
  }

  /** Lets whoever comes from now on begin new work. Those who wait get the result of the work under way. */
  drop(isMeant: (key: string) => boolean = () => true): void {
    for (const key of [...this.#underWay.keys()].filter(isMeant)) {
      this.#underWay.delete(key);
    }
  }

  #begin(key: string, work: (signal: AbortSignal, isCurrent: () => boolean) => Promise<T>) {
    const abort = new AbortController();
    const isCurrent = () => this.#underWay.get(key)?.abort === abort;
    const shared = { result: work(abort.signal, isCurrent), abort, sharers: 0 };
    shared.result.catch(() => {}); // Those who wait are told of it; nobody is when all have left.
    this.#underWay.set(key, shared);
    return shared;
  }

  #end(key: string, shared: { readonly result: Promise<T> }): void {
    if (this.#underWay.get(key)?.result === shared.result) {
      this.#underWay.delete(key);
    }
  }
}
