import type { After } from "../../src/core/util/after.ts";

/** A clock that goes on only when told to, calling at each instant what waits for it. */
export class HandClock {
  #nowMs = 0;
  readonly #waiting = new Set<{ readonly atMs: number; readonly run: () => void }>();

  nowMs(): number {
    return this.#nowMs;
  }

  readonly after: After = (ms, run) => {
    const entry = { atMs: this.#nowMs + ms, run };
    this.#waiting.add(entry);
    return { dispose: () => this.#waiting.delete(entry) };
  };

  get isWaitedFor(): boolean {
    return this.#waiting.size > 0;
  }

  /** What begins on the way, and needs no more than a turn, ends on the way. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const [next] = [...this.#waiting].sort((a, b) => a.atMs - b.atMs);
      if (!next || next.atMs > endMs) {
        break;
      }
      this.#waiting.delete(next);
      this.#nowMs = next.atMs;
      next.run();
      await new Promise(setImmediate);
    }
    this.#nowMs = endMs;
  }
}
