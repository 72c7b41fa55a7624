import type { Dispatcher } from "undici";
import { classify } from "./failure.ts";
import { type AnswerHead, type AnswerHeaders, isSuccess } from "./headers.ts";
import { outgoing } from "./outgoing.ts";
import { factsOf, isWrite, type Request, type RequestLine } from "./request.ts";
import type { ResponseTimeouts } from "./responseTimeouts.ts";
import { isServiceError, type ServiceError } from "./serviceError.ts";
import { known } from "./wire.ts";

/** A request that is to be sent once. */
export interface Sending {
  readonly request: Request;
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  readonly timeouts: ResponseTimeouts;
}

/** Takes an answer as it arrives. */
export interface Receiver {
  start(head: AnswerHead, controller: Dispatcher.DispatchController): void;
  take(chunk: Buffer, controller: Dispatcher.DispatchController): void;
  end(): void;
  /** Hears of a failure, at any time and perhaps more than once. Only the first that matters counts. */
  fail(reason: Error): void;
}

/**
 * Follows one sending of a request, as undici reports it. It passes the answer to a `receiver`, follows the clock and
 * the signal, tells failures apart and writes the log's line.
 *
 * Unlike `dispatcher.request` it tells whether the request may have reached the service, and gives up at once when
 * aborted while a connection is still being made.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  /** The body that is streamed; undefined where there is none. */
  readonly outgoing: AsyncIterable<Uint8Array> | undefined;
  /** Gives back what the attempt holds, and tells whether the request may have left. */
  giveBack: ((isSent: boolean) => void) | undefined;
  readonly #sending: Sending;
  readonly #receiver: Receiver;
  readonly #log: (line: RequestLine) => void;
  readonly #startedAt = performance.now();
  #controller: Dispatcher.DispatchController | undefined;
  #abortReason: Error | undefined;
  /** Any of the request may have left. While it is false, the service never saw the request, and never will. */
  #isSent = false;
  #sentBytes: number;
  #receivedBytes = 0;
  #head: AnswerHead | undefined;
  #failure: ServiceError | undefined;

  constructor(sending: Sending, receiver: Receiver, log: (line: RequestLine) => void) {
    const { request, signal, timeouts } = sending;
    this.#sending = sending;
    this.#receiver = receiver;
    this.#log = log;
    this.#sentBytes = Buffer.byteLength(request.body ?? "");
    this.outgoing =
      request.content &&
      outgoing(request.content, timeouts, (sentBytes) => {
        this.#sentBytes = sentBytes;
      });
    timeouts.watch((reason) => this.abort(reason));
    if (!request.content) {
      timeouts.beginDeadline();
    }
    if (signal.aborted) {
      this.#cancel();
    }
    signal.addEventListener("abort", this.#cancel);
  }

  /** Gives the head of the answer, once it arrived, whatever became of the body. */
  get head(): AnswerHead | undefined {
    return this.#head;
  }

  /** Starts the clock: the request has its turn. */
  begin(): void {
    this.#sending.timeouts.resume();
  }

  /** Ends the exchange with its socket. It changes nothing for an answer that was received whole. */
  abort(reason: Error): void {
    this.#abortReason ??= reason;
    this.#receiver.fail(reason);
    this.#controller?.abort(reason);
  }

  /** Hears from undici that it is just about to write the request. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#abortReason) {
      controller.abort(this.#abortReason);
      return;
    }
    this.#isSent = true;
    this.#controller = controller;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: AnswerHeaders): void {
    if (status < 200) {
      return; // A service may say for ever that it is working on it: that is no sign of life.
    }
    const { timeouts } = this.#sending;
    this.#head = { status, headers };
    timeouts.hear(0);
    timeouts.beginDeadline();
    if (!isSuccess(this.#head)) {
      timeouts.hearRefusal();
    }
    this.#receiver.start(this.#head, controller);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#receivedBytes += chunk.length;
    this.#sending.timeouts.hear(chunk.length);
    this.#receiver.take(chunk, controller);
  }

  onResponseEnd(): void {
    this.#sending.timeouts.end();
    this.#receiver.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#receiver.fail(error);
  }

  /** Gives the error that a failure of the exchange means, and keeps it for the log. */
  fail(error: unknown): ServiceError {
    const { request, signal } = this.#sending;
    this.#failure = isServiceError(error)
      ? error
      : classify(error, {
          ...factsOf(request),
          isWrite: isWrite(request),
          isSent: this.#isSent,
          status: this.#head?.status,
          isCancelled: signal.aborted,
        });
    return this.#failure;
  }

  /** Ends the attempt. It is called once, when nothing more comes of it. */
  end(): void {
    const { request, signal, timeouts } = this.#sending;
    timeouts.end();
    signal.removeEventListener("abort", this.#cancel);
    this.giveBack?.(this.#isSent);
    this.#log(
      known({
        method: request.method,
        path: request.path,
        status: this.#head?.status,
        errorKind: this.#failure?.kind,
        durationMs: Math.round(performance.now() - this.#startedAt),
        sentBytes: this.#isSent ? this.#sentBytes : 0,
        receivedBytes: this.#receivedBytes,
        isBackground: request.isBackground,
      }),
    );
  }

  readonly #cancel = (): void => {
    const { reason } = this.#sending.signal;
    this.abort(reason instanceof Error ? reason : new Error("Cancelled"));
  };
}
