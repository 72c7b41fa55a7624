import type { Dispatcher } from "undici";
import { maxRefusalBytes } from "./answerLimits.ts";
import type { Receiver } from "./attempt.ts";
import { inflated } from "./contentCoding.ts";
import { GivenUp } from "./failure.ts";
import { type AnswerHead, countIn, header, isSuccess } from "./headers.ts";
import type { Request } from "./request.ts";

/** Gathers an answer: of a success as much as the limits of the request allow, before and after decompression. */
export class WholeAnswer implements Receiver {
  /** Rejects with whatever undici reports, or the exchange was aborted with, before the answer was whole. */
  readonly #arrival: Promise<AnswerHead>;
  readonly #resolve: (head: AnswerHead) => void;
  readonly #reject: (reason: Error) => void;
  readonly #chunks: Buffer[] = [];
  readonly #accepted: string | undefined;
  #maxBytes: number;
  #size = 0;
  #head: AnswerHead | undefined;

  constructor({ headers, limits }: Pick<Request, "headers" | "limits">) {
    this.#accepted = headers["Accept-Encoding"];
    this.#maxBytes = limits.bytes;
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
    const isPlain = coding === undefined || content.length === 0;
    return { ...head, body: isPlain ? content : await inflated(content, coding, this.#accepted, this.#maxBytes) };
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
