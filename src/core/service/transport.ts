import type { Readable } from "node:stream";
import { pause } from "../util/pause.ts";
import { AnswerStream } from "./answerStream.ts";
import { Attempt, type Sending } from "./attempt.ts";
import { decoded } from "./contentCoding.ts";
import type { NetworkSettings } from "./dispatcher.ts";
import { type AnswerHeaders, contentLength, header, type Receiver } from "./exchange.ts";
import { isConnectionDoubtful } from "./failure.ts";
import { leastBytesPerSecond } from "./leastRate.ts";
import { type Freight, Lines } from "./lines.ts";
import { Patience } from "./patience.ts";
import {
  type Answer,
  factsOf,
  isWrite,
  type Request,
  type RequestLine,
  type StreamedAnswer,
  throwIfCancelled,
} from "./request.ts";
import { retryDelayMs } from "./retry.ts";
import { ServiceError } from "./serviceError.ts";
import { isSuccess, WholeAnswer } from "./wholeAnswer.ts";

/** An answer that keeps arriving is read for so many times as long as silence is borne. */
const deadlineInTimeouts = 10;

interface TransportOptions {
  readonly origin: URL;
  /** Of each silence, and of all pauses before retries together. */
  readonly timeoutMs: number;
  /** Of an answer that is read whole, from the request to its last byte; ten times `timeoutMs` when left out. */
  readonly deadlineMs?: number;
  readonly network: NetworkSettings;
  readonly log: (line: RequestLine) => void;
}

/**
 * HTTP to one origin. The key goes into `X-Auth-AccessKey` here and nowhere else, and only when the request's own
 * address is on that origin. Redirects are answers like any other, cookies are not kept.
 */
