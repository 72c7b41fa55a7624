import { GivenUp } from "./failure.ts";

/** How long an exchange is waited for, in milliseconds. */
interface Limits {
  /** Without a byte of the answer, from the moment the request has its turn. */
  readonly silenceMs: number;
  /** For the whole exchange, the wait for its turn included. */
  readonly deadlineMs?: number;
  /** Of the body, on average over `silenceMs`. */
  readonly minBytesPerSecond?: number;
}

/** Watches how an answer arrives, and tells when it is not to be waited for any longer. */
export class ResponseTimeouts {
  readonly #limits: Limits;
  #giveUp: (reason: Error) => void = () => {};
  #deadline: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #window: NodeJS.Timeout | undefined;
  #bytesInWindow = 0;
  #hasEnded = false;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** The deadline counts from now on. `giveUp` is called with the reason, once or more. */
  watch(giveUp: (reason: Error) => void): void {
    this.#giveUp = giveUp;
    const { deadlineMs } = this.#limits;
    if (deadlineMs !== undefined) {
      this.#deadline = setTimeout(() => giveUp(new GivenUp("timeout")), deadlineMs);
    }
  }

  /** The request has its turn, or the reader takes more: from now on silence counts. */
  resume(): void {
    if (!this.#hasEnded) {
      this.#silence ??= setTimeout(() => this.#giveUp(new GivenUp("timeout")), this.#limits.silenceMs);
    }
  }

  /** The reader takes no more for a while: the service is not to blame for what does not come. */
  pause(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#window);
    this.#silence = undefined;
    this.#window = undefined;
  }

  /** The head of the answer arrived, or `bytes` of its body. */
  hear(bytes: number): void {
    if (this.#silence !== undefined) {
      this.#silence.refresh();
      this.#bytesInWindow += bytes;
      this.#watchRate();
    }
  }

  end(): void {
    this.#hasEnded = true;
    this.pause();
    clearTimeout(this.#deadline);
  }

  #watchRate(): void {
    const { minBytesPerSecond: least, silenceMs } = this.#limits;
    if (least === undefined || this.#window !== undefined) {
      return;
    }
    this.#window = setTimeout(() => {
      const isTooSlow = this.#bytesInWindow * 1000 < least * silenceMs;
      this.#window = undefined;
      this.#bytesInWindow = 0;
      if (isTooSlow) {
        this.#giveUp(new GivenUp("timeout", "tooSlow"));
      } else {
        this.#watchRate();
      }
    }, silenceMs);
  }
}
