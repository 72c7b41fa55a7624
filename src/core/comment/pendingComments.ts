import { isSameAddress } from "../connection/address.ts";
import { type CarriedComment, type HistoryMark, isHistoryMark } from "../model/artifactService.ts";
import { isText, optional, shapeOf } from "../model/shape.ts";
import { WriteQueues } from "../util/writeQueue.ts";
import { SendingNotKept } from "../windows/draftStore.ts";
import type { DocumentKey } from "../workingCopy/kindTypes.ts";
import { isSameBody } from "./commentHistory.ts";

/** What is kept of the comment for the save of a document. As far as is known, the comment is not on the service. */
export interface PendingState {
  /** The address of the connection for which `due` and `attempt` were given. */
  readonly address?: string | undefined;
  /** These words go with the next save that stores something. */
  readonly due?: string | undefined;
  /** These words were typed, or did not go with a save: they are offered when a comment is asked for again. */
  readonly offered?: string | undefined;
  /** The words that were sent last, these or earlier ones; nobody knows whether they arrived. */
  readonly attempt?: { readonly body: string; readonly mark: HistoryMark } | undefined;
}

/** Tells what waits for a save at the address that the connection leads to now. */
type WaitingState = Pick<PendingState, "due" | "attempt">;

/** A comment that did not go with a save. */
export interface LeftComment {
  readonly body: string;
  /**
   * The reason:
   * - `nothingStored`: nothing was left to be stored
   * - `inDoubt`: it was sent before, and nobody can say whether it arrived
   * - `otherAddress`: it was given for a save at another address than its connection leads to now
   */
  readonly why: "nothingStored" | "inDoubt" | "otherAddress";
}

/** Tells whether a comment in doubt has arrived; undefined where nobody can say. */
export type HasArrived = (body: string, mark: HistoryMark) => Promise<boolean | undefined>;

/** Tells the state of a comment from what is damaged. */
export const isPendingState = shapeOf<PendingState>({
  address: optional(isText),
  due: optional(isText),
  offered: optional(isText),
  attempt: optional(shapeOf<NonNullable<PendingState["attempt"]>>({ body: isText, mark: isHistoryMark })),
});

/** Keeps the comments for saves in this window, for the window that takes its place. No two windows have the same. */
export interface PendingStore {
  /** Gives the address that the connection of the document leads to now; empty where there is no such connection. */
  addressOf(document: DocumentKey): string;
  /**
   * Gives what this window keeps of the document, and what closed windows left, which this one takes over. Throws where
   * something may be there that cannot be read now.
   */
  take(document: DocumentKey): Promise<readonly PendingState[]>;
  /** Tells whether another window has taken over what this one kept: it took this one for closed. */
  isTaken(document: DocumentKey): Promise<boolean>;
  /** Tells whether the state was kept. */
  write(document: DocumentKey, state: PendingState): Promise<boolean>;
  remove(document: DocumentKey): Promise<void>;
}

/**
 * Keeps comments that wait for a save, by document, even over a restart. Each window has its own. What a closed window
 * left is taken over by one other window alone, so that nothing is said twice.
 */
export class PendingComments {
  readonly #store: PendingStore;
  readonly #onDidSay: (document: DocumentKey) => void;
  /** Holds what this window knows of the documents that were asked about. */
  readonly #states = new Map<DocumentKey, PendingState>();
  /** The documents with a text, and whether that is one that a closed window showed, with its unsaved changes. */
  readonly #texts = new Map<DocumentKey, "restored" | "opened">();
  readonly #queues = new WriteQueues<DocumentKey>();
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
  get(document: DocumentKey): Promise<WaitingState & Pick<PendingState, "offered">> {
    return this.#queues.run(document, async () => {
      const { offered } = await this.#load(document);
      return { ...(await this.#waiting(document)), ...(offered !== undefined && { offered }) };
    });
  }

  /** Gives what waits for a save of the document here, without the words to be offered. */
  waiting(document: DocumentKey): Promise<WaitingState> {
    return this.#queues.run(document, () => this.#waiting(document));
  }

