import type { Readable } from "node:stream";
import { AnswerStream } from "./answerStream.ts";
import { decoded } from "./contentCoding.ts";
import type { NetworkSettings } from "./dispatcher.ts";
import { type AnswerHeaders, contentLength, Exchange, header, type Receiver } from "./exchange.ts";
import { classify, Deadline, isConnectionDoubtful } from "./failure.ts";
import { Lines } from "./lines.ts";
import { retryDelayMs } from "./retry.ts";
import { isServiceError, ServiceError } from "./serviceError.ts";
import { isSuccess, WholeAnswer } from "./wholeAnswer.ts";

export interface TransportOptions {
  readonly origin: URL;
  readonly timeoutMs: number;
  readonly network: NetworkSettings;
  readonly log: (line: RequestLine) => void;
}

/** One request as the log shows it: never a body or a key. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly durationMs: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  readonly errorKind?: string;
  /** Nobody waits for it. */
  readonly isUnasked?: boolean;
}

export interface Request {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For errors to name. */
  readonly artifactId?: number;
  /** Nobody waits for it: it is sent once, whatever comes back. */
  readonly isUnasked?: boolean;
  /** A POST that changes nothing: it takes a kept connection and is repeated as a GET is, and nothing hangs on a lost answer. */
  readonly isSafe?: boolean;
}

/** Whether the request may change something on the service. */
export function isWrite({ method, isSafe }: Pick<Request, "method" | "isSafe">): boolean {
  return method !== "GET" && isSafe !== true;
}

export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Decompressed; empty where it could not be read, of refusals and of writes: there the head may tell what happened. */
  readonly body: Uint8Array;
  /** The body could not be read. */
  readonly isCutShort?: true;
}

export interface StreamedAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Undefined where the service does not tell. */
  readonly sizeBytes?: number;
  /** To be read once, or else discarded. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Ends the exchange without reading. */
  discard(): void;
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
   * A GET is sent again after a reset or a passing refusal, within the timeout. A write is sent once; when it may have
   * arrived and no answer did, it throws `answerLost`, cancelled or not.
   */
  send(request: Request, key: string | undefined, maxBytes: number, signal: AbortSignal): Promise<Answer> {
    return this.#retrying(request, signal, (timeLeftMs) => this.#sendOnce(request, key, maxBytes, signal, timeLeftMs));
  }

  /**
   * Like `send`, but a success comes as a stream and the timeout is for each silence. Everything else comes read.
   * The stream throws when it is cut short.
   */
  stream(request: Request, key: string | undefined, signal: AbortSignal): Promise<Answer | StreamedAnswer> {
    return this.#retrying(request, signal, (timeLeftMs) => this.#streamOnce(request, key, signal, timeLeftMs));
  }

  /** Takes no more requests and resolves when those under way are done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lines.close();
  }

  async #retrying<T extends { readonly status: number; readonly headers: AnswerHeaders }>(
    request: Request,
    signal: AbortSignal,
    attempt: (timeLeftMs: number) => Promise<T>,
  ): Promise<T> {
    const endsAt = performance.now() + this.#options.timeoutMs;
    for (let retries = 0; ; retries++) {
      let outcome: T | ServiceError;
      try {
        outcome = await attempt(endsAt - performance.now());
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
      if (delayMs === undefined || performance.now() + delayMs >= endsAt) {
        if (outcome instanceof ServiceError) {
          throw outcome;
        }
        return outcome;
      }
      await this.#pause(request, delayMs, signal);
    }
  }

  async #pause(request: Request, delayMs: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, delayMs);
      signal.addEventListener("abort", done, { once: true });
      function done(): void {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      }
    });
    throwIfCancelled(request, signal);
  }

  async #sendOnce(
    request: Request,
    key: string | undefined,
    maxBytes: number,
    signal: AbortSignal,
    timeLeftMs: number,
  ): Promise<Answer> {
    const answer = new WholeAnswer(maxBytes);
    const attempt = this.#start(request, key, signal, timeLeftMs, answer);
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

  async #streamOnce(
    request: Request,
    key: string | undefined,
    signal: AbortSignal,
    timeLeftMs: number,
  ): Promise<Answer | StreamedAnswer> {
    const answer = new AnswerStream();
    const attempt = this.#start(request, key, signal, timeLeftMs, answer);
    try {
      const head = await answer.head;
      attempt.status = head.status;
      if ("content" in head) {
        attempt.stopClock();
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
  #start(
    request: Request,
    key: string | undefined,
    signal: AbortSignal,
    timeLeftMs: number,
    receiver: Receiver,
  ): Attempt {
    const attempt = new Attempt(request, signal, timeLeftMs, receiver, this.#options.log);
    if (signal.aborted) {
      return attempt;
    }
    if (this.#isClosed) {
      attempt.exchange.abort(new ServiceError({ kind: "cancelled", ...factsOf(request) }));
      return attempt;
    }
    attempt.onEnd = this.#lines.enter(() => {
      try {
        if (request.origin !== this.#origin) {
          throw new ServiceError({ kind: "foreignOrigin", ...factsOf(request), otherOrigin: request.origin });
        }
        this.#lines.connections(request).dispatch(
          {
            origin: this.#origin,
            path: request.path,
            method: request.method,
            headers: key === undefined ? request.headers : { ...request.headers, "X-Auth-AccessKey": key },
            body: request.body ?? null,
            headersTimeout: this.#options.timeoutMs,
            bodyTimeout: this.#options.timeoutMs,
          },
          attempt.exchange,
        );
      } catch (error) {
        attempt.exchange.abort(error instanceof Error ? error : new Error(String(error)));
      }
    });
    return attempt;
  }
}

/** One sending of a request: follows the clock and the signal, tells failures apart, writes the log's line. */
class Attempt {
  readonly exchange: Exchange;
  status: number | undefined;
  onEnd: (() => void) | undefined;
  readonly #request: Request;
  readonly #signal: AbortSignal;
  readonly #log: (line: RequestLine) => void;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #failure: ServiceError | undefined;
  #hasEnded = false;

