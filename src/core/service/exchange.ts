import { Readable } from "node:stream";
import type { Dispatcher } from "undici";

/**
 * One request on its way and its answer, as undici reports them.
 *
 * Unlike `dispatcher.request` it tells whether the request may have reached the service, and gives up at once when
 * aborted while a connection is still being made.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Resolves with the answer's head; rejects with whatever undici reports or `abort` was given. */
  readonly head: Promise<AnswerHead>;
  readonly #resolve: (head: AnswerHead) => void;
  readonly #reject: (reason: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #body: Readable | undefined;
  #abortReason: Error | undefined;
  #isSent = false;
  #isAnswered = false;
  #receivedBytes = 0;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<AnswerHead>();
    promise.catch(() => {}); // Handled by whoever awaits `head`, which may be after the rejection.
    this.head = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Whether any of the request may have left: false promises that the service never saw it, and never will. */
  get isSent(): boolean {
    return this.#isSent;
  }

  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /** Ends the exchange, its socket included. Without effect on an answer that was received whole. */
  abort(reason: Error): void {
    this.#abortReason ??= reason;
    this.#reject(reason);
    this.#controller?.abort(reason);
    this.#body?.destroy(reason);
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
    if (status < 200) {
      return;
    }
    this.#isAnswered = true;
    this.#body = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        if (!this.#body?.readableEnded) {
          controller.abort(error ?? new Error("The answer was not read to its end"));
        }
        done(error);
      },
    });
    this.#body.on("error", () => {}); // Told to whoever reads the body; nobody else needs to know.
    this.#resolve({ status, headers, body: this.#body });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#receivedBytes += chunk.length;
    if (this.#body?.push(chunk) === false) {
      controller.pause();
    }
  }

  onResponseEnd(): void {
    this.#body?.push(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
    this.#body?.destroy(error);
  }
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Fails when the answer ends before it is complete. To be read or destroyed. */
  readonly body: Readable;
}

/** By lower-case name. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A header's value, the first where it was sent several times; undefined when missing or empty. */
export function header(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  const first = typeof value === "string" ? value : value?.[0];
  return first === "" ? undefined : first;
}
