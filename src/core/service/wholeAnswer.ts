import type { Dispatcher } from "undici";
import type { Receiver } from "./attempt.ts";
import { inflated } from "./contentCoding.ts";
import { GivenUp } from "./failure.ts";
import { type AnswerHead, countIn, header, isSuccess } from "./headers.ts";

/** The largest refusal that is read: what a service has to say about an error is a line or two. */
const maxRefusalBytes = 256 * 1024;

/** Gathers an answer: at most `maxBytes` of a success, before and after decompression, and far less of a refusal. */
export class WholeAnswer implements Receiver {
  /** Rejects with whatever undici reports, or the exchange was aborted with, before the answer was whole. */
  readonly #arrival: Promise<AnswerHead>;
  readonly #resolve: (head: AnswerHead) => void;
  readonly #reject: (reason: Error) => void;
  readonly #chunks: Buffer[] = [];
  #maxBytes: number;
  #size = 0;
  #head: AnswerHead | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    const { promise, resolve, reject } = Promise.withResolvers<AnswerHead>();
    this.#arrival = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** The answer with its body, decompressed. To be awaited from the start: it is where failures go. */
  async whole(): Promise<AnswerHead & { readonly body: Uint8Array }> {
    const head = await this.#arrival;
    const coding = header(head.headers, "content-encoding");
    const content = this.#content();
    return { ...head, body: coding === undefined ? content : await inflated(content, coding, this.#maxBytes) };
  }

  start(head: AnswerHead, controller: Dispatcher.DispatchController): void {
    this.#head = head;
    if (!isSuccess(head)) {
      this.#maxBytes = maxRefusalBytes;
    }
    if ((countIn(head.headers, "content-length") ?? 0) > this.#maxBytes) {
      this.#refuse(controller);
    }
  }

  take(chunk: Buffer, controller: Dispatcher.DispatchController): void {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) {
      this.#refuse(controller);
      return;
    }
    this.#chunks.push(chunk);
  }

  end(): void {
    if (this.#head) {
      this.#resolve(this.#head);
    }
  }

  fail(reason: Error): void {
    this.#reject(reason);
  }

  /** One chunk is not copied: it is nobody else's. */
  #content(): Uint8Array {
    const [first, second] = this.#chunks;
    return first && !second ? first : Buffer.concat(this.#chunks, this.#size);
  }

  #refuse(controller: Dispatcher.DispatchController): void {
    const reason = new GivenUp("invalidAnswer", "tooLarge");
    this.#reject(reason);
    controller.abort(reason);
  }
}