export class Transport {
  readonly #options: TransportOptions;
  readonly #origin: string;
  readonly #lines: Lines;
  #isClosed = false;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#origin = options.origin.origin;
    this.#lines = new Lines(options.origin, options.network, options.timeoutMs);
  }

  /**
   * The answer, whatever its status, read whole; `maxBytes` holds before and after decompression.
   *
   * A GET or HEAD is sent again after a reset or a passing refusal, unless that takes a pause longer than the timeout. A write is sent once; when it may have
   * arrived and no answer did, it throws `answerLost`, cancelled or not. One with `content` has no deadline: it ends when
   * nothing moves for the timeout.
   */
  send(request: Request, key: string | undefined, maxBytes: number, signal: AbortSignal): Promise<Answer> {
    const { timeoutMs, deadlineMs = timeoutMs * deadlineInTimeouts } = this.#options;
    const endsAt = performance.now() + deadlineMs;
    return this.#retrying(request, signal, () => {
      const deadline = request.content ? {} : { deadlineMs: endsAt - performance.now() };
      const patience = new Patience({ silenceMs: timeoutMs, ...deadline });
      return this.#sendOnce({ request, key, signal, patience }, maxBytes);
    });
  }

  /**
   * Like `send`, but a success comes as a stream, which has no deadline: it ends when it gives too little in the time of
   * the timeout. Everything else comes read. The stream throws when it is cut short.
   */
  stream(request: Request, key: string | undefined, signal: AbortSignal): Promise<Answer | StreamedAnswer> {
    const limits = { silenceMs: this.#options.timeoutMs, leastBytesPerSecond };
    return this.#retrying(request, signal, () =>
      this.#streamOnce({ request, key, signal, patience: new Patience(limits) }),
    );
  }

  /** Takes no more requests and resolves when those under way are done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lines.close();
  }

  async #retrying<T extends { readonly status: number; readonly headers: AnswerHeaders }>(
    request: Request,
    signal: AbortSignal,
    attempt: () => Promise<T>,
  ): Promise<T> {
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
        if (isConnectionDoubtful(error)) {
          this.#lines.distrustKept();
        }
      }
      const isRepeatable = !isWrite(request) && !request.isUnasked;
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

  async #sendOnce(sending: Sending, maxBytes: number): Promise<Answer> {
    const { request, signal } = sending;
    const answer = new WholeAnswer(maxBytes);
    const attempt = this.#start(sending, answer, request.content ? "file" : "answer");
    try {
      const { status, headers, body } = await answer.whole();
      attempt.status = status;
      return { status, headers, body };
    } catch (error) {
      const { head } = answer;
      attempt.status = head?.status;
      const isTold = head && (isWrite(request) || (!isSuccess(head) && !signal.aborted));
      if (isTold) {
        return { ...head, body: new Uint8Array(), isCutShort: true };
      }
      throw attempt.fail(error);
    } finally {
      attempt.end();
    }
  }

  async #streamOnce(sending: Sending): Promise<Answer | StreamedAnswer> {
    const { request, signal, patience } = sending;
    const answer = new AnswerStream(patience);
    const attempt = this.#start(sending, answer, "file");
    try {
      const head = await answer.head;
      attempt.status = head.status;
      if ("content" in head) {
        return { status: head.status, headers: head.headers, ...contentOf(head.headers, head.content, attempt) };
      }
      const { body } = await head.refusal.whole().catch(() => ({ body: new Uint8Array() }));
      throwIfCancelled(request, signal);
      attempt.end();
      return { status: head.status, headers: head.headers, body };
    } catch (error) {
      const failure = attempt.fail(error);
      attempt.exchange.abort(failure);
      attempt.end();
      throw failure;
    }
  }

  /** Puts the request on its way. */
  #start(sending: Sending, receiver: Receiver, what: Freight): Attempt {
    const { request, key, signal } = sending;
    const attempt = new Attempt(sending, receiver, this.#options.log);
    if (signal.aborted) {
      return attempt;
    }
    if (this.#isClosed) {
      attempt.exchange.abort(new ServiceError({ kind: "cancelled", ...factsOf(request) }));
      return attempt;
    }
    attempt.onEnd = this.#lines.enter(what, () => {
      try {
        attempt.begin();
        this.#lines.connections(request).dispatch(
          {
            origin: this.#origin,
            path: request.path,
            method: request.method,
            headers: {
              ...request.headers,
              ...lengthOf(request),
              ...(key !== undefined && { "X-Auth-AccessKey": key }),
            },
            body: (attempt.outgoing as Readable | undefined) ?? request.body ?? null,
            // The attempt's own patience tells silence from a reader that takes its time.
            headersTimeout: 0,
            bodyTimeout: 0,
          },
          attempt.exchange,
        );
      } catch (error) {
        attempt.exchange.abort(error instanceof Error ? error : new Error(String(error)));
      }
    });
    return attempt;
  }

  /** An address that the service gave may lead anywhere; the key goes to its own origin alone. */
  #requireOwnOrigin(request: Request): void {
    const { origin } = request;
    if (origin !== this.#origin) {
      const otherOrigin = URL.canParse(origin) ? { otherOrigin: origin } : undefined;
      throw new ServiceError({ kind: "foreignOrigin", ...factsOf(request), ...otherOrigin });
    }
  }
}

/** Without it the content would go in chunks, which not every proxy passes on. */
function lengthOf({ content }: Request): { "Content-Length"?: string } {
  return content ? { "Content-Length": String(content.sizeBytes) } : {};
}

/** The attempt ends with the content, however that ends and whether or not anybody reads it. */
function contentOf(
  headers: AnswerHeaders,
  content: Readable,
  attempt: Attempt,
): Omit<StreamedAnswer, "status" | "headers"> {
  const coding = header(headers, "content-encoding");
  const sizeBytes = coding === undefined ? contentLength(headers) : undefined;
  const plain = decoded(content, coding);
  if (content.closed) {
    end();
  } else {
    content.once("close", end);
  }
  return {
    ...(sizeBytes === undefined ? undefined : { sizeBytes }),
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
      for await (const chunk of plain) {
        yield chunk as Uint8Array;
      }
    } catch (error) {
      throw attempt.fail(error);
    }
  }
}
