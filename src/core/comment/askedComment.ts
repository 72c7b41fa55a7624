import { alsoSaying, bothOf } from "./joinedWords.ts";
import { type SentWords, unsaid, without } from "./sentWords.ts";

/** Holds what somebody is shown who is asked for a comment, and knows what was said of it meanwhile. */
export class AskedComment {
  /** These words wait for a save, and stand where the comment is asked for. */
  readonly due: string | undefined;
  /** These words are offered beside them. */
  readonly offered: string | undefined;
  #unsaid: string | undefined;

  constructor({ due, offered }: { readonly due?: string | undefined; readonly offered?: string | undefined }) {
    this.due = due;
    this.offered = offered;
    this.#unsaid = due;
  }

  /** Notes that a comment is on the service, which has words of the document in it. */
  noteSaid(said: SentWords): void {
    this.#unsaid = this.#unsaid && unsaid(this.#unsaid, said);
  }

  /** Gives what was typed without those of the words shown that were said meanwhile; undefined for nothing. */
  without(typed: string): string | undefined {
    const isSaid = this.due !== undefined && this.due !== this.#unsaid;
    const besides = isSaid ? without(typed, this.due) : undefined;
    return besides === undefined ? typed : bothOf(this.#unsaid, besides || undefined);
  }

  /**
   * Gives the words to be said of `answered`, while `waiting` waits for the save; undefined for no others than that.
   * They take the place of what was shown, and of nothing else.
   */
  answer(answered: string, waiting: string | undefined): string | undefined {
    const seen = this.#unsaid;
    const words = this.without(answered);
    // What waits may have been offered beside what was seen, and stands in the answer then.
    const isAnswered = waiting !== undefined && words !== undefined && without(words, waiting) !== undefined;
    if (words === undefined || waiting === seen || isAnswered) {
      return words;
    }
    const isWaiting = seen !== undefined && waiting !== undefined && without(waiting, seen) !== undefined;
    const besides = (isWaiting ? without(words, seen) : undefined) ?? words;
    return besides === "" ? waiting : alsoSaying(waiting, besides);
  }
}
