import { SendingNotKept } from "../windows/draftStore.ts";
import type { SavedWords, WaitingWords, WhyLeft } from "./commentOfSave.ts";
import { type SentWords, stillInDoubt, unsaid } from "./sentWords.ts";

/** Keeps what was sent of the words that are given for saves of one artifact. */
export interface SentStore {
  read(): Promise<readonly SentWords[]>;
  /** Tells whether it is kept. */
  add(sent: SentWords): Promise<boolean>;
  remove(sent: SentWords): Promise<void>;
}

/** Holds the words that are given for a save of all, and stay in the box until they are said. */
export class GivenWords implements SavedWords {
  readonly given: string;
  readonly #store: SentStore;
  readonly #offer: (words: WaitingWords) => Promise<void>;
  #left: string | undefined;

  /** `offer` has words offered where a comment is asked for. */
  constructor(given: string, store: SentStore, offer: (words: WaitingWords) => Promise<void>) {
    this.given = given;
    this.#store = store;
    this.#offer = offer;
    this.#left = given;
  }

  /** Tells whether the words are on the service, or offered. */
  get isUsed(): boolean {
    return this.#left === undefined;
  }

  async now(): Promise<WaitingWords | undefined> {
    return this.#left === undefined ? undefined : { words: this.#left, sent: await this.#store.read() };
  }

  async noteSending(sent: SentWords): Promise<boolean> {
    if (!(await this.#store.add(sent))) {
      throw new SendingNotKept();
    }
    return true;
  }

  async noteNotSent(sent: SentWords): Promise<void> {
    await this.#store.remove(sent);
  }

  async noteSaid(sent: SentWords): Promise<void> {
    // The store keeps it until the box has let go of the words, should this window end in between.
    this.#left = this.#left && unsaid(this.#left, sent);
  }

  async leave(why: WhyLeft | "demanded"): Promise<boolean> {
    const words = this.#left;
    const all = await this.#store.read();
    const sent = stillInDoubt(all, why === "demanded");
    for (const each of all.filter((one) => !sent.includes(one))) {
      await this.#store.remove(each);
    }
    if (why === "demanded" || words === undefined || (why === "nothingStored" && words === this.given)) {
      // The box keeps the words. Where a part of them was said it would keep that part, too, so the rest is offered
      // below.
      return false;
    }
    await this.#offer({ words, sent });
    this.#left = undefined;
    return true;
  }
}
