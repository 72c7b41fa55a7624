import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { decoded, inflated } from "./contentCoding.ts";
import { createDispatcher, type NetworkSettings } from "./dispatcher.ts";
import { type AnswerHead, type AnswerHeaders, Exchange, header } from "./exchange.ts";
import { classify, Deadline, TooLarge } from "./failure.ts";
import { retryDelayMs } from "./retry.ts";
import { isServiceError, ServiceError } from "./serviceError.ts";

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
}

export interface Request {
  readonly method: "GET" | "PUT";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For errors to name. */
  readonly artifactId?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Decompressed. Of refusals and of writes what could be read of it: the status tells what happened. */
  readonly body: Uint8Array;
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

/** The largest refusal that is read: what a service has to say about an error is a line or two. */
const largestRefusalBytes = 256 * 1024;
const longestConnectMs = 15_000;

/**
 * HTTP to one origin. The key goes into `X-Auth-AccessKey` here and nowhere else, and only when the request's own
 * address is on that origin. Redirects are answers like any other, cookies are not kept.
 */
export class Transport {
  readonly #options: TransportOptions;
  #dispatcher: Dispatcher | undefined;
  #isClosed = false;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * The answer, whatever its status, read whole; `maxBytes` holds before and after decompression.
   *
   * A GET is sent again after a reset or a passing refusal, within the timeout. A write is sent once; when it may have
   * arrived and no answer did, it throws `answerLost`, cancelled or not.
   */
  async send(request: Request, key: string | undefined, maxBytes: number, signal: AbortSignal): Promise<Answer> {
    return this.#retrying(request, signal, (deadline) => this.#sendOnce(request, key, maxBytes, signal, deadline));
  }

  /**
   * Like `send`, but a success comes as a stream and the timeout is for each silence. Everything else comes read.
   * The stream throws when it is cut short.
   */
  async stream(request: Request, key: string | undefined, signal: AbortSignal): Promise<Answer | StreamedAnswer> {
    return this.#retrying(request, signal, (deadline) => this.#streamOnce(request, key, signal, deadline));
  }

  /** Takes no more requests and resolves when those under way are done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#dispatcher?.close();
  }

  async #retrying<T extends { readonly status: number; readonly headers: AnswerHeaders }>(
    request: Request,
    signal: AbortSignal,
    attempt: (deadline: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const endsAt = performance.now() + this.#options.timeoutMs;
    for (let retries = 0; ; retries++) {
      const outcome = await this.#withDeadline(endsAt - performance.now(), attempt);
      const delayMs = request.method === "GET" ? retryDelayMs(outcome, retries) : undefined;
      if (delayMs === undefined || performance.now() + delayMs >= endsAt) {
        if (outcome instanceof ServiceError) {
          throw outcome;
        }
        return outcome;
      }
      await this.#pause(request, delayMs, signal);
    }
  }

  async #withDeadline<T>(
    remainingMs: number,
    attempt: (deadline: AbortSignal) => Promise<T>,
  ): Promise<T | ServiceError> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new Deadline()), remainingMs);
    try {
      return await attempt(deadline.signal);
    } catch (error) {
      if (error instanceof ServiceError) {
        return error;
      }
      throw error;
    } finally {
      clearTimeout(timer);
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
    deadline: AbortSignal,
  ): Promise<Answer> {
    const attempt = this.#start(request, key, [signal, deadline]);
    try {
      const head = await attempt.exchange.head;
      attempt.status = head.status;
      const isSuccess = head.status >= 200 && head.status < 300;
      try {
        const body = await readWhole(head, isSuccess ? maxBytes : Math.min(maxBytes, largestRefusalBytes));
        return { status: head.status, headers: head.headers, body };
      } catch (error) {
        const isTold = request.method !== "GET" || (!isSuccess && !signal.aborted);
        if (isTold) {
          return { status: head.status, headers: head.headers, body: new Uint8Array() };
        }
        throw error;
      }
    } catch (error) {
      throw attempt.fail(error);
    } finally {
      attempt.end();
    }
  }

  async #streamOnce(
    request: Request,
    key: string | undefined,
    signal: AbortSignal,
    deadline: AbortSignal,
  ): Promise<Answer | StreamedAnswer> {
    const attempt = this.#start(request, key, [signal]);
    const giveUp = () => attempt.exchange.abort(new Deadline());
    deadline.addEventListener("abort", giveUp, { once: true });
    try {
      const head = await attempt.exchange.head;
      attempt.status = head.status;
      if (head.status >= 200 && head.status < 300) {
        return { status: head.status, headers: head.headers, ...contentOf(head, attempt) };
      }
      const body = await readWhole(head, largestRefusalBytes).catch(() => new Uint8Array());
      throwIfCancelled(request, signal);
      attempt.end();
      return { status: head.status, headers: head.headers, body };
    } catch (error) {
      const failure = attempt.fail(error);
      attempt.exchange.abort(failure);
      attempt.end();
      throw failure;
    } finally {
      deadline.removeEventListener("abort", giveUp);
    }
  }

  /** Puts the request on its way. */
  #start(request: Request, key: string | undefined, signals: readonly AbortSignal[]): Attempt {
    const attempt = new Attempt(request, signals, this.#options.log);
    if (signals.some((signal) => signal.aborted)) {
      return attempt;
    }
    try {
      if (request.url.origin !== this.#options.origin.origin) {
        throw new ServiceError({ kind: "foreignOrigin", ...factsOf(request), otherOrigin: request.url.origin });
      }
      if (this.#isClosed) {
        throw new ServiceError({ kind: "cancelled", ...factsOf(request) });
      }
      this.#connections().dispatch(
        {
          origin: this.#options.origin.origin,
          path: pathOf(request.url),
          method: request.method,
          headers: { ...request.headers, ...(key === undefined ? undefined : { "X-Auth-AccessKey": key }) },
          body: request.body ?? null,
          headersTimeout: this.#options.timeoutMs,
          bodyTimeout: this.#options.timeoutMs,
        },
        attempt.exchange,
      );
    } catch (error) {
      attempt.exchange.abort(error instanceof Error ? error : new Error(String(error)));
    }
    return attempt;
  }

