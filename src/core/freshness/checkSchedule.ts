import { isServiceError } from "../service/serviceError.ts";
import { type After, after } from "../util/after.ts";
import type { Disposable } from "../util/disposable.ts";
import { Emitter } from "../util/event.ts";

/** Looks once at a connection, and tells whether anything was new; throws when it could not look. */
type Look = (connectionId: string, signal: AbortSignal) => Promise<boolean>;

interface Clock {
  /** Tells the time by a clock that nobody can set. */
  nowMs(): number;
  readonly after: After;
}

export type CheckState =
  | { readonly kind: "fine" }
  | { readonly kind: "failing"; readonly error: unknown; readonly pauseMs: number };

/** A service that asked for fewer requests is left alone for so many periods, or for as long as it said. */
const periodsAfterRefusal = 5;
/** Such a service is asked again after an hour, whatever it said: nobody would notice that the checks have ended. */
const maxAskedMs = 3_600_000;
/** Failures double the time between checks up to this many periods. */
const maxPeriods = 32;
/** After so many looks in a row without anything new, each further one makes the time between looks a period longer. */
const usualLooks = 3;
/** The time between looks grows no further than this, neither in periods nor in milliseconds. */
const maxQuietPeriods = 10;
const maxQuietMs = 600_000;

/**
 * Decides when to look whether something visible has changed: once for each connection and period while the window has
 * the focus, and at once when it gets the focus back after a period. What has just become visible was just read, so
 * that its first period begins then. While nothing changes the checks become rarer, until something does, the person
 * saves, the window gets the focus, or something of the connection becomes visible where nothing was.
 */
export class CheckSchedule implements Disposable {
  readonly #inSight: () => Iterable<string>;
  readonly #look: Look;
  readonly #clock: Clock;
  readonly #changed = new Emitter<{ readonly connectionId: string; readonly state: CheckState }>();
  /** Fires when checks begin to fail (`error`), so that the next waits for `pauseMs`, and when they are fine again. */
  readonly onDidChangeState = this.#changed.event;
  readonly #connections = new Map<string, ConnectionState>();
  #periodMs: number | undefined;
  #isFocused: boolean;
  #isDisposed = false;
  #timer: Disposable | undefined;

  /**
   * `inSight` gives the connections of which something is visible now; `look` is never called twice at a time for one
   * of them. Nothing is checked while `periodMs` is undefined.
   */
  constructor(
    inSight: () => Iterable<string>,
    look: Look,
    start: { readonly periodMs: number | undefined; readonly isFocused: boolean },
    clock: Clock = { nowMs: () => performance.now(), after },
  ) {
    this.#inSight = inSight;
    this.#look = look;
    this.#clock = clock;
    this.#periodMs = start.periodMs;
    this.#isFocused = start.isFocused;
    this.update();
  }

  /** Sets the time between checks; undefined ends them. When they are switched on, there is a look at once. */
  setPeriod(periodMs: number | undefined): void {
    const isSwitchedOn = this.#periodMs === undefined && periodMs !== undefined;
    this.#periodMs = periodMs;
    for (const [, state] of this.#visible(this.#clock.nowMs())) {
      if (isSwitchedOn) {
        state.sinceMs = Number.NEGATIVE_INFINITY;
        state.quietLooks = 0;
      }
    }
    if (periodMs === undefined) {
      this.#abort();
    }
    this.update();
  }

  setFocused(isFocused: boolean): void {
    if (isFocused && !this.#isFocused) {
      for (const state of this.#connections.values()) {
        state.quietLooks = 0;
      }
    }
    this.#isFocused = isFocused;
    this.update();
  }

  /**
   * Notes that something of the connection has changed here. More may follow, so checks get as frequent as at first.
   */
  noteChange(connectionId: string): void {
    const state = this.#connections.get(connectionId);
    if (state && state.quietLooks > 0) {
      state.quietLooks = 0;
      this.update();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
    this.#abort();
  }

  #abort(): void {
    for (const { underWay } of this.#connections.values()) {
      underWay?.abort();
    }
  }

