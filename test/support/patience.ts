import type { After } from "../../src/core/util/after.ts";

/**
 * How long a client waits for a service that answers, on however busy a machine: less than `Retry-After` asks for in
 * tests.
 */
export const patientMs = 50_000;

/** Turns of the process in which everything arrives that was sent, and is answered. */
export async function someTurns(isOver: () => boolean = () => false): Promise<void> {
  for (let turn = 0; turn < 100 && !isOver(); turn++) {
    await new Promise(setImmediate);
  }
}

/**
 * Timers for a client of a server in its own process. A process that stood still finds them due before it takes what
 * arrived meanwhile, or has its server answer at all, so they let it take some turns first.
 */
export const afterTurns: After = (ms, run) => {
  let isDisposed = false;
  const timer = setTimeout(async () => {
    await someTurns(() => isDisposed);
    if (!isDisposed) {
      run();
    }
  }, ms);
  return {
    dispose: () => {
      isDisposed = true;
      clearTimeout(timer);
    },
  };
};
