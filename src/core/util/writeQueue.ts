/** Runs what is given to it one after another. */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    // A failure is its caller's; the next in the queue goes on.
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    for (let last: Promise<unknown> | undefined; last !== this.#last; ) {
      last = this.#last;
      await last;
    }
  }
}