  /** Has to be called when something may have become visible: begins checks that are due, and sets the next time. */
  update(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const periodMs = this.#periodMs;
    if (this.#isDisposed) {
      return;
    }
    const nowMs = this.#clock.nowMs();
    const visible = this.#visible(nowMs);
    if (periodMs === undefined || !this.#isFocused) {
      return;
    }
    // Where nothing is visible now, it looks after a period again: nobody tells when something becomes visible.
    let nextMs = nowMs + periodMs;
    for (const [connectionId, state] of visible) {
      const dueMs = Math.max(state.sinceMs + gapMs(periodMs, state.quietLooks), state.pausedUntilMs);
      if (state.underWay) {
        continue;
      }
      if (dueMs <= nowMs) {
        void this.#check(connectionId, state);
      } else {
        nextMs = Math.min(nextMs, dueMs);
      }
    }
    this.#timer = this.#clock.after(nextMs - nowMs, () => this.update());
  }

  #visible(nowMs: number): readonly (readonly [string, ConnectionState])[] {
    const ids = new Set(this.#inSight());
    for (const [connectionId, state] of this.#connections) {
      state.isVisible &&= ids.has(connectionId);
    }
    return [...ids].map((connectionId) => {
      const state = this.#connections.get(connectionId) ?? newState();
      this.#connections.set(connectionId, state);
      if (!state.isVisible) {
        state.isVisible = true;
        state.sinceMs = nowMs;
        state.quietLooks = 0;
      }
      return [connectionId, state] as const;
    });
  }

  async #check(connectionId: string, state: ConnectionState): Promise<void> {
    const controller = new AbortController();
    state.underWay = controller;
    let error: unknown;
    try {
      const isNew = await this.#look(connectionId, controller.signal);
      state.quietLooks = isNew ? 0 : state.quietLooks + 1;
    } catch (thrown) {
      // The error is only for the log: nobody asked for the check, so nobody is told.
      error = controller.signal.aborted ? undefined : (thrown ?? new Error("It failed"));
    }
    state.underWay = undefined;
    state.sinceMs = this.#clock.nowMs();
    this.#conclude(connectionId, state, error);
    this.update();
  }

  #conclude(connectionId: string, state: ConnectionState, error: unknown): void {
    const wasFailing = state.failures > 0;
    state.failures = error === undefined ? 0 : state.failures + 1;
    const pauseMs = error === undefined ? 0 : pauseAfter(error, state.failures, this.#periodMs ?? 0);
    if (error !== undefined) {
      state.pausedUntilMs = state.sinceMs + pauseMs;
    }
    if (wasFailing !== state.failures > 0 && !this.#isDisposed) {
      this.#changed.fire({
        connectionId,
        state: error === undefined ? { kind: "fine" } : { kind: "failing", error, pauseMs },
      });
    }
  }
}

interface ConnectionState {
  isVisible: boolean;
  /** The time at which the last check ended, or the connection became visible. */
  sinceMs: number;
  pausedUntilMs: number;
  failures: number;
  /** The number of looks in a row that have found nothing new. */
  quietLooks: number;
  underWay: AbortController | undefined;
}

function newState(): ConnectionState {
  return {
    isVisible: false,
    sinceMs: 0,
    pausedUntilMs: Number.NEGATIVE_INFINITY,
    failures: 0,
    quietLooks: 0,
    underWay: undefined,
  };
}

/** Gives the time between two looks, when the last `quietLooks` have found nothing new. */
function gapMs(periodMs: number, quietLooks: number): number {
  const periods = Math.min(Math.max(quietLooks - usualLooks + 1, 1), maxQuietPeriods);
  return Math.max(periodMs, Math.min(periods * periodMs, maxQuietMs));
}

function pauseAfter(error: unknown, failures: number, periodMs: number): number {
  const isAskedToWait =
    isServiceError(error) && (error.kind === "tooManyRequests" || error.status === 503 || error.retryAfterMs);
  return isAskedToWait
    ? Math.max(Math.min(error.retryAfterMs ?? 0, maxAskedMs), periodsAfterRefusal * periodMs)
    : Math.min(2 ** failures, maxPeriods) * periodMs;
}

/** No shorter time is taken: nobody needs to know more often. */
const minSeconds = 15;
/** No longer time is taken: this is a day, and a timer for more than 24 days would run at once. */
const maxSeconds = 86_400;

/**
 * Gives the milliseconds between two looks for what the person wrote in seconds; undefined for no looks, and `usual`
 * for what is no period.
 */
export function periodMs(setting: unknown, usual: number): number | undefined {
  const seconds = typeof setting === "number" && setting >= 0 ? setting : usual;
  return seconds === 0 ? undefined : Math.min(Math.max(seconds, minSeconds), maxSeconds) * 1000;
}