  /** Notes what was typed so far where a comment is asked for. */
  note(document: DocumentKey, offered: string): void {
    const isWaiting = this.#typed.has(document);
    this.#typed.set(document, offered);
    if (!isWaiting) {
      const keeping = this.#queues.run(document, async () => {
        const state = await this.#load(document);
        const latest = this.#typed.get(document);
        this.#typed.delete(document);
        await this.#keep(document, { ...state, offered: latest || undefined });
      });
      // Nothing can be read now, as the store was told; what is typed next is kept once it can be.
      keeping.catch(() => this.#typed.delete(document));
    }
  }

  /**
   * Has the comment go with the next save of the document that stores something. `seen` is the comment that it stands
   * for, too, where that may be another one by now, whose words are offered then. Throws what the store throws.
   */
  give(document: DocumentKey, due: string, seen?: string): Promise<CarriedComment> {
    return this.#queues.run(document, async () => {
      const { due: found, offered: kept, attempt } = await this.#load(document);
      const other = seen === undefined || found === seen ? undefined : found;
      const rest = bothOf(unlessIn(due, other), unlessIn(due, kept));
      const offered = unlessIn(due, bothOf(other, kept)) && rest;
      const address = this.#store.addressOf(document);
      await this.#keep(document, { address, due, offered, attempt });
      return this.#carried(document, address, due);
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
      if (this.#states.has(document)) {
        await this.#withdraw(document);
        return;
      }
      const left = await this.#load(document);
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
      // It waits in one place, should this window end in between: it would be sent from both.
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
      return await this.#keep(to, { address, due: state.due, offered, attempt: state.attempt ?? there.attempt });
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

  /** Removes what is kept for a document, also by a closed window. */
  async forget(document: DocumentKey): Promise<void> {
    await this.takeUp(document);
    await this.remove(document);
  }

  /** Drops the withdrawn comment `said`, which went with another document's. What else was typed stays. */
  async drop(document: DocumentKey, said: string): Promise<void> {
    await this.#queues.run(document, async () => {
      const state = this.#states.get(document);
      await (state && this.#keep(document, { ...state, offered: unlessIn(said, state.offered) }));
    });
  }

  /** Removes what this window has for all documents that `isMeant`. */
  removeAll(isMeant: (document: DocumentKey) => boolean): void {
    for (const document of [...this.#states.keys(), ...this.#texts.keys()].filter(isMeant)) {
      // This also removes what is typed or taken up right now.
      void this.remove(document);
    }
  }

  /** Gives the comment that goes with a save of the document now. */
  due(document: DocumentKey): Promise<CarriedComment | undefined> {
    return this.#queues.run(document, async () => {
      const { due } = await this.#waiting(document);
      return due === undefined ? undefined : this.#carried(document, this.#store.addressOf(document), due);
    });
  }

  /**
   * Gives the comment that did not go with a save which left nothing unsaved, and the reason; undefined where there is
   * none. `hasArrived` is asked of a comment in doubt.
   */
  async left(document: DocumentKey, hasArrived: HasArrived): Promise<LeftComment | undefined> {
    const comment = await this.due(document);
    if (!comment) {
      return await this.#forOtherAddress(document);
    }
    const { doubt } = comment;
    const isSaid = doubt ? await hasArrived(comment.body, doubt) : false;
    if (isSaid) {
      comment.noteSaid();
      return undefined;
    }
    if ((await this.waiting(document)).due !== comment.body) {
      // Another save has found it meanwhile, or the person has withdrawn it or given another one.
      return undefined;
    }
    if (doubt && doubt.count === undefined) {
      // The person who gives it again was told that nobody can say whether it has arrived.
      comment.noteUnknowable();
    }
    await this.withdraw(document);
    return { body: comment.body, why: isSaid === undefined ? "inDoubt" : "nothingStored" };
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

  #carried(document: DocumentKey, address: string, body: string): CarriedComment {
    // Words that were given anew at another address are another comment, even if they are the same.
    const now = () => {
      const state = this.#states.get(document);
      return state?.due === body && state.address === address ? state : undefined;
    };
    const doubtNow = () => {
      const { attempt } = now() ?? {};
      // An attempt with other words leaves no doubt about these.
      return attempt && isSameBody(attempt.body, body) ? attempt.mark : undefined;
    };
    const change = (changed: (state: PendingState) => PendingState) =>
      void this.#queues.run(document, async () => {
        const state = now();
        await (state && this.#keep(document, changed(state)));
      });
    let isSaid = false;
    return {
      body,
      get isSaid() {
        return isSaid;
      },
      get doubt() {
        return doubtNow();
      },
      noteSending: (mark) =>
        this.#queues.run(document, async () => {
          await this.#load(document);
          const state = now();
          if (!state) {
            return "withdrawn";
          }
          if (doubtNow() === undefined && !(await this.#keep(document, { ...state, attempt: { body, mark } }))) {
            this.#states.set(document, state);
            throw new SendingNotKept();
          }
          return "begun";
        }),
      noteNotSent: () => change((state) => ({ ...state, attempt: undefined })),
      noteUnknowable: () => change((state) => ({ ...withdrawn(state), attempt: undefined })),
      noteSaid: () => {
        isSaid = true;
        change(({ offered }) => ({ offered: unlessIn(body, offered) }));
        this.#onDidSay(document);
      },
    };
  }

  async #waiting(document: DocumentKey): Promise<WaitingState> {
    const known = this.#states.get(document);
    const mayWait = known ? known.due !== undefined : this.#texts.get(document) === "restored";
    if (!mayWait) {
      return {};
    }
    const { due, attempt } = await this.#load(document);
    return due === undefined ? {} : { due, ...(attempt && { attempt }) };
  }

  /**
   * Gives what waits for a save at the address that the connection leads to now, and what is offered. What closed
   * windows left waits only for a text that was restored: else it was given for another one.
   */
  async #load(document: DocumentKey): Promise<PendingState> {
    let known = this.#states.get(document);
    if (!known || (await this.#store.isTaken(document))) {
      const left = inOne(await this.#store.take(document));
      known = this.#texts.get(document) === "restored" ? left : withdrawn(left);
      this.#states.set(document, known);
    }
    const to = this.#store.addressOf(document);
    const isHere = to === "" || isSameAddress(known.address, to);
    // A comment that is in doubt at another address is in no doubt here.
    return isHere ? known : { offered: withdrawn(known).offered };
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

  /** Takes `state` for what is known from here on. Tells whether that outlives this window. */
  async #keep(document: DocumentKey, state: PendingState): Promise<boolean> {
    this.#states.set(document, state);
    if (!isNothing(state)) {
      return await this.#store.write(document, state);
    }
    await this.#store.remove(document);
    return true;
  }
}

