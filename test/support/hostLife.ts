import { setImmediate as nextTurn } from "node:timers/promises";
import type { ArtifactStateStore } from "../../src/core/workingCopy/artifactKind.ts";

/**
 * The life of an extension host, which ends in the middle of something: whatever it asks for after that is neither done
 * nor answered, and what it writes by itself is not written.
 */
export class HostLife {
  readonly #end = Promise.withResolvers<undefined>();
  #isOver = false;
  /** The requests, answers and writings until it ends. */
  #left = Number.POSITIVE_INFINITY;
  #written: Promise<void> = Promise.resolve();

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves when it ends. */
  get end(): Promise<undefined> {
    return this.#end.promise;
  }

  /** It ends after so many of the requests, answers and writings from now on; with undefined it goes on. */
  endAfter(count = Number.POSITIVE_INFINITY): void {
    this.#left = count;
  }

  /** Resolves once all is written that was asked for. */
  written(): Promise<void> {
    return Promise.race([this.#written, this.end]);
  }

  /** The same, of which each method asks for something and is answered. */
  around<T extends object>(parts: T): T {
    return new Proxy(parts, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name, target);
        return typeof found === "function"
          ? (...args: unknown[]) => this.#answered(async () => Reflect.apply(found, target, args))
          : found;
      },
    });
  }

  /** The same store, on a disk that takes its time. */
  keeping(store: ArtifactStateStore): ArtifactStateStore {
    return {
      read: (id) => this.#answered(() => store.read(id)),
      write: (id, state) => this.#write(() => store.write(id, state)),
      remove: (id) => this.#write(() => store.remove(id)),
    };
  }

  #write(work: () => Promise<void>): Promise<void> {
    this.#written = this.#written.then(() => nextTurn()).then(() => (this.#goesOn() ? work() : never()));
    return this.#written;
  }

  async #answered<V>(work: () => Promise<V>): Promise<V> {
    await (this.#goesOn() || never());
    try {
      return await work();
    } finally {
      await (this.#goesOn() || never());
    }
  }

  #goesOn(): boolean {
    if (--this.#left < 0 && !this.#isOver) {
      this.#isOver = true;
      this.#end.resolve(undefined);
    }
    return !this.#isOver;
  }
}

function never(): Promise<never> {
  return new Promise(() => {});
}
