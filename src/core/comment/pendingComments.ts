import { isSameAddress } from "../connection/address.ts";
import type { HasArrived } from "../model/artifactService.ts";
import { isText, listOf, optional, shapeOf } from "../model/shape.ts";
import { getOrMake } from "../util/getOrMake.ts";
import { WriteQueues } from "../util/writeQueue.ts";
import { SendingNotKept } from "../windows/draftStore.ts";
import type { DocumentKey } from "../workingCopy/kindTypes.ts";
import { AskedComment } from "./askedComment.ts";
import { CommentOfSave, type SavedWords, type WaitingWords, type WhyLeft } from "./commentOfSave.ts";
import { bothOf, unlessIn } from "./joinedWords.ts";
import { isSentWords, type SentWords, saysAgain, stillInDoubt, unsaid, withoutSent, withSent } from "./sentWords.ts";

/** Holds what is kept of the comment for the save of a document. */
export interface PendingState {
  /** The address of the connection for which `due` was given and `sent` was sent. */
  readonly address?: string | undefined;
  /** These words go with the next save that stores something. */
  readonly due?: string | undefined;
  /** These words were typed, or did not go with a save: they are offered when a comment is asked for again. */
  readonly offered?: string | undefined;
  /** Words of this document that were sent, the present or earlier ones; nobody knows whether they arrived. */
  readonly sent?: readonly SentWords[] | undefined;
}

/** The words that wait for a save, and those that are offered where a comment is asked for. */
type PendingWords = Pick<PendingState, "due" | "offered">;

/** A comment that did not go with a save. */
export interface LeftComment {
  readonly body: string;
  /** `otherAddress`: it was given for a save at another address than its connection leads to now. */
  readonly why: WhyLeft | "otherAddress";
}

/** Tells the state of a comment from what is damaged. */
export const isPendingState = shapeOf<PendingState>({
  address: optional(isText),
  due: optional(isText),
  offered: optional(isText),
  sent: optional(listOf(isSentWords)),
});

/** Keeps the comments for saves in this window, for the window that takes its place. No two windows have the same. */
export interface PendingStore {
  /** Gives the address that the connection of the document leads to now; empty where there is no such connection. */
  addressOf(document: DocumentKey): string;
  /**
   * Gives what this window keeps of the document, and what closed windows left, which becomes this window's. Throws
   * where something may be there that cannot be read now.
   */
  take(document: DocumentKey): Promise<readonly PendingState[]>;
  /** Tells whether another window has taken over what this window kept, because it took this one for closed. */
  isTaken(document: DocumentKey): Promise<boolean>;
  /** Tells whether the state was kept. */
  write(document: DocumentKey, state: PendingState): Promise<boolean>;
  remove(document: DocumentKey): Promise<void>;
}

/**
 * Keeps comments that wait for a save, by document, even over a restart. Each window has its own. Those that a closed
 * window left are taken over by one other window alone, so that nothing is said twice.
 */
export class PendingComments {
  readonly #store: PendingStore;
  readonly #onDidSay: (document: DocumentKey) => void;
  /** Holds what this window knows of the documents that were asked about. */
  readonly #states = new Map<DocumentKey, PendingState>();
  /** The documents with a text, and whether that is one that a closed window showed, with its unsaved changes. */
  readonly #texts = new Map<DocumentKey, "restored" | "opened">();
  readonly #queues = new WriteQueues<DocumentKey>();
  /** The comments that somebody is asked for right now. */
  readonly #asked = new Map<DocumentKey, Set<AskedComment>>();
  /** The words that were typed and are not kept yet. */
  readonly #typed = new Map<DocumentKey, string>();

  /** `onDidSay` is called for each comment that has arrived. */
  constructor(store: PendingStore, onDidSay: (document: DocumentKey) => void) {
    this.#store = store;
    this.#onDidSay = onDidSay;
  }

