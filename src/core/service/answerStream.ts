import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { Receiver } from "./attempt.ts";
import { codingProblem } from "./contentCoding.ts";
import { type AnswerHead, header, isSuccess } from "./headers.ts";
import type { Request } from "./request.ts";
import { WholeAnswer } from "./wholeAnswer.ts";

/** Counts how long an answer takes, but for what is waited for here. */
interface Pausable {
  pause(): void;
  resume(): void;
}

/** Passes the body of a success on as it is read, in no coding; gathers that of a refusal. */
export class AnswerStream implements Receiver {
  /** Rejects with whatever undici reports, or the exchange was aborted with, before it arrived. */
  readonly head: Promise<StreamedHead>;
  readonly #resolve: (head: StreamedHead) => void;
  readonly #reject: (reason: Error) => void;
  readonly #request: Request;
  readonly #timeouts: Pausable;
  #content: Readable | undefined;
  #refusal: WholeAnswer | undefined;

  /** `timeouts` is paused while nobody takes what arrived. */
  constructor(request: Request, timeouts: Pausable) {
    this.#request = request;
    this.#timeouts = timeouts;
    const { promise, resolve, reject } = Promise.withResolvers<StreamedHead>();
    this.head = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(head: AnswerHead, controller: Dispatcher.DispatchController): void {
    const problem = codingProblem(header(head.headers, "content-encoding"));
    if (isSuccess(head) && problem) {
      this.#reject(problem);
    } else if (isSuccess(head)) {
      this.#content = contentFrom(controller, this.#timeouts);
      this.#resolve({ ...head, content: this.#content });
    } else {
      this.#refusal = new WholeAnswer(this.#request);
      this.#resolve({ ...head, refusal: this.#refusal });
      this.#refusal.start(head, controller);
    }
  }

  take(chunk: Buffer, controller: Dispatcher.DispatchController): void {
    this.#refusal?.take(chunk, controller);
    if (this.#content?.push(chunk) === false) {
      controller.pause();
      this.#timeouts.pause();
    }
  }

  end(): void {
    this.#refusal?.end();
    this.#content?.push(null);
  }

  fail(reason: Error): void {
    this.#reject(reason);
    this.#refusal?.fail(reason);
    this.#content?.destroy(reason);
  }
}

type StreamedHead = AnswerHead &
  (
    | {
        /** Fails when the answer ends before it is complete. To be read or destroyed. */
        readonly content: Readable;
      }
    | { readonly refusal: WholeAnswer }
  );

function contentFrom(controller: Dispatcher.DispatchController, timeouts: Pausable): Readable {
  const content = new Readable({
    read: () => {
      timeouts.resume();
      controller.resume();
    },
    destroy: (error, done) => {
      if (!content.readableEnded) {
        controller.abort(error ?? new Error("The answer was not read to its end"));
      }
      done(error);
    },
  });
  content.on("error", () => {}); // Told to whoever reads it; nobody else needs to know.
  return content;
}
