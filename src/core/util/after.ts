import type { Disposable } from "./disposable.ts";

/** Calls `run` once after so many milliseconds, unless the answer is disposed before. */
export type After = (ms: number, run: () => void) => Disposable;

/** Waits by the machine's timers. A timer that waits keeps no process alive. */
export const after: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  timer.unref();
  return { dispose: () => clearTimeout(timer) };
};

/** Resolves after `ms`, or as soon as `signal` aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
