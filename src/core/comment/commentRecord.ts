import { randomUUID } from "node:crypto";
import type { DraftStore, SentOnce } from "../draft/ports.ts";
import type { HistoryMark } from "../model/carriedComment.ts";
import { isJsonObject } from "../model/json.ts";
import type { DraftForm } from "../windows/draftFolder.ts";
import type { DocumentKey } from "../workingCopy/kindTypes.ts";
import type { SavedState, StateStore } from "../workingCopy/savedState.ts";
import type { CommentBase, CommentDenial, CommentTypes } from "./commentTypes.ts";

/** What is kept of a comment over reloads and crashes. */
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
}

/** Comments that are being written. */
export const commentForm: DraftForm<CommentState> = {
  isState: (value): value is CommentState =>
    isJsonObject(value) && typeof value.id === "string" && (value.said === undefined || typeof value.said === "string"),
  isAttempt: (value): value is CommentAttempt =>
    isJsonObject(value) &&
    typeof value.document === "string" &&
    typeof value.body === "string" &&
    isJsonObject(value.mark),
};

/**
 * What is known of one comment beyond its text: whether it was sent, and the PUT of which nobody knows. Kept before
 * each PUT, so that a window that is closed meanwhile does not send it again.
 *
 * Windows that restore the same unsaved documents show the same comment: as with drafts, one of them has it, and it alone
 * sends and keeps.
 */
export class CommentRecord implements StateStore<CommentTypes> {
  readonly #store: DraftStore<CommentState>;
  #id: string = randomUUID();
  #said: string | undefined;
  #doubt: CommentAttempt | undefined;
  #isElsewhere = false;
  /** What was kept of the comment, which this window has, was removed with its connection. */
  #isForgotten = false;

  constructor(store: DraftStore<CommentState>) {
    this.#store = store;
  }

  /** The PUT of which nobody knows whether it was carried out. */
  get doubt(): CommentAttempt | undefined {
    return this.#doubt;
  }

  /** What was kept of an earlier session; takes the comment for this window unless another one may have it. */
  async read(): Promise<SavedState<CommentTypes>> {
    this.#isElsewhere = (await this.#store.hold(false)) === "elsewhere";
    this.#take((await this.#store.read()) ?? { id: this.#id });
    const doubt = this.#doubt;
    await this.#keep();
    const base: CommentBase = { version: {}, ...(this.#said !== undefined && { said: this.#said }) };
    const unanswered = doubt && { document: doubt.document, target: base, change: doubt.body };
    return { base, ...(unanswered && { unanswered }) };
  }

  /** Whether another window has the comment; one that may have it is watched for a sign, which takes some seconds. */
  async isElsewhere(): Promise<boolean> {
    return this.#isElsewhere && (await this.#denial()) !== undefined;
  }

  /** Keeps what is known now. */
  async write(_id: number, { base }: SavedState<CommentTypes>): Promise<void> {
    this.#said = base.said;
    this.#doubt = base.said === undefined ? this.#doubt : undefined;
    await this.#keep();
  }

  /** All that was kept of its connection is removed: what is known here of the comment is kept again by its next save. */
  noteForgotten(): void {
    this.#isForgotten = !this.#isElsewhere;
  }

  async remove(): Promise<void> {
    await this.#store.remove();
  }

  /**
   * Keeps that the comment is about to be sent. `doubted`: one was begun from another window, and whether it arrived has to
   * be looked for first.
   */
  async begin(attempt: CommentAttempt): Promise<"begun" | "doubted" | CommentDenial> {
    const known = this.#doubt;
    const denial = await this.#denial();
    if (denial) {
      return denial;
    }
    if (this.#doubt && !known) {
      return "doubted";
    }
    if (known?.body === attempt.body) {
      return "begun";
    }
    // Of another text, which has not arrived.
    await this.end(undefined);
    if (!(await this.#store.begin(this.#id, attempt))) {
      this.#doubt = (await this.#store.read())?.attempt ?? attempt;
      return "doubted";
    }
    this.#doubt = attempt;
    return "begun";
  }

  /** What was begun is over: it was carried out, or for certain not. `doubt` is what was in doubt before. */
  async end(doubt: CommentAttempt | undefined): Promise<void> {
    this.#doubt = doubt;
    if (!doubt) {
      await this.#keep();
    }
  }

  async #denial(): Promise<CommentDenial | undefined> {
    const isForgotten = this.#isForgotten;
    this.#isForgotten = false;
    const hold = await this.#store.hold(true);
    this.#isElsewhere = hold === "elsewhere";
    if (this.#isElsewhere) {
      return "elsewhere";
    }
    const kept = await this.#store.read();
    if (kept?.id === this.#id && kept.said === this.#said) {
      this.#doubt ??= kept.attempt;
      return undefined;
    }
    // What could not be kept is not there.
    if (!kept && (hold === "kept" || isForgotten)) {
      await (isForgotten && this.#keep());
      return undefined;
    }
    if (hold === "taken" && !kept) {
      await this.#store.release();
    }
    return "over";
  }

  #take({ id, said, attempt }: CommentState): void {
    this.#id = id;
    this.#said = said;
    this.#doubt = attempt;
  }

  async #keep(): Promise<void> {
    if (!this.#isElsewhere) {
      const [said, attempt] = [this.#said, this.#doubt];
      await this.#store.write({
        id: this.#id,
        ...(said !== undefined && { said }),
        ...(attempt && { attempt }),
      });
    }
  }
}