  constructor(
    request: Request,
    signal: AbortSignal,
    timeLeftMs: number,
    receiver: Receiver,
    log: (line: RequestLine) => void,
  ) {
    this.exchange = new Exchange(receiver);
    this.#request = request;
    this.#signal = signal;
    this.#log = log;
    this.#timer = setTimeout(() => this.exchange.abort(new Deadline()), timeLeftMs);
    if (signal.aborted) {
      this.#cancel();
    }
    signal.addEventListener("abort", this.#cancel);
  }

  /** From here on the request may take as long as it likes. */
  stopClock(): void {
    clearTimeout(this.#timer);
  }

  fail(error: unknown): ServiceError {
    this.#failure = isServiceError(error)
      ? error
      : classify(error, {
          ...factsOf(this.#request),
          isWrite: isWrite(this.#request),
          isSent: this.exchange.isSent,
          status: this.status,
          isCancelled: this.#signal.aborted,
        });
    return this.#failure;
  }

  end(): void {
    if (this.#hasEnded) {
      return;
    }
    this.#hasEnded = true;
    this.stopClock();
    this.#signal.removeEventListener("abort", this.#cancel);
    this.onEnd?.();
    const { method, path, body, isUnasked } = this.#request;
    this.#log({
      method,
      path,
      durationMs: Math.round(performance.now() - this.#startedAt),
      sentBytes: body === undefined || !this.exchange.isSent ? 0 : Buffer.byteLength(body),
      receivedBytes: this.exchange.receivedBytes,
      ...(this.status === undefined ? undefined : { status: this.status }),
      ...(this.#failure === undefined ? undefined : { errorKind: this.#failure.kind }),
      ...(isUnasked && { isUnasked }),
    });
  }

  readonly #cancel = (): void => {
    const { reason } = this.#signal;
    this.exchange.abort(reason instanceof Error ? reason : new Error("Cancelled"));
  };
}

function contentOf(
  headers: AnswerHeaders,
  content: Readable,
  attempt: Attempt,
): Omit<StreamedAnswer, "status" | "headers"> {
  const coding = header(headers, "content-encoding");
  const sizeBytes = coding === undefined ? contentLength(headers) : undefined;
  const plain = decoded(content, coding);
  return {
    ...(sizeBytes === undefined ? undefined : { sizeBytes }),
    chunks: chunks(),
    discard: () => {
      content.destroy();
      attempt.end();
    },
  };

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of plain) {
        yield chunk as Uint8Array;
      }
    } catch (error) {
      throw attempt.fail(error);
    } finally {
      attempt.end();
    }
  }
}

/** Throws `cancelled` once the signal is aborted. */
export function throwIfCancelled(request: Request, signal: AbortSignal): void {
  if (signal.aborted) {
    throw new ServiceError({ kind: "cancelled", ...factsOf(request) });
  }
}

export function factsOf(request: Request): { method: string; path: string; artifactId?: number } {
  const { method, path, artifactId } = request;
  return { method, path, ...(artifactId === undefined ? undefined : { artifactId }) };
}
