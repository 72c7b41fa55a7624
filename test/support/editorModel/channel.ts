/** Counts what goes on in the model, so that a test can wait until nothing does. */
export class Activity {
  #count = 0;

  note(): void {
    this.#count++;
  }

  /** Resolves once nothing was noted for some turns of the event loop. */
  async idle(): Promise<void> {
    for (let quiet = 0, seen = this.#count; quiet < quietTurns; quiet++) {
      await new Promise(setImmediate);
      if (seen !== this.#count) {
        seen = this.#count;
        quiet = 0;
      }
    }
  }
}

/** More turns than any part of ours waits by itself without asking for something. */
const quietTurns = 12;

/** Carries messages one way between a window and its extension host: in order, each in a later turn. */
export class Channel {
  readonly #activity: Activity;
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;

  constructor(activity: Activity) {
    this.#activity = activity;
  }

  /** Has `deliver` called in a later turn, after all that was sent before. */
  send(deliver: () => void): void {
    if (this.#waiting.push(deliver) === 1) {
      setImmediate(() => this.#next());
    }
  }

  /** Delivers nothing from here on. */
  close(): void {
    this.#isClosed = true;
  }

  #next(): void {
    const deliver = this.#waiting.shift();
    if (this.#waiting.length > 0) {
      setImmediate(() => this.#next());
    }
    this.#activity.note();
    if (!this.#isClosed) {
      deliver?.();
    }
  }
}

/** Asks something by `there` and gives the answer, which comes `back`. Gives none once either is closed. */
export function ask<T>(there: Channel, back: Channel, work: () => T | PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    there.send(() => {
      void (async () => work())().then(
        (answer) => back.send(() => resolve(answer)),
        (error: unknown) => back.send(() => reject(error)),
      );
    });
  });
}
