import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { type After, after, pause } from "../util/after.ts";
import { minBytesPerSecond } from "./answerLimits.ts";
import { AnswerStream } from "./answerStream.ts";
import { Attempt, type Receiver, type Sending } from "./attempt.ts";
import { ConnectionPool, type Payload } from "./connectionPool.ts";
import type { NetworkSettings } from "./dispatcher.ts";
import { isConnectionDoubtful } from "./failure.ts";
import { type AnswerHead, type AnswerHeaders, countIn, isSuccess } from "./headers.ts";
import {
  type Answer,
  factsOf,
  isWrite,
  type Request,
  type RequestLine,
  type StreamedAnswer,
  throwIfCancelled,
} from "./request.ts";
import { ResponseTimeouts } from "./responseTimeouts.ts";
import { retryDelayMs } from "./retry.ts";
import { ServiceError } from "./serviceError.ts";
import { WholeAnswer } from "./wholeAnswer.ts";

/** An answer that keeps arriving is read for so many times the timeout. */
const deadlineInTimeouts = 10;

export interface TransportOptions {
  /** The time that a request may go without a byte of an answer; all pauses before retries together take no longer. */
  readonly timeoutMs: number;
  /**
   * The time for an answer that is read whole, from the request to its last byte; ten times `timeoutMs` when left out.
   * The body of a refusal, and the answer to a file, have `timeoutMs`.
   */
  readonly deadlineMs?: number;
  /** The timers that both times go by; those of the machine when left out. */
  readonly after?: After;
  readonly network: NetworkSettings;
  readonly log: (line: RequestLine) => void;
}

/**
 * Speaks HTTP to one origin. The key goes into `X-Auth-AccessKey` here and nowhere else, and only when the request's
 * own address is on that origin. Redirects are answers like any other, and cookies are not kept.
 */
export class Transport {
  readonly #options: TransportOptions;
  readonly #after: After;
  readonly #origin: string;
  readonly #pool: ConnectionPool;
  #isClosed = false;

  constructor(origin: URL, options: TransportOptions) {
    this.#options = options;
    this.#after = options.after ?? after;
    this.#origin = origin.origin;
    this.#pool = new ConnectionPool(origin, options.network, options.timeoutMs);
  }

