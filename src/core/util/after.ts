import type { Disposable } from "./disposable.ts";

/** Calls `run` once after so many milliseconds, unless the answer is disposed before. */
export type After = (ms: number, run: () => void) => Disposable;

/** By the machine's timers. One that waits keeps no process alive. */
export const after: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  timer.unref();
  return { dispose: () => clearTimeout(timer) };
};