  /**
   * Takes up the comment that still waits for the save of a document which was restored with unsaved changes. Where it
   * cannot be read now, each save of the text fails as long as that is so. Of a text that was opened here none waits.
   */
  async takeUp(document: DocumentKey): Promise<void> {
    if (this.#texts.get(document) !== "opened") {
      this.#texts.set(document, "restored");
      await this.#queues.run(document, () => this.#load(document));
    }
  }

  /** Gives what waits for a save of the document here, and the words to be offered where a comment is asked for. */
  get(document: DocumentKey): Promise<PendingWords> {
    return this.#queues.run(document, () => this.#waiting(document));
  }

  /** Asks for a comment by `ask`, which is told what is said meanwhile. Throws what `ask` and the store throw. */
  async asking(document: DocumentKey, ask: (asked: AskedComment) => Promise<void>): Promise<void> {
    const all = getOrMake(this.#asked, document, () => new Set());
    const asked = await this.#queues.run(document, async () => {
      const shown = new AskedComment(await this.#waiting(document));
      all.add(shown);
      return shown;
    });
    try {
      await ask(asked);
    } finally {
      all.delete(asked);
    }
  }

  /** Notes what was typed so far where a comment is asked for. */
  note(document: DocumentKey, offered: string): void {
    const isWaiting = this.#typed.has(document);
    this.#typed.set(document, offered);
    if (!isWaiting) {
      const keeping = this.#queues.run(document, async () => {
        const state = await this.#load(document);
        const typed = this.#typed.get(document) || undefined;
        this.#typed.delete(document);
        // What waits was shown with it, and is not said again by what is only typed.
        const offered = state.due === undefined ? typed : unlessIn(state.due, typed);
        await this.#keep(document, { ...state, offered });
      });
      // Nothing can be read now, as the store was told; what is typed next is kept once it can be.
      keeping.catch(() => this.#typed.delete(document));
    }
  }

  /** Has the comment go with the next save of the document that stores something. Throws what the store throws. */
  async give(document: DocumentKey, due: string): Promise<void> {
    await this.#queues.run(document, async () => {
      const { offered, sent } = await this.#load(document);
      const address = this.#store.addressOf(document);
      await this.#keep(document, { address, due, offered: unlessIn(due, offered), sent });
    });
  }

  /** Has words offered when a comment is asked for. Throws what the store throws. */
  async offer(document: DocumentKey, { words, sent }: WaitingWords): Promise<void> {
    await this.#queues.run(document, async () => {
      const state = await this.#load(document);
      const address = this.#store.addressOf(document);
      const offered = bothOf(words, state.offered);
      await this.#keep(document, { ...state, address, offered, sent: [...(state.sent ?? []), ...sent] });
    });
  }

  /** Withdraws the comment, as the save is not to be made any more: it is offered when one is asked for again. */
  async withdraw(document: DocumentKey): Promise<void> {
    if (this.#isShown(document)) {
      // It may still be taken up.
      await this.#queues.run(document, () => this.#withdraw(document));
    }
  }

  /** Withdraws the comment of a document that opens with nothing unsaved: what it was given for was dropped before. */
  withdrawLeft(document: DocumentKey): Promise<void> {
    this.#texts.set(document, "opened");
    return this.#queues.run(document, async () => {
      const left = withdrawn(await this.#load(document));
      await (isNothing(left) || this.#keep(document, left));
      // A person who closes the document has not seen what another window left for it.
      this.#states.delete(document);
    });
  }

  /**
   * Moves the comment with the unsaved changes, which were those of `from` and are those of `to` now. What waited for
   * `to` is offered.
   */
  async move(from: DocumentKey, to: DocumentKey): Promise<void> {
    const state = await this.#queues.run(from, async () => {
      const found = this.#isShown(from) ? await this.#load(from) : undefined;
      // The comment waits in one place alone: it would be sent from both, should this window end in between.
      await this.#withdraw(from);
      return found;
    });
    if (!state) {
      return;
    }
    const isKept = await this.#queues.run(to, async () => {
      const there = await this.#load(to);
      const offered = bothOf(bothOf(there.due, there.offered), state.offered);
      const address = this.#store.addressOf(to);
      const sent = [...(state.sent ?? []), ...(there.sent ?? [])];
      return await this.#keep(to, { address, due: state.due, offered, sent });
    });
    await (isKept && this.remove(from));
  }

  /** Removes what this window has for a document that was closed: nobody wants it any more. */
  async remove(document: DocumentKey): Promise<void> {
    await this.#queues.run(document, async () => {
      if (this.#states.delete(document)) {
        await this.#store.remove(document);
      }
    });
  }

  /** Removes what this window has for all documents that `isMeant`. */
  removeAll(isMeant: (document: DocumentKey) => boolean): void {
    for (const document of [...this.#states.keys(), ...this.#texts.keys()].filter(isMeant)) {
      // This also removes what is typed or taken up right now.
      void this.remove(document);
    }
  }

  /** Gives the words that go with a save of the document now; undefined for none. Throws what the store throws. */
  words(document: DocumentKey): Promise<SavedWords | undefined> {
    return this.#queues.run(document, async () => {
      const due = await this.#due(document);
      return due === undefined ? undefined : this.#saved(document, this.#store.addressOf(document), due);
    });
  }

  /** Gives the comment that goes with a save of the document by itself; undefined for none. Throws as `words`. */
  async due(document: DocumentKey): Promise<CommentOfSave | undefined> {
    const words = await this.words(document);
    return words && CommentOfSave.of([words]);
  }

  /**
   * Gives the comment that did not go with a save which left nothing unsaved, and the reason; undefined where there is
   * none. `hasArrived` is asked of what is in doubt.
   */
  async left(document: DocumentKey, hasArrived: HasArrived): Promise<LeftComment | undefined> {
    const comment = await this.due(document);
    const [left] = (await comment?.left(hasArrived)) ?? [];
    return comment ? left : await this.#forOtherAddress(document);
  }

  /** Gives the comment that was given at another address, and withdraws it. */
  #forOtherAddress(document: DocumentKey): Promise<LeftComment | undefined> {
    return this.#queues.run(document, async () => {
      const { due: body } = this.#states.get(document) ?? {};
      if (body === undefined) {
        return undefined;
      }
      const state = await this.#load(document);
      await this.#keep(document, state);
      return state.due === undefined ? { body, why: "otherAddress" } : undefined;
    });
  }

  #saved(document: DocumentKey, address: string, given: string): SavedWords {
    let words: string | undefined = given;
    /** Gives the state while it is of `address`: the same words, given anew at another address, are other ones. */
    const here = () => {
      const state = this.#states.get(document);
      return state?.address === address ? state : undefined;
    };
    /** Gives the state while the words wait: the person may have given other words since, or withdrawn these. */
    const waiting = async () => {
      await this.#load(document);
      const state = here();
      return words !== undefined && state?.due === words ? { ...state, due: words } : undefined;
    };
    const change = (changed: (state: PendingState) => PendingState) =>
      this.#queues.run(document, async () => {
        const state = here();
        await (state && this.#keep(document, changed(state)));
      });
    return {
      given,
      now: () =>
        this.#queues.run(document, async () => {
          const state = await waiting();
          return state && { words: state.due, sent: state.sent ?? [] };
        }),
      noteSending: (sent) =>
        this.#queues.run(document, async () => {
          const state = await waiting();
          if (state && !(await this.#keep(document, { ...state, sent: withSent(state.sent ?? [], sent) }))) {
            throw new SendingNotKept();
          }
          return state !== undefined;
        }),
      noteNotSent: (sent) => change((state) => ({ ...state, sent: withoutSent(state.sent ?? [], sent) })),
      noteSaid: async (said) => {
        words = words && unsaid(words, said);
        await change(({ due, offered, sent = [] }) => {
          for (const asked of this.#asked.get(document) ?? []) {
            asked.noteSaid(said);
          }
          const left = { due: due && unsaid(due, said), offered: unlessIn(said.words, offered) };
          // What is left may have been sent before, in another comment.
          const isLeft = (each: SentWords) => [left.due, left.offered].some((at) => at && saysAgain(at, each));
          return { address, ...left, sent: withoutSent(sent, said).filter(isLeft) };
        });
        this.#onDidSay(document);
      },
      leave: (why) =>
        this.#queues.run(document, async () => {
          const state = await waiting();
          await (state &&
            this.#keep(document, { ...withdrawn(state), sent: stillInDoubt(state.sent ?? [], why === "demanded") }));
          return state !== undefined;
        }),
    };
  }

  async #waiting(document: DocumentKey): Promise<PendingWords> {
    const { offered } = await this.#load(document);
    const due = await this.#due(document);
    return { ...(due !== undefined && { due }), ...(offered !== undefined && { offered }) };
  }

  async #due(document: DocumentKey): Promise<string | undefined> {
    const known = this.#states.get(document);
    const mayWait = known ? known.due !== undefined : this.#texts.get(document) === "restored";
    return mayWait ? (await this.#load(document)).due : undefined;
  }

  /**
   * Gives what waits for a save at the address that the connection leads to now, and what is offered. A comment that
   * closed windows left waits only for a text that was restored: any other text is not the one for which it was given.
   */
  async #load(document: DocumentKey): Promise<PendingState> {
    let known = this.#states.get(document);
    if (!known || (await this.#store.isTaken(document))) {
      const left = inOne(await this.#store.take(document), (each) => this.#isHere(document, each));
      known = this.#texts.get(document) === "restored" ? left : withdrawn(left);
      this.#states.set(document, known);
    }
    // A comment that is in doubt at another address is in no doubt here.
    return this.#isHere(document, known) ? known : { offered: withdrawn(known).offered };
  }

  /** Tells whether it was given at the address that the connection leads to now, or that leads nowhere. */
  #isHere(document: DocumentKey, { address }: PendingState): boolean {
    const to = this.#store.addressOf(document);
    return to === "" || isSameAddress(address, to);
  }

  /** Tells whether a comment may wait here for a save of the document. */
  #isShown(document: DocumentKey): boolean {
    return this.#states.has(document) || this.#texts.get(document) === "restored";
  }

  async #withdraw(document: DocumentKey): Promise<void> {
    if (!this.#states.has(document)) {
      // It cannot be read now. The text that it was left for is gone.
      this.#texts.set(document, "opened");
    }
    const state = this.#states.get(document);
    await (state?.due !== undefined && this.#keep(document, withdrawn(state)));
  }

  /** Takes `state` for what is known from here on. Tells whether the state outlives this window. */
  async #keep(document: DocumentKey, state: PendingState): Promise<boolean> {
    this.#states.set(document, state);
    if (!isNothing(state)) {
      return await this.#store.write(document, state);
    }
    await this.#store.remove(document);
    return true;
  }
}

function isNothing({ due, offered, sent = [] }: PendingState): boolean {
  return due === undefined && offered === undefined && sent.length === 0;
}

function withdrawn(state: PendingState): PendingState {
  return { ...state, due: undefined, offered: bothOf(state.due, state.offered) };
}

/** Puts together what several windows left. Only one text was restored, so one comment alone waits for its save. */
function inOne(left: readonly PendingState[], isHere: (state: PendingState) => boolean): PendingState {
  // Words that may have been sent are looked for by the save that they wait for.
  const rank = (state: PendingState) =>
    (isHere(state) ? 4 : 0) + ((state.sent ?? []).length > 0 ? 2 : 0) + (state.due === undefined ? 0 : 1);
  const [first = {}, ...others] = left.toSorted((a, b) => rank(b) - rank(a));
  const words = others.map((other) => withdrawn(other).offered).reduce(bothOf, undefined);
  const beside = first.due === undefined ? words : unlessIn(first.due, words);
  // What was sent at another address is in no doubt at this one.
  const sent = left.flatMap((each) => (each.address === first.address ? (each.sent ?? []) : []));
  return { ...first, offered: bothOf(beside, first.offered), sent };
}