  /**
   * Sends a request and gives the answer, whatever its status, read whole.
   *
   * A GET or HEAD is sent again after a reset or a passing refusal, unless that takes a pause longer than the timeout.
   * A write is sent once; when it may have arrived and no answer did, `send` throws `answerLost`, cancelled or not. A
   * request with `content` is given up when none of the content moves for the timeout; once all of it has left, or an
   * answer came, the rest of the answer has the timeout as a whole.
   */
  send(request: Request, key: string | undefined, signal: AbortSignal): Promise<Answer> {
    const { timeoutMs, deadlineMs = timeoutMs * deadlineInTimeouts } = this.#options;
    const endsAt = performance.now() + deadlineMs;
    return this.#retrying(request, signal, () => {
      const leftMs = request.content ? timeoutMs : endsAt - performance.now();
      const timeouts = new ResponseTimeouts({ silenceMs: timeoutMs, deadlineMs: leftMs }, this.#after);
      return this.#sendOnce({ request, key, signal, timeouts });
    });
  }

  /**
   * Sends like `send`, but gives a success as a stream. A stream has no deadline: it is given up when too little of it
   * arrives within the timeout. It throws when it is cut short. Every other answer comes read.
   */
  stream(request: Request, key: string | undefined, signal: AbortSignal): Promise<Answer | StreamedAnswer> {
    const limits = { silenceMs: this.#options.timeoutMs, minBytesPerSecond };
    return this.#retrying(request, signal, () =>
      this.#streamOnce({ request, key, signal, timeouts: new ResponseTimeouts(limits, this.#after) }),
    );
  }

  /** Takes no more requests and resolves when those under way are done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.close();
  }

  async #retrying<T extends AnswerHead>(request: Request, signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
    this.#requireOwnOrigin(request);
    let pausedMs = 0;
    for (let retries = 0; ; retries++) {
      let outcome: T | ServiceError;
      try {
        outcome = await attempt();
      } catch (error) {
        if (!(error instanceof ServiceError)) {
          throw error;
        }
        outcome = error;
      }
      const isRepeatable = !isWrite(request) && !request.isBackground;
      const delayMs = isRepeatable ? retryDelayMs(outcome, retries) : undefined;
      if (delayMs === undefined || pausedMs + delayMs >= this.#options.timeoutMs) {
        if (outcome instanceof ServiceError) {
          throw outcome;
        }
        return outcome;
      }
      pausedMs += delayMs;
      await pause(delayMs, signal);
      throwIfCancelled(request, signal);
    }
  }

  async #sendOnce(sending: Sending): Promise<Answer> {
    const { request, signal } = sending;
    const answer = new WholeAnswer(request);
    const attempt = this.#start(sending, answer, request.content ? "file" : "answer");
    try {
      return await answer.whole();
    } catch (error) {
      const { head } = attempt;
      const isTold = head && (isWrite(request) || (!isSuccess(head) && !signal.aborted));
      if (isTold) {
        return { ...head, body: new Uint8Array(), isCutShort: true };
      }
      throw this.#failureOf(attempt, error);
    } finally {
      attempt.end();
    }
  }

  async #streamOnce(sending: Sending): Promise<Answer | StreamedAnswer> {
    const { request, signal, timeouts } = sending;
    const answer = new AnswerStream(request, timeouts);
    const attempt = this.#start(sending, answer, "file");
    try {
      const head = await answer.head;
      if ("content" in head) {
        return { status: head.status, headers: head.headers, ...contentOf(head.headers, head.content, attempt) };
      }
      const { body } = await head.refusal.whole().catch(() => ({ body: new Uint8Array() }));
      throwIfCancelled(request, signal);
      attempt.end();
      return { status: head.status, headers: head.headers, body };
    } catch (error) {
      const failure = this.#failureOf(attempt, error);
      attempt.abort(failure);
      attempt.end();
      throw failure;
    }
  }

  /** Gives the error that a failure means. Where kept connections may be dead, the requests that wait get others. */
  #failureOf(attempt: Attempt, error: unknown): ServiceError {
    const failure = attempt.fail(error);
    if (isConnectionDoubtful(failure)) {
      this.#pool.distrustKept();
    }
    return failure;
  }

  /** Puts the request on its way. */
  #start(sending: Sending, receiver: Receiver, what: Payload): Attempt {
    const { request, key, signal } = sending;
    const attempt = new Attempt(sending, receiver, this.#options.log);
    if (signal.aborted) {
      return attempt;
    }
    if (this.#isClosed) {
      attempt.abort(new ServiceError({ kind: "cancelled", ...factsOf(request) }));
      return attempt;
    }
    const dispatch = (dispatcher: Dispatcher) => {
      attempt.begin();
      dispatcher.dispatch(
        {
          origin: this.#origin,
          path: request.path,
          method: request.method,
          headers: {
            ...request.headers,
            // Without this header the content would go in chunks, which not every proxy passes on.
            ...(request.content && { "Content-Length": String(request.content.sizeBytes) }),
            ...(key !== undefined && { "X-Auth-AccessKey": key }),
          },
          body: (attempt.outgoing as Readable | undefined) ?? request.body ?? null,
          // Timeouts of our own take the place of undici's: they tell silence from a reader that takes its time.
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        attempt,
      );
    };
    attempt.giveBack = this.#pool.enter(what, request, dispatch, (error) =>
      attempt.abort(error instanceof Error ? error : new Error(String(error))),
    );
    return attempt;
  }

  /** Refuses another origin: the service's addresses may lead anywhere, and the key goes to its own origin alone. */
  #requireOwnOrigin(request: Request): void {
    const { origin } = request;
    if (origin !== this.#origin) {
      const otherOrigin = URL.canParse(origin) ? { otherOrigin: origin } : undefined;
      throw new ServiceError({ kind: "foreignOrigin", ...factsOf(request), ...otherOrigin });
    }
  }
}

/** Gives the content, and ends the attempt with it, however the content ends and whether or not anybody reads it. */
function contentOf(
  headers: AnswerHeaders,
  content: Readable,
  attempt: Attempt,
): Omit<StreamedAnswer, "status" | "headers"> {
  const sizeBytes = countIn(headers, "content-length");
  if (content.closed) {
    end();
  } else {
    content.once("close", end);
  }
  return {
    sizeBytes,
    chunks: chunks(),
    discard: () => void content.destroy(),
  };

  function end(): void {
    if (content.errored) {
      attempt.fail(content.errored);
    }
    attempt.end();
  }

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of content) {
        yield chunk as Uint8Array;
      }
    } catch (error) {
      throw attempt.fail(error);
    }
  }
}
