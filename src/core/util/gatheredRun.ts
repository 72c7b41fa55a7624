import { type After, after as afterTimer } from "./after.ts";
import type { Disposable } from "./disposable.ts";

/** Gathers items, which are handed on together some time after the first of them. */
export class Gathering<T> implements Disposable {
  readonly #run: GatheredRun;
  #items: T[] = [];

  constructor(take: (items: readonly T[]) => void, laterMs: number, after: After = afterTimer) {
    const hand = () => {
      const items = this.#items;
      this.#items = [];
      take(items);
    };
    this.#run = new GatheredRun(hand, laterMs, after);
  }

  add(...items: readonly T[]): void {
    this.#items.push(...items);
    this.#run.later();
  }

  /** Ends it: what was gathered is not handed on any more. */
  dispose(): void {
    this.#run.dispose();
  }
}

/** Runs once for all who ask in the meantime: with the next turn, or if nothing is urgent some time after the first. */
export class GatheredRun implements Disposable {
  readonly #run: () => void;
  readonly #laterMs: number;
  readonly #after: After;
  #waiting: Disposable | undefined;

  /** `later` waits for `laterMs`. */
  constructor(run: () => void, laterMs: number, after: After = afterTimer) {
    this.#run = run;
    this.#laterMs = laterMs;
    this.#after = after;
  }

  soon(): void {
    this.dispose();
    this.#in(0);
  }

  later(): void {
    if (!this.#waiting) {
      this.#in(this.#laterMs);
    }
  }

  /** Ends the waiting: what was asked for is not run any more. */
  dispose(): void {
    this.#waiting?.dispose();
    this.#waiting = undefined;
  }

  #in(ms: number): void {
    this.#waiting = this.#after(ms, () => {
      this.#waiting = undefined;
      this.#run();
    });
  }
}
