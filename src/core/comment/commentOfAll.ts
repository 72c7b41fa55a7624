import type { CarriedComment, HistoryMark } from "../model/artifactService.ts";
import type { DocumentKey } from "../workingCopy/kindTypes.ts";
import { alsoSaying, type PendingComments } from "./pendingComments.ts";

/** The documents of an artifact that are saved in one PUT. */
interface SavedTogether {
  readonly documents: readonly DocumentKey[];
  /** The name of what is saved of the artifact as a whole. */
  readonly writer: DocumentKey;
}

/** The comment that goes with the documents of an artifact: what waits for a save of one of them, and what is given. */
export class CommentOfAll {
  readonly carried: CarriedComment;
  readonly #pending: PendingComments;
  readonly #key: DocumentKey;
  readonly #waiting: readonly { readonly key: DocumentKey; readonly due: string }[];

  private constructor(
    pending: PendingComments,
    carried: CarriedComment,
    key: DocumentKey,
    waiting: readonly { readonly key: DocumentKey; readonly due: string }[],
  ) {
    this.#pending = pending;
    this.carried = carried;
    this.#key = key;
    this.#waiting = waiting;
  }

  /**
   * Undefined where nothing is to be said. Where a comment waits for one of the documents, all that is said is its own:
   * a save of that document by itself then knows whether it was sent. `inDoubt` where nobody knows whether one of them
   * has arrived, `elsewhere` where another window has it: then nothing is to be sent.
   */
  static async of(
    pending: PendingComments,
    { documents, writer }: SavedTogether,
    given: string | undefined,
  ): Promise<CommentOfAll | "inDoubt" | "elsewhere" | undefined> {
    const all = await Promise.all(documents.map(async (key) => ({ key, ...(await pending.waiting(key)) })));
    const waiting = all.flatMap(({ key, due, attempt }) => (due === undefined ? [] : [{ key, due, attempt }]));
    const bodies = [...waiting.map(({ due }) => due), ...(given === undefined ? [] : [given])];
    const body = bodies.reduce<string | undefined>(alsoSaying, undefined);
    if (body === undefined) {
      return undefined;
    }
    if (waiting.some(({ due, attempt }) => attempt && due !== body)) {
      return "inDoubt";
    }
    const [first, ...others] = waiting;
    const key = first?.key ?? writer;
    const carried = (await pending.give(key, body)) ? await pending.due(key) : undefined;
    if (!carried) {
      return "elsewhere";
    }
    await Promise.all(others.map((other) => pending.withdraw(other.key)));
    return new CommentOfAll(pending, carried, key, waiting);
  }

  /**
   * The save has ended. What was not sent waits again for a save of its own document, unless nobody knows whether it
   * has arrived: then it is looked for before the same is sent again.
   */
  async settle(
    isClean: boolean,
    hasArrived: (body: string, mark: HistoryMark) => Promise<boolean | undefined>,
  ): Promise<void> {
    // What the save has noted of it is kept by then.
    const { due: waits } = await this.#pending.waiting(this.#key);
    const isInDoubt = !this.carried.isSaid && this.carried.doubt !== undefined;
    // An answer may not tell whether the comment came along.
    const left = isClean && isInDoubt ? await this.#pending.left(this.#key, hasArrived) : undefined;
    // One that was withdrawn meanwhile waits for nothing.
    const isNotSent = isInDoubt ? left?.why === "nothingStored" : waits === this.carried.body;
    if (this.carried.isSaid) {
      await Promise.all(this.#waiting.map(({ key }) => this.#pending.remove(key)));
    } else if (isNotSent) {
      await Promise.all(this.#waiting.map(({ key, due }) => this.#pending.give(key, due)));
      await (this.#waiting.length === 0 && this.#pending.remove(this.#key));
    }
  }
}
