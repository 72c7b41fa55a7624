/** Runs what is given to it one after another. */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    // A failure is its caller's; the next in the queue goes on.
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves once what was given so far is done. */
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

/** A queue for each key. One that has nothing to do is forgotten. */
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

  /** Resolves once what was given so far, for `key` or for all, is done. */
  async settled(key?: Key): Promise<void> {
    const entries = key === undefined ? [...this.#queues.values()] : [this.#queues.get(key)];
    await Promise.all(entries.map((entry) => entry?.queue.settled()));
  }
}
