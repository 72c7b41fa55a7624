import { isDeepStrictEqual } from "node:util";
import { type HistoryMark, isHistoryMark } from "../model/artifactService.ts";
import { isJsonObject } from "../model/json.ts";
import { isText, listOf, optional, shapeOf } from "../model/shape.ts";
import type { DraftForm } from "../windows/draftFolder.ts";
import { type Denial, DraftRecord, type OtherAddress } from "../windows/draftRecord.ts";
import type { DraftStore, SentOnce } from "../windows/draftStore.ts";
import type { SavedState, StateStore } from "../workingCopy/keptState.ts";
import type { DocumentKey } from "../workingCopy/kindTypes.ts";
import type { CommentBase, CommentTypes } from "./commentTypes.ts";

/** Holds what is kept of a comment over reloads and crashes. */
export interface CommentState extends SentOnce {
  /** The comment, once it was sent. */
  readonly said?: string;
  readonly attempt?: CommentAttempt;
}

/** A PUT of a comment whose fate is not known. */
interface CommentAttempt {
  readonly document: DocumentKey;
  readonly body: string;
  readonly mark: HistoryMark;
  /** The texts of the comment in earlier PUTs whose fate nobody knows either: one of them may still be on its way. */
  readonly earlier?: readonly string[];
}

/** Comments that are being written. */
export const commentForm: DraftForm<CommentState> = {
  isState: (value): value is CommentState =>
    isJsonObject(value) && typeof value.id === "string" && (value.said === undefined || typeof value.said === "string"),
  isAttempt: (value) => isAttempt(value),
  // Nobody can say which words the lost attempt carried, or whether they have arrived.
  lostAttempt: () => ({ document: "", body: "", mark: {} }),
};

const isAttempt = shapeOf<CommentAttempt>({
  document: isText,
  body: isText,
  mark: isHistoryMark,
  earlier: optional(listOf(isText)),
});

/**
 * Holds what is known of one comment beyond its text: whether it was sent, and the PUT of which nobody knows. That is
 * kept before each PUT, so that a window that is closed meanwhile does not send the comment again.
 */
export class CommentRecord implements StateStore<CommentTypes> {
  readonly #record: DraftRecord<CommentState>;
  readonly #isShown: () => boolean;
  #isRestored = false;

  /**
   * `isShown` tells whether an editor has words of it already. Where nothing is kept of such a comment (its connection
   * was removed before the window was opened again), it may have been sent, and the person is asked before it is.
   */
  constructor(store: DraftStore<CommentState>, isShown = () => false) {
    this.#record = new DraftRecord(store);
    this.#isShown = isShown;
  }

  /** Gives the PUT of which nobody knows whether the service has carried it out. */
  get doubt(): CommentAttempt | undefined {
    return this.otherAddress ? undefined : this.#record.state?.attempt;
  }

  /**
   * Tells whether an editor had words of the comment before anything was known of it, and the person was not asked
   * about them.
   */
  get isRestored(): boolean {
    return this.#isRestored;
  }

  /**
   * Gives the address at which the comment was begun; undefined where that is the one that its connection leads to now.
   */
  get otherAddress(): OtherAddress | undefined {
    return this.#record.otherAddress;
  }

  /** Notes that the person allowed to send it to `address`, although it was begun at another one. */
  moveHere(address: string): Promise<void> {
    this.#isRestored = false;
    return this.#record.moveHere(address);
  }

  /**
   * Gives what is known of the comment, else what was kept of an earlier session, and takes the comment for this window
   * unless another one may have it.
   */
  async read(): Promise<SavedState<CommentTypes>> {
    if (this.#record.state) {
      await this.keepAgain();
    } else {
      this.#isRestored = this.#isShown();
      await this.#record.restore(this.#isRestored);
    }
    // What became of the comment at another address says nothing of this one.
    const { said, attempt } = (this.otherAddress ? undefined : this.#record.state) ?? {};
    const base: CommentBase = { version: {}, ...(said !== undefined && { said }) };
    const sent = attempt && { texts: { [attempt.document]: attempt.body }, change: attempt.body };
    return { base, ...(sent && { unanswered: { ...sent, target: base } }) };
  }

  /** Keeps again what is known of the comment, where all that was kept was removed with its connection. */
  async keepAgain(): Promise<void> {
    await (this.#record.state && this.#record.denial());
  }

  /**
   * Tells whether another window has the comment, or has sent it since it was opened here. A window that may have it is
   * watched for a sign, which takes some seconds.
   */
  async isElsewhere(): Promise<boolean> {
    if (!this.#record.isElsewhere) {
      return false;
    }
    const known = this.#record.state?.said;
    return (await this.#record.denial()) !== undefined || this.#record.state?.said !== known;
  }

  /** Keeps what is known now. */
  async write(_id: number, { base: { said } }: SavedState<CommentTypes>): Promise<void> {
    const { state } = this.#record;
    if (state) {
      await this.#record.keep(said === undefined ? state : { id: state.id, said });
    }
  }

  remove(): Promise<void> {
    return this.#record.discard();
  }

  /**
   * Keeps that the comment is about to be sent. `doubted` means that another window has begun to send it: whether that
   * has arrived is to be looked for first.
   */
  async begin(attempt: CommentAttempt): Promise<"begun" | "doubted" | Denial> {
    const known = this.doubt;
    const denial = await this.#denial();
    const { state } = this.#record;
    if (denial || !state) {
      return denial ?? "over";
    }
    if (state.attempt && !isDeepStrictEqual(state.attempt, known)) {
      return "doubted";
    }
    if (known?.body === attempt.body) {
      return "begun";
    }
    // The PUT in doubt carried other words, which have not arrived so far.
    const earlier = known && { earlier: [...(known.earlier ?? []), known.body] };
    return (await this.#record.begin(state.id, { ...attempt, ...earlier })) ? "begun" : "doubted";
  }

  /** Keeps that the PUT that was begun was certainly not carried out: `doubt`, from before it, is in doubt again. */
  takeBack(doubt: CommentAttempt | undefined): Promise<void> {
    return this.#record.takeBack(doubt);
  }

  async #denial(): Promise<Denial | undefined> {
    const denial = await this.#record.denial();
    // Another window has sent the comment since.
    return denial ?? (this.#record.state?.said === undefined ? undefined : "over");
  }
}
