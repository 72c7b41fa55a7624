/** Does a piece of work once for all who want it at the same time, and gives it up when the last of them does. */
export class SharedWork<T> {
  readonly #underWay = new Map<
    string,
    { readonly result: Promise<T>; readonly abort: AbortController; sharers: number }
  >();

  /**
   * What `work` gives, or what somebody else's work under `key` does that goes on already. Throws the reason of `signal`
   * when that aborts; the work's own signal aborts when everybody's has.
   */
  async share(key: string, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
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
        // Whoever comes from now on begins anew.
        this.#end(key, shared);
        shared.abort.abort();
      }
    }
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<T>) {
    const abort = new AbortController();
    const shared = { result: work(abort.signal), abort, sharers: 0 };
    shared.result.catch(() => {}); // Told to those who wait; when all have left, to nobody.
    this.#underWay.set(key, shared);
    return shared;
  }

  #end(key: string, shared: { readonly result: Promise<T> }): void {
    if (this.#underWay.get(key)?.result === shared.result) {
      this.#underWay.delete(key);
    }
  }
}
