import type { Dispatcher } from "undici";
import type { Patience } from "./patience.ts";

/**
 * One request on its way, as undici reports it; what comes back goes to a `receiver`.
 *
 * Unlike `dispatcher.request` it tells whether the request may have reached the service, and gives up at once when
 * aborted while a connection is still being made.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #receiver: Receiver;
  readonly #patience: Pick<Patience, "hear" | "end">;
  #controller: Dispatcher.DispatchController | undefined;
  #abortReason: Error | undefined;
  #isSent = false;
  #receivedBytes = 0;

  constructor(receiver: Receiver, patience: Pick<Patience, "hear" | "end">) {
    this.#receiver = receiver;
    this.#patience = patience;
  }

  /** Whether any of the request may have left: false promises that the service never saw it, and never will. */
  get isSent(): boolean {
    return this.#isSent;
  }

  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /** Ends the exchange, its socket included. Without effect on an answer that was received whole. */
  abort(reason: Error): void {
    this.#abortReason ??= reason;
    this.#receiver.fail(reason);
    this.#controller?.abort(reason);
  }

  /** Called just before the request is written. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#abortReason) {
      controller.abort(this.#abortReason);
      return;
    }
    this.#isSent = true;
    this.#controller = controller;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: AnswerHeaders): void {
    this.#patience.hear(0);
    if (status >= 200) {
      this.#receiver.start({ status, headers }, controller);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#receivedBytes += chunk.length;
    this.#patience.hear(chunk.length);
    this.#receiver.take(chunk, controller);
  }

  onResponseEnd(): void {
    this.#patience.end();
    this.#receiver.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#receiver.fail(error);
  }
}

/** What becomes of an answer as it arrives. */
export interface Receiver {
  start(head: AnswerHead, controller: Dispatcher.DispatchController): void;
  take(chunk: Buffer, controller: Dispatcher.DispatchController): void;
  end(): void;
  /** Before, during or after the answer, and perhaps more than once: only the first that matters counts. */
  fail(reason: Error): void;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: AnswerHeaders;
}

/** By lower-case name. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A header's value, the first where it was sent several times; undefined when missing or empty. */
export function header(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  const first = typeof value === "string" ? value : value?.[0];
  return first === "" ? undefined : first;
}

/** In bytes, as announced; undefined where it is not. */
export function contentLength(headers: AnswerHeaders): number | undefined {
  const value = header(headers, "content-length");
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
