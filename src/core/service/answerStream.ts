import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { Receiver } from "./attempt.ts";
import { codingProblem } from "./contentCoding.ts";
import { type AnswerHead, header, isSuccess } from "./headers.ts";
import type { Request } from "./request.ts";
import { WholeAnswer } from "./wholeAnswer.ts";

/** Counts how long an answer takes; the time that our reader takes is left out. */
interface Pausable {
  pause(): void;
  resume(): void;
}

/** Passes the body of a success on as it is read, and refuses one in a coding. It gathers the body of a refusal. */
export class AnswerStream implements Receiver {
  /** The head of the answer. Where none arrives it rejects, with what undici reports or with an abort's reason. */
  readonly head: Promise<StreamedHead>;
  readonly #resolve: (head: StreamedHead) => void;
  readonly #reject: (reason: Error) => void;
  readonly #request: Request;
  readonly #timeouts: Pausable;
  #content: Readable | undefined;
  #refusal: WholeAnswer | undefined;

  /** It pauses `timeouts` while nobody takes what arrived. */
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
        /** The body of a success, to be read or destroyed. It fails when the answer ends before it is complete. */
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
  content.on("error", () => {}); // Whoever reads it is told; nobody else needs to know.
  return content;
}
