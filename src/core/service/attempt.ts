import { Exchange, type Receiver } from "./exchange.ts";
import { classify } from "./failure.ts";
import { Outgoing } from "./outgoing.ts";
import type { Patience } from "./patience.ts";
import { factsOf, isWrite, type Request, type RequestLine } from "./request.ts";
import { isServiceError, type ServiceError } from "./serviceError.ts";

/** A request that is to be sent once. */
export interface Sending {
  readonly request: Request;
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  readonly patience: Patience;
}

/** One sending of a request: follows the clock and the signal, tells failures apart, writes the log's line. */
export class Attempt {
  readonly exchange: Exchange;
  status: number | undefined;
  /** The body that is streamed; undefined where there is none. */
  readonly outgoing: Outgoing | undefined;
  /** Gives back what the attempt holds. */
  onEnd: (() => void) | undefined;
  readonly #request: Request;
  readonly #signal: AbortSignal;
  readonly #patience: Patience;
  readonly #log: (line: RequestLine) => void;
  readonly #startedAt = performance.now();
  #failure: ServiceError | undefined;
  #hasEnded = false;

  constructor({ request, signal, patience }: Sending, receiver: Receiver, log: (line: RequestLine) => void) {
    this.exchange = new Exchange(receiver, patience);
    this.outgoing = request.content && new Outgoing(request.content, patience);
    this.#request = request;
    this.#signal = signal;
    this.#patience = patience;
    this.#log = log;
    patience.watch((reason) => this.exchange.abort(reason));
    if (signal.aborted) {
      this.#cancel();
    }
    signal.addEventListener("abort", this.#cancel);
  }

  /** The request has its turn. */
  begin(): void {
    this.#patience.resume();
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
    this.#patience.end();
    this.#signal.removeEventListener("abort", this.#cancel);
    this.onEnd?.();
    const { method, path, body = "", isUnasked } = this.#request;
    const sentBytes = this.outgoing?.sentBytes ?? Buffer.byteLength(body);
    this.#log({
      method,
      path,
      durationMs: Math.round(performance.now() - this.#startedAt),
      sentBytes: this.exchange.isSent ? sentBytes : 0,
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
