import type { CarriedComment } from "../model/artifactService.ts";
import type { DocumentKey } from "../workingCopy/kindTypes.ts";
import { isSameBody } from "./commentHistory.ts";
import { alsoSaying, type HasArrived, type LeftComment, type PendingComments } from "./pendingComments.ts";

/** The documents of an artifact that are saved in one PUT. */
interface SavedTogether {
  readonly documents: readonly DocumentKey[];
  /** The name under which the artifact as a whole is saved. */
  readonly writer: DocumentKey;
}

/** The words that waited for a save of a document. */
interface WaitingComment {
  readonly key: DocumentKey;
  readonly due: string;
}

/** The comment that goes with the documents of an artifact: the words that wait for saves, and those given now. */
export class CommentOfAll {
  readonly carried: CarriedComment;
  readonly #pending: PendingComments;
  readonly #key: DocumentKey;
  readonly #documents: readonly DocumentKey[];
  readonly #waiting: readonly WaitingComment[];
  readonly #isGivenSaid: boolean;
  #isFound = false;
  #isLeftToDocument = false;

  private constructor(
    pending: PendingComments,
    carried: CarriedComment,
    key: DocumentKey,
    documents: readonly DocumentKey[],
    waiting: readonly WaitingComment[],
    isGivenSaid: boolean,
  ) {
    this.#pending = pending;
    this.carried = carried;
    this.#key = key;
    this.#documents = documents;
    this.#waiting = waiting;
    this.#isGivenSaid = isGivenSaid;
  }

  /** The comment is on the service: an answer told so, or the history once the save has ended. */
  get isSaid(): boolean {
    return this.carried.isSaid || this.#isFound;
  }

  /** The words that were given are on the service, or left to a document, which offers them or has them waiting. */
  get isUsed(): boolean {
    return this.isSaid || this.#isGivenSaid || this.#isLeftToDocument;
  }

  /**
   * Gives that comment; undefined where nothing is to be said. Where a comment waits for one of the documents, all that
   * is said is kept as its own: a save of that document by itself then knows whether it was sent. It gives `inDoubt`
   * where nobody knows whether one of the comments has arrived: nothing is to be sent then.
   */
  static async of(
    pending: PendingComments,
    { documents, writer }: SavedTogether,
    given: string | undefined,
    hasArrived: HasArrived,
  ): Promise<CommentOfAll | "inDoubt" | undefined> {
    const all = await Promise.all(documents.map(async (key) => ({ key, ...(await pending.waiting(key)) })));
    const waiting = all.flatMap(({ key, due, attempt }) => (due === undefined ? [] : [{ key, due, attempt }]));
    const isJoined = waiting.length > 0 && given !== undefined;
    const isGivenSaid = isJoined ? await wasSaidOfAll(pending, writer, given, hasArrived) : false;
    if (isGivenSaid === undefined) {
      return "inDoubt";
    }
    const bodies = [...waiting.map(({ due }) => due), ...(given === undefined || isGivenSaid ? [] : [given])];
    const body = bodies.reduce<string | undefined>(alsoSaying, undefined);
    if (body === undefined) {
      return undefined;
    }
    if (waiting.some(({ due, attempt }) => attempt && due !== body)) {
      return "inDoubt";
    }
    const [first, ...others] = waiting;
    const key = first?.key ?? writer;
    // No words wait in two places, should this window end in between: they would be said twice.
    await Promise.all(others.map((other) => pending.withdraw(other.key)));
    const carried = await pending.give(key, body, first?.due);
    return new CommentOfAll(pending, carried, key, documents, waiting, isGivenSaid);
  }

  /**
   * Notes that the save has ended. Words that were not sent wait again for a save of their own document. Where nobody
   * knows whether they have arrived, they are looked for before they are sent again. It gives the comment where all is
   * saved and nobody can say whether it has arrived: it is offered where one is asked for one of the documents.
   */
  async settle(isClean: boolean, hasArrived: HasArrived): Promise<LeftComment | undefined> {
    // `waiting` answers only once what the save noted of the comment is kept.
    const { due: waits } = await this.#pending.waiting(this.#key);
    const isInDoubt = !this.carried.isSaid && this.carried.doubt !== undefined;
    // An answer may not tell whether the comment came along.
    const find: HasArrived = async (body, mark) => {
      const isFound = await hasArrived(body, mark);
      this.#isFound = isFound === true;
      return isFound;
    };
    const left = isClean && isInDoubt ? await this.#pending.left(this.#key, find) : undefined;
    // A comment that was withdrawn meanwhile waits for nothing.
    const isNotSent = isInDoubt ? left?.why === "nothingStored" : waits === this.carried.body;
    // In doubt they wait with the words of the document, or are offered where all is saved. They wait in one place.
    this.#isLeftToDocument = left?.why === "inDoubt" || (isInDoubt && !isNotSent && this.#waiting.length > 0);
    if (this.isSaid) {
      await Promise.all((await this.#unchanged()).map(({ key, due }) => this.#pending.drop(key, due)));
    } else if (isNotSent) {
      // The words of all are replaced first, so that none wait in two places.
      for (const { key, due } of await this.#unchanged()) {
        await this.#pending.give(key, due);
      }
      await (this.#waiting.length === 0 && this.#pending.remove(this.#key));
    }
    if (left?.why !== "inDoubt") {
      return undefined;
    }
    const [document = this.#key] = this.#documents;
    await (this.#waiting.length === 0 && this.#pending.move(this.#key, document));
    return left;
  }

  /** Gives what waited for documents for which no other comment was given since. */
  async #unchanged(): Promise<readonly WaitingComment[]> {
    const all = await Promise.all(
      this.#waiting.map(async (each) => ({ each, due: (await this.#pending.waiting(each.key)).due })),
    );
    return all.filter(({ due }) => due === undefined || due === this.carried.body).map(({ each }) => each);
  }
}

/**
 * Tells whether `given`, which is in doubt since an earlier save of all, has arrived: it would go out again with the
 * words that wait for a document since.
 */
async function wasSaidOfAll(
  pending: PendingComments,
  writer: DocumentKey,
  given: string,
  hasArrived: HasArrived,
): Promise<boolean | undefined> {
  await pending.takeUp(writer);
  const { attempt } = await pending.waiting(writer);
  if (!attempt || !isSameBody(attempt.body, given)) {
    return false;
  }
  const isSaid = await hasArrived(given, attempt.mark);
  await (isSaid !== undefined && pending.remove(writer));
  return isSaid;
}