function isNothing({ due, offered, attempt }: PendingState): boolean {
  return due === undefined && offered === undefined && attempt === undefined;
}

function withdrawn(state: PendingState): PendingState {
  return { ...state, due: undefined, offered: bothOf(state.due, state.offered) };
}

/** Puts together what several windows left. Only one text was restored, so one comment alone waits for its save. */
function inOne(left: readonly PendingState[]): PendingState {
  // Only one PUT is remembered, so the words that it carried stay with it.
  const [first = {}, ...others] = left.toSorted((a, b) => rank(b) - rank(a));
  const words = others.map((other) => withdrawn(other).offered).reduce(bothOf, undefined);
  const beside = first.due === undefined ? words : unlessIn(first.due, words);
  return { ...first, offered: bothOf(beside, first.offered) };
}

function rank({ due, attempt }: PendingState): number {
  return (attempt ? 2 : 0) + (due === undefined ? 0 : 1);
}

/**
 * Joins the words of a comment that waited for a save and of one that was typed. Where one has the other in it, it
 * stands for both; else the result has the words of both, so that none are lost.
 */
export function bothOf(waiting: string | undefined, typed: string | undefined): string | undefined {
  if (waiting === undefined || typed === undefined || holds(typed, waiting)) {
    return typed ?? waiting;
  }
  return holds(waiting, typed) ? waiting : `${waiting}${separator}${typed}`;
}

/** Gives what `words` say besides `body`, which `bothOf` may have put before them; undefined for nothing. */
function unlessIn(body: string, words: string | undefined): string | undefined {
  if (words === undefined || holds(body, words)) {
    return undefined;
  }
  const before = `${body}${separator}`;
  return words.startsWith(before) ? words.slice(before.length) : words;
}

function holds(body: string, words: string): boolean {
  return isSameBody(body, words) || body.startsWith(words) || body.endsWith(`${separator}${words}`);
}

/**
 * Gives the comment of somebody who was asked for it while `seen` waited for a save, for which `waiting` waits by now.
 * `answered` takes the place of `seen`, which they saw, and of nothing else.
 */
export function sayingAfter(seen: string | undefined, answered: string, waiting: string | undefined): string {
  if (waiting === seen) {
    return answered;
  }
  return seen !== undefined && waiting !== undefined && isSameBody(answered, seen)
    ? waiting
    : alsoSaying(waiting, answered);
}

/**
 * Tells whether `body` must not take the place of the comment that waits: that is in doubt, and was not `seen`, or
 * `body` says it again beside other words. The next save finds out whether it has arrived.
 */
export function isHeldByDoubt(body: string, seen: string | undefined, { due, attempt }: WaitingState): boolean {
  if (attempt === undefined || body === due || isSameBody(body, attempt.body)) {
    return false;
  }
  return due !== seen || holds(body, attempt.body);
}

/** Joins `given` to a comment that waits for a save already, so that both are said, each once. */
export function alsoSaying(waiting: string | undefined, given: string): string {
  if (waiting === undefined) {
    return given;
  }
  const isWaiting = isSameBody(waiting, given) || waiting.endsWith(`${separator}${given}`);
  return isWaiting ? waiting : `${waiting}${separator}${given}`;
}

/** Gives the part of `words` that was typed for something else than `given`: `alsoSaying` has put `given` behind it. */
export function besides(words: string, given: string): string {
  if (isSameBody(words, given)) {
    return "";
  }
  const behind = `${separator}${given}`;
  return words.endsWith(behind) ? words.slice(0, -behind.length) : words;
}

const separator = "\n\n";
