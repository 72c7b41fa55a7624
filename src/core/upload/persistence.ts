import { isServiceError, type ServiceError } from "../service/serviceError.ts";
import type { Pause } from "./ports.ts";

const firstPauseMs = 500;
const maxPauseMs = 60_000;
/** Half a minute in all: a service that restarts is back by then. */
const maxInARow = 6;

/** How often something that failed for a while is tried again: six times in a row, each after twice the pause. */
export class Persistence {
  readonly #pause: Pause;
  #failures = 0;

  constructor(pause: Pause) {
    this.#pause = pause;
  }

  /** Something was achieved: failures before no longer count. */
  succeed(): void {
    this.#failures = 0;
  }

  /** Returns when it is time to try again. Throws `error` where that would be in vain, and when `signal` aborts. */
  async outlast(error: unknown, signal: AbortSignal): Promise<void> {
    if (!isServiceError(error) || !isPassing(error) || this.#failures >= maxInARow) {
      throw error;
    }
    const pauseMs = Math.max(firstPauseMs * 2 ** this.#failures, error.retryAfterMs ?? 0);
    this.#failures++;
    await this.#pause(Math.min(pauseMs, maxPauseMs), signal);
    signal.throwIfAborted();
  }
}

/** What `work` gives once it succeeds: while it fails in passing it is tried again, as often as `Persistence` says. */
export async function persist<T>(pause: Pause, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const persistence = new Persistence(pause);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      await persistence.outlast(error, signal);
    }
  }
}

const passingKinds: ReadonlySet<ServiceError["kind"]> = new Set([
  "answerLost",
  "unreachable",
  "timeout",
  "unavailable",
  "tooManyRequests",
]);

/** Another offset, still locked, damaged on the way: the service tells how far it is, and it goes on from there. */
const passingStatuses: ReadonlySet<number | undefined> = new Set([408, 409, 423, 460]);

function isPassing({ kind, status }: ServiceError): boolean {
  return passingKinds.has(kind) || passingStatuses.has(status);
}
