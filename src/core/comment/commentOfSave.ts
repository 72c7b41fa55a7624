import type { BegunComment, CarriedComment, HasArrived, HistoryMark } from "../model/artifactService.ts";
import { isSameBody } from "./commentHistory.ts";
import { alsoSaying } from "./joinedWords.ts";
import { type SentWords, saysAgain } from "./sentWords.ts";

/** The words of one place that go with a save: those that wait for a document, or those that were given for it. */
export interface SavedWords {
  /** The words when the save began. */
  readonly given: string;
  /**
   * Gives the words that are still to be said with this save, and the comments in which they were sent before;
   * undefined for nothing.
   */
  now(): Promise<WaitingWords | undefined>;
  /**
   * Keeps what is about to be sent. It is false where the words are not to go with this save any more.
   *
   * @throws SendingNotKept
   */
  noteSending(sent: SentWords): Promise<boolean>;
  /** Notes that what was about to be sent was surely refused. Never throws. */
  noteNotSent(sent: SentWords): Promise<void>;
  /** Notes that the comment is on the service. Never throws. */
  noteSaid(sent: SentWords): Promise<void>;
  /**
   * Leaves the words out of all saves from here on, until they are given again. Tells whether the person is to be told.
   */
  leave(why: WhyLeft | "demanded"): Promise<boolean>;
}

export interface WaitingWords {
  readonly words: string;
  readonly sent: readonly SentWords[];
}

/**
 * Tells why words did not go with a save that left nothing unsaved:
 * - `nothingStored`: nothing was left to be stored
 * - `inDoubt`: they were sent before, and nobody can say whether they arrived
 */
export type WhyLeft = "nothingStored" | "inDoubt";

/** Words that did not go with a save. */
export interface LeftWords {
  readonly body: string;
  readonly why: WhyLeft;
}

/** The words of a place that are to be said with a PUT. */
interface WordsToSay extends WaitingWords {
  readonly part: SavedWords;
}

/**
 * Makes the comment that goes with a save from the words of all places. Each place keeps its own words, and the
 * comments in which they were sent. So each place knows which of its words have arrived, whoever sends them next and
 * with which others.
 */
export class CommentOfSave implements CarriedComment {
  readonly body: string;
  readonly #parts: readonly SavedWords[];
  /**
   * Holds the comments that this save has sent. The next PUT of the save has the same condition, so none of them can be
   * stored twice.
   */
  #sentHere: readonly string[] = [];
  /** The places of which nobody can say whether their words have arrived. */
  readonly #doubted = new Set<SavedWords>();

  private constructor(parts: readonly SavedWords[], body: string) {
    this.#parts = parts;
    this.body = body;
  }

  /** Gives the comment of these places; undefined where there are none. */
  static of(parts: readonly SavedWords[]): CommentOfSave | undefined {
    const body = joined(parts.map(({ given }) => given));
    return body === undefined ? undefined : new CommentOfSave(parts, body);
  }

  async begin(hasArrived: HasArrived, markEnd: () => Promise<HistoryMark>): Promise<BegunComment | undefined> {
    await this.#look(hasArrived, this.#sentHere);
    for (;;) {
      const all = await this.#toSay();
      const body = joined(all.map(({ words }) => words));
      if (body === undefined) {
        return undefined;
      }
      const before = (sent: readonly SentWords[]) => sent.find((each) => isSameBody(each.body, body));
      const mark = before(all.flatMap(({ sent }) => sent))?.mark ?? (await markEnd());
      const begun = new Map<WordsToSay, SentWords>();
      const takeBack = async () => {
        for (const [{ part, sent: kept }, sent] of begun) {
          // A place whose words were in doubt before leaves them so.
          await (before(kept) ? undefined : part.noteNotSent(sent));
        }
      };
      try {
        for (const each of all) {
          const sent = { words: each.words, body, mark };
          begun.set(each, sent);
          if (!(await each.part.noteSending(sent))) {
            begun.delete(each);
          }
        }
      } catch (error) {
        await takeBack();
        throw error;
      }
      if (begun.size === all.length) {
        this.#sentHere = [...this.#sentHere, body];
        return {
          body,
          noteSaid: async () => {
            for (const [{ part }, sent] of begun) {
              await part.noteSaid(sent);
            }
          },
          noteNotSent: takeBack,
        };
      }
      await takeBack();
    }
  }

  async noteDemanded(): Promise<void> {
    for (const part of this.#doubted) {
      await part.leave("demanded");
    }
  }

  /** Gives the words that are to be told not to have gone with this save, which has left nothing unsaved. */
  async left(hasArrived: HasArrived): Promise<readonly LeftWords[]> {
    await this.#look(hasArrived, []);
    const left: LeftWords[] = [];
    for (const part of this.#parts) {
      const waiting = await part.now();
      const why = this.#doubted.has(part) ? "inDoubt" : "nothingStored";
      if (waiting && (await part.leave(why))) {
        left.push({ body: waiting.words, why });
      }
    }
    return left;
  }

  /**
   * Finds out what has arrived of what was sent before, as far as the words say it again. What `sentHere` has may be
   * sent again in any case.
   */
  async #look(hasArrived: HasArrived, sentHere: readonly string[]): Promise<void> {
    this.#doubted.clear();
    for (const part of this.#parts) {
      for (const sent of (await part.now())?.sent ?? []) {
        const { words } = (await part.now()) ?? {};
        if (words === undefined || !saysAgain(words, sent)) {
          continue;
        }
        const isThere = await hasArrived(sent.body, sent.mark);
        if (isThere) {
          await part.noteSaid(sent);
        } else if (isThere === undefined && !sentHere.some((body) => isSameBody(body, sent.body))) {
          this.#doubted.add(part);
        }
      }
    }
  }

  async #toSay(): Promise<readonly WordsToSay[]> {
    const all: WordsToSay[] = [];
    for (const part of this.#parts) {
      const waiting = this.#doubted.has(part) ? undefined : await part.now();
      if (waiting) {
        all.push({ part, ...waiting });
      }
    }
    return all;
  }
}

function joined(words: readonly string[]): string | undefined {
  return words.reduce<string | undefined>(alsoSaying, undefined);
}