  /** Made when first needed: reading the system's certificates takes time. */
  #connections(): Dispatcher {
    const { origin, network, timeoutMs } = this.#options;
    this.#dispatcher ??= createDispatcher(origin, network, Math.min(timeoutMs, longestConnectMs));
    return this.#dispatcher;
  }
}

/** One sending of a request: follows the signals, tells failures apart, writes the log's line. */
class Attempt {
  readonly exchange = new Exchange();
  status: number | undefined;
  readonly #request: Request;
  readonly #signals: readonly AbortSignal[];
  readonly #log: (line: RequestLine) => void;
  readonly #startedAt = performance.now();
  readonly #follow: (event: Event) => void;
  #failure: ServiceError | undefined;
  #hasEnded = false;

  constructor(request: Request, signals: readonly AbortSignal[], log: (line: RequestLine) => void) {
    this.#request = request;
    this.#signals = signals;
    this.#log = log;
    this.#follow = (event) => this.exchange.abort(reasonOf(event.target as AbortSignal));
    for (const signal of signals) {
      if (signal.aborted) {
        this.exchange.abort(reasonOf(signal));
      }
      signal.addEventListener("abort", this.#follow, { once: true });
    }
  }

  fail(error: unknown): ServiceError {
    this.#failure = isServiceError(error)
      ? error
      : classify(error, {
          ...factsOf(this.#request),
          isWrite: this.#request.method !== "GET",
          isSent: this.exchange.isSent,
          status: this.status,
          isCancelled: this.#signals.some((signal) => signal.aborted && !(signal.reason instanceof Deadline)),
        });
    return this.#failure;
  }

  end(): void {
    if (this.#hasEnded) {
      return;
    }
    this.#hasEnded = true;
    for (const signal of this.#signals) {
      signal.removeEventListener("abort", this.#follow);
    }
    const { method, url, body } = this.#request;
    this.#log({
      method,
      path: pathOf(url),
      durationMs: Math.round(performance.now() - this.#startedAt),
      sentBytes: body === undefined || !this.exchange.isSent ? 0 : Buffer.byteLength(body),
      receivedBytes: this.exchange.receivedBytes,
      ...(this.status === undefined ? undefined : { status: this.status }),
      ...(this.#failure === undefined ? undefined : { errorKind: this.#failure.kind }),
    });
  }
}

function contentOf(head: AnswerHead, attempt: Attempt): Omit<StreamedAnswer, "status" | "headers"> {
  const coding = header(head.headers, "content-encoding");
  const sizeBytes = coding === undefined ? contentLength(head.headers) : undefined;
  const content = decoded(head.body, coding);
  return {
    ...(sizeBytes === undefined ? undefined : { sizeBytes }),
    chunks: chunks(),
    discard: () => {
      head.body.destroy();
      attempt.end();
    },
  };

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of content) {
        yield chunk as Uint8Array;
      }
    } catch (error) {
      throw attempt.fail(error);
    } finally {
      attempt.end();
    }
  }
}

async function readWhole(head: AnswerHead, maxBytes: number): Promise<Uint8Array> {
  const announced = contentLength(head.headers);
  if (announced !== undefined && announced > maxBytes) {
    head.body.destroy();
    throw new TooLarge();
  }
  return inflated(await collect(head.body, maxBytes), header(head.headers, "content-encoding"), maxBytes);
}

async function collect(body: Readable, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) {
      throw new TooLarge();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function contentLength(headers: AnswerHeaders): number | undefined {
  const value = header(headers, "content-length");
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error("Cancelled");
}

/** Throws `cancelled` once the signal is aborted. */
export function throwIfCancelled(request: Request, signal: AbortSignal): void {
  if (signal.aborted) {
    throw new ServiceError({ kind: "cancelled", ...factsOf(request) });
  }
}

export function factsOf(request: Request): { method: string; path: string; artifactId?: number } {
  const { method, url, artifactId } = request;
  return { method, path: pathOf(url), ...(artifactId === undefined ? undefined : { artifactId }) };
}

function pathOf(url: URL): string {
  return url.pathname + url.search;
}
