/** Runs pieces of work one after another. */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    // A failure is told to whoever asked for the work; the next work goes on.
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves once the work that was given so far is done. */
  settled(): Promise<unknown> {
    return this.#last;
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    for (let last: Promise<unknown> | undefined; last !== this.#last; ) {
      last = this.#last;
      await last;
    }
  }
}

/** Has a queue for each key. A queue that has nothing to do is forgotten. */
export class WriteQueues<Key> {
  readonly #queues = new Map<Key, { readonly queue: WriteQueue; waiting: number }>();

  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const entry = this.#queues.get(key) ?? { queue: new WriteQueue(), waiting: 0 };
    this.#queues.set(key, entry);
    entry.waiting++;
    try {
      return await entry.queue.run(work);
    } finally {
      entry.waiting--;
      if (entry.waiting === 0) {
        this.#queues.delete(key);
      }
    }
  }

  /** Resolves once the work that was given so far, for `key` or for all keys, is done. */
  async settled(key?: Key): Promise<void> {
    const entries = key === undefined ? [...this.#queues.values()] : [this.#queues.get(key)];
    await Promise.all(entries.map((entry) => entry?.queue.settled()));
  }
}
