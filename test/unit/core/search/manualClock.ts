import type { Clock } from "../../../../src/core/search/ports.ts";

/** A clock that stands still until `pass` moves it, and then runs what was due on the way. */
export class ManualClock implements Clock {
  #nowMs = 0;
  #timers: { readonly dueMs: number; readonly act: () => void }[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  after(ms: number, act: () => void): () => void {
    const timer = { dueMs: this.#nowMs + ms, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  pass(ms: number): void {
    this.#nowMs += ms;
    const due = this.#timers.filter(({ dueMs }) => dueMs <= this.#nowMs);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { act } of due) {
      act();
    }
  }
}
