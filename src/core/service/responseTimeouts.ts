import type { After } from "../util/after.ts";
import type { Disposable } from "../util/disposable.ts";
import { GivenUp } from "./failure.ts";

/** The times, in milliseconds, for which an exchange is waited for. */
interface Limits {
  /** The time without a byte of the answer, from the moment the request has its turn. */
  readonly silenceMs: number;
  /** The time from `beginDeadline` to the last byte of the answer. */
  readonly deadlineMs?: number;
  /** The rate at which the body must arrive, on average over `silenceMs`. */
  readonly minBytesPerSecond?: number;
}

/** Watches how an answer arrives, and tells when it is not to be waited for any longer. */
export class ResponseTimeouts {
  readonly #limits: Limits;
  readonly #after: After;
  #giveUp: (reason: Error) => void = () => {};
  #deadline: Disposable | undefined;
  #refusal: Disposable | undefined;
  #silence: Disposable | undefined;
  #window: Disposable | undefined;
  #bytesInWindow = 0;
  #hasEnded = false;

  constructor(limits: Limits, after: After) {
    this.#limits = limits;
    this.#after = after;
  }

  /** Names the function that is called with the reason for giving up, once or more. */
  watch(giveUp: (reason: Error) => void): void {
    this.#giveUp = giveUp;
  }

  /** Has the deadline count from now on, unless it does already. */
  beginDeadline(): void {
    if (this.#limits.deadlineMs !== undefined && !this.#hasEnded) {
      this.#deadline ??= this.#giveUpAfter(this.#limits.deadlineMs);
    }
  }

  /** Hears that the head of a refusal arrived: the line or two that it says take no longer than a silence may. */
  hearRefusal(): void {
    this.#refusal = this.#giveUpAfter(this.#limits.silenceMs);
  }

  /** Has silence count from now on: the request has its turn, or the reader takes more. */
  resume(): void {
    if (!this.#hasEnded) {
      this.#silence ??= this.#giveUpAfter(this.#limits.silenceMs);
    }
  }

  /** Stops counting while the reader takes no more: the service is not to blame for what does not come. */
  pause(): void {
    this.#silence?.dispose();
    this.#window?.dispose();
    this.#silence = undefined;
    this.#window = undefined;
  }

  /** Hears that the head of the answer arrived, or `bytes` of its body. */
  hear(bytes: number): void {
    if (this.#silence !== undefined) {
      this.#silence.dispose();
      this.#silence = undefined;
      this.resume();
      this.#bytesInWindow += bytes;
      this.#watchRate();
    }
  }

  end(): void {
    this.#hasEnded = true;
    this.pause();
    this.#deadline?.dispose();
    this.#refusal?.dispose();
  }

  #giveUpAfter(ms: number): Disposable {
    return this.#after(ms, () => this.#giveUp(new GivenUp("timeout")));
  }

  #watchRate(): void {
    const { minBytesPerSecond: least, silenceMs } = this.#limits;
    if (least === undefined || this.#window !== undefined) {
      return;
    }
    this.#window = this.#after(silenceMs, () => {
      const isTooSlow = this.#bytesInWindow * 1000 < least * silenceMs;
      this.#window = undefined;
      this.#bytesInWindow = 0;
      if (isTooSlow) {
        this.#giveUp(new GivenUp("timeout", "tooSlow"));
      } else {
        this.#watchRate();
      }
    });
  }
}
