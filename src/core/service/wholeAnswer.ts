import type { Dispatcher } from "undici";
import { GatheredBytes } from "../util/gatheredBytes.ts";
import { maxRefusalBytes } from "./answerLimits.ts";
import type { Receiver } from "./attempt.ts";
import { inflated } from "./contentCoding.ts";
import { GivenUp } from "./failure.ts";
import { type AnswerHead, countIn, header, isSuccess } from "./headers.ts";
import type { Request } from "./request.ts";

/** Gathers an answer: of a success it takes what the request's limits allow, before and after decompression. */
export class WholeAnswer implements Receiver {
  /** The head, once the answer is whole. Until then it may reject, by what undici reports or by an abort's reason. */
  readonly #arrival: Promise<AnswerHead>;
  readonly #resolve: (head: AnswerHead) => void;
  readonly #reject: (reason: Error) => void;
  readonly #accepted: string | undefined;
  #maxBytes: number;
  #content = new GatheredBytes();
  #head: AnswerHead | undefined;

  constructor({ headers, limits }: Request) {
    this.#accepted = headers["Accept-Encoding"];
    this.#maxBytes = limits.bytes;
    const { promise, resolve, reject } = Promise.withResolvers<AnswerHead>();
    this.#arrival = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Gives the answer with its body, decompressed. It is to be awaited from the start, as it rejects with failures. */
  async whole(): Promise<AnswerHead & { readonly body: Uint8Array }> {
    const head = await this.#arrival;
    const coding = header(head.headers, "content-encoding");
    const content = this.#content.all();
    const isPlain = coding === undefined || content.length === 0;
    return { ...head, body: isPlain ? content : await inflated(content, coding, this.#accepted, this.#maxBytes) };
  }

  start(head: AnswerHead, controller: Dispatcher.DispatchController): void {
    this.#head = head;
    if (!isSuccess(head)) {
      this.#maxBytes = maxRefusalBytes;
    }
    const expected = countIn(head.headers, "content-length") ?? 0;
    if (expected > this.#maxBytes) {
      this.#refuse(controller);
      return;
    }
    this.#content = new GatheredBytes(expected);
  }

  take(chunk: Buffer, controller: Dispatcher.DispatchController): void {
    if (this.#content.size + chunk.length > this.#maxBytes) {
      this.#refuse(controller);
      return;
    }
    this.#content.add(chunk);
  }

  end(): void {
    if (this.#head) {
      this.#resolve(this.#head);
    }
  }

  fail(reason: Error): void {
    this.#reject(reason);
  }

  #refuse(controller: Dispatcher.DispatchController): void {
    const reason = new GivenUp("invalidAnswer", "tooLarge");
    this.#reject(reason);
    controller.abort(reason);
  }
}
