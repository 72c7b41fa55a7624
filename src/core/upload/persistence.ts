import { isServiceError, type ServiceError } from "../service/serviceError.ts";
import type { Pause } from "./ports.ts";

const firstPauseMs = 500;
const maxPauseMs = 60_000;
/** All tries take half a minute: a service that restarts is back by then. */
const maxInARow = 6;

/** Tries again what failed for a while: six times in a row, each after twice the pause. */
export class Persistence {
  readonly #pause: Pause;
  #failures = 0;

  constructor(pause: Pause) {
    this.#pause = pause;
  }

  /** Notes that something was achieved: failures before no longer count. */
  succeed(): void {
    this.#failures = 0;
  }

  /** Waits until it is time to try again. It throws `error` where that would be in vain, and when `signal` aborts. */
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

/** Gives what `work` gives once it succeeds. While its failures may pass it is tried again, as `Persistence` says. */
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

/** The service has another offset, keeps the upload locked, or got damaged bytes: it tells where to go on from. */
const passingStatuses: ReadonlySet<number | undefined> = new Set([408, 409, 423, 460]);

function isPassing({ kind, status }: ServiceError): boolean {
  return passingKinds.has(kind) || passingStatuses.has(status);
}
