import { type CarriedComment, type HistoryMark, isHistoryMark } from "../model/artifactService.ts";
import { isJsonObject } from "../model/json.ts";
import { isText, shapeOf } from "../model/shape.ts";
import { WriteQueues } from "../util/writeQueue.ts";
import type { DraftForm } from "../windows/draftFolder.ts";
import { DraftRecord } from "../windows/draftRecord.ts";
import type { DraftStore, SentOnce } from "../windows/draftStore.ts";
import type { DocumentKey } from "../workingCopy/kindTypes.ts";
import { isSameBody } from "./commentHistory.ts";

/** What is kept of the comment for the save of a document. As far as is known, the comment is not on the service. */
export interface PendingState extends SentOnce {
  /** These words go with the next save that stores something. */
  readonly due?: string;
  /** These words were typed, or did not go with a save: they are offered when a comment is asked for again. */
  readonly offered?: string;
  /** The words that were sent last, these or earlier ones; nobody knows whether they arrived. */
  readonly attempt?: { readonly body: string; readonly mark: HistoryMark };
}

/** A comment that did not go with a save. */
export interface LeftComment {
  readonly body: string;
  /**
   * The reason:
   * - `nothingStored`: nothing was left to be stored
   * - `inDoubt`: it was sent before, and nobody can say whether it arrived
   * - `otherAddress`: it was given for a save at another address than its connection leads to now
   * - `elsewhere`: another window has it
   */
  readonly why: "nothingStored" | "inDoubt" | "otherAddress" | "elsewhere";
}

/** The form of comments that wait for a save. */
export const pendingForm: DraftForm<PendingState> = {
  isState: (value): value is PendingState =>
    isJsonObject(value) &&
    typeof value.id === "string" &&
    (value.due === undefined || typeof value.due === "string") &&
    (value.offered === undefined || typeof value.offered === "string"),
  isAttempt: (value) => isAttempt(value),
  // Nobody can say whether the comment has arrived.
  lostAttempt: (_, state) => ({ body: state?.due ?? "", mark: {} }),
};

type PendingAttempt = NonNullable<PendingState["attempt"]>;
const isAttempt = shapeOf<PendingAttempt>({ body: isText, mark: isHistoryMark });

/** The places where comments for saves are kept. */
export interface PendingStores {
  /** Gives the store that all windows share of the comment for the save of a document. */
  of(document: DocumentKey): DraftStore<PendingState>;
  /**
   * Keeps words to be offered that were typed or given while another window had the comment: only that window keeps
   * what is shared. These words are of this window, and of the one that takes its place.
   */
  readonly apart: {
    /** Gives the words; throws where nobody can tell now whether there are any. */
    read(document: DocumentKey): Promise<string | undefined>;
    write(document: DocumentKey, words: string): Promise<void>;
    remove(document: DocumentKey): Promise<void>;
  };
}

interface Pending {
  readonly store: DraftStore<PendingState>;
  readonly record: DraftRecord<PendingState>;
  /** The comment was given here, or belongs to a text that was restored here: else it is of another window's text. */
  isMine: boolean;
}

/** Gives what is known without the comment of another window's text. */
function oursIn({ record: { state }, isMine }: Pending): PendingState | undefined {
  return state?.due !== undefined && !isMine ? { ...state, due: undefined, attempt: undefined } : state;
}

/** Gives the comment that waits for a save here, and none of another window's text or for another address. */
function waitingOf(pending: Pending | undefined): Pick<PendingState, "due" | "attempt"> {
  const { due, attempt } = (pending && oursIn(pending)) ?? {};
  const waits = pending?.record.otherAddress === undefined && due !== undefined;
  return waits ? { due, ...(attempt && { attempt }) } : {};
}

/**
 * Keeps comments that wait for a save, by document, even over a restart. Windows that show the same unsaved text share
 * what is kept of its comment: the window that was given it sends it, and reads before that what became of it.
 */
export class PendingComments {
  readonly #stores: PendingStores;
  readonly #onDidSay: (document: DocumentKey) => void;
  /** The comments that were given, typed or restored in this window. */
  readonly #pending = new Map<DocumentKey, Pending>();
  readonly #queues = new WriteQueues<DocumentKey>();
  /** The words that were typed and are not kept yet. */
  readonly #typed = new Map<DocumentKey, string>();
  /** The words that are kept apart, which a full disk may not have taken. */
  readonly #apart = new Map<DocumentKey, string>();

  /** `onDidSay` is called for each comment that has arrived. */
  constructor(stores: PendingStores, onDidSay: (document: DocumentKey) => void) {
    this.#stores = stores;
    this.#onDidSay = onDidSay;
  }

  /** Takes up the comment that still waits for the save of a document which was restored with unsaved changes. */
  takeUp(document: DocumentKey): Promise<void> {
    return this.#queues.run(document, async () => {
      if (!this.#pending.has(document) && (await this.#isDueOnDisk(document))) {
        (await this.#begin(document)).isMine = true;
      }
    });
  }

  /** Gives what waits for a save of the document here, and the words to be offered where a comment is asked for. */
  get(document: DocumentKey): Promise<Pick<PendingState, "due" | "offered" | "attempt">> {
    return this.#queues.run(document, async () => {
      const known = this.#pending.get(document);
      const { due, offered } = known?.record.state ?? {};
      // Another window may have left words since this one last looked.
      const left = known?.isMine ? undefined : (await this.#stores.of(document).read())?.offered;
      // The words of a comment for another address are only offered.
      const kept = bothOf(known?.record.otherAddress === undefined ? undefined : due, bothOf(left, offered));
      const words = bothOf(kept, await this.#wordsApart(document));
      return { ...waitingOf(known), ...(words !== undefined && { offered: words }) };
    });
  }

  /** Gives what waits for a save of the document here, without the words to be offered: the disk is not asked. */
  waiting(document: DocumentKey): Promise<Pick<PendingState, "due" | "attempt">> {
    return this.#queues.run(document, async () => waitingOf(this.#pending.get(document)));
  }

  /** Notes what was typed so far where a comment is asked for. */
  note(document: DocumentKey, offered: string): void {
    const isWaiting = this.#typed.has(document);
    this.#typed.set(document, offered);
    if (!isWaiting) {
      const keeping = this.#queues.run(document, async () => {
        const pending = await this.#held(document);
        const latest = this.#typed.get(document);
        this.#typed.delete(document);
        await this.#offer(document, pending, latest);
      });
      // Nothing can be read now, as the store was told; what is typed next is kept once it can be.
      keeping.catch(() => this.#typed.delete(document));
    }
  }

  /**
   * Has the comment go with the next save of the document that stores something. It gives false where another window
   * has one for the document, which alone can send it: then the comment is offered when one is asked for again. `seen`
   * is the comment that it stands for, too, where that may be another one by now, whose words are offered then.
   */
  give(document: DocumentKey, due: string, seen?: string): Promise<boolean> {
    return this.#queues.run(document, async () => {
      const known = this.#pending.get(document);
      const before = seen ?? (known && oursIn(known)?.due);
      const pending = await this.#free(document);
      if (!pending) {
        await this.#offer(document, await this.#held(document), bothOf(await this.#wordsApart(document), due));
        return false;
      }
      const { due: found, offered: kept } = pending.record.state ?? {};
      const rest = bothOf(kept, await this.#wordsApart(document));
      // A comment that a closed window has left was not given for this save: its words are kept as an offer.
      const theirs = found === before ? undefined : found;
      const offered = bothOf(unlessIn(due, theirs), unlessIn(due, rest));
      pending.isMine = true;
      await this.#change(pending, { due, offered: unlessIn(due, bothOf(theirs, rest)) && offered });
      await this.#removeApart(document);
      return true;
    });
  }

  /** Withdraws the comment, as the save is not to be made any more: it is offered when one is asked for again. */
  async withdraw(document: DocumentKey): Promise<void> {
    if (this.#pending.has(document)) {
      await this.#queues.run(document, () => this.#withdraw(this.#pending.get(document)));
    }
  }

  /** Withdraws the comment of a document that opens with nothing unsaved: what it was given for was dropped before. */
  withdrawLeft(document: DocumentKey): Promise<void> {
    return this.#queues.run(document, async () => {
      const known = this.#pending.get(document);
      if (known) {
        await this.#withdraw(known);
      } else if (await this.#isDueOnDisk(document)) {
        const left = await this.#begin(document);
        left.isMine = true;
        await this.#withdraw(left);
        this.#pending.delete(document);
      }
    });
  }

  /**
   * Moves the comment with the unsaved changes, which were those of `from` and are those of `to` now. One that no save
   * here may send, and one for `to` where another window has one, are offered where one is asked for `to`.
   */
  async move(from: DocumentKey, to: DocumentKey): Promise<void> {
    const state = await this.#queues.run(from, async () => {
      const taken = await this.#take(from);
      const found = taken && oursIn(taken);
      // It waits in one place, should this window end in between: it would be sent from both.
      await this.#withdraw(taken);
      return found;
    });
    // Words that were only typed take no comment's place that another window's text has there.
    const isMoved =
      state !== undefined &&
      (state.due ?? state.attempt) !== undefined &&
      (await this.#queues.run(to, async () => {
        const pending = await this.#free(to);
        const { due: found, offered: typed, attempt } = pending?.record.state ?? {};
        const { due } = state;
        const offered = bothOf(bothOf(found, typed), state.offered);
        // The store keeps one attempt alone, so the one before goes first.
        await (pending?.record.state && attempt && pending.record.keep(withoutAttempt(pending.record.state)));
        if (pending) {
          pending.isMine = true;
          await this.#change(pending, { due, offered, attempt: state.attempt });
        }
        return pending !== undefined;
      }));
    const known = this.#pending.get(from);
    const ours = known && !known.record.isElsewhere ? oursIn(known) : undefined;
    await this.#moveApart(from, to, isMoved ? undefined : bothOf(ours?.due, ours?.offered));
    await (ours && this.remove(from));
  }

  /** Removes what this window has for a document that was closed: nobody wants it any more. */
  async remove(document: DocumentKey): Promise<void> {
    if (this.#pending.has(document)) {
      await this.#queues.run(document, async () => {
        const known = this.#pending.get(document);
        this.#pending.delete(document);
        await this.#removeApart(document);
        const due = known && oursIn(known)?.due;
        await known?.store.hold(false);
        const isOwn = (await known?.store.read())?.due === due;
        await (isOwn ? known?.record.discard() : known?.store.release());
      });
    }
  }

  /** Removes what is kept for a document, by an earlier session, too, unless another window has it. */
  async forget(document: DocumentKey): Promise<void> {
    await this.takeUp(document);
    await this.remove(document);
  }

  /** Drops the withdrawn comment `said`, which went with another document's. What else was typed stays. */
  async drop(document: DocumentKey, said: string): Promise<void> {
    if (this.#pending.has(document)) {
      await this.#queues.run(document, async () => {
        const pending = await this.#held(document);
        await this.#noteOver(document, pending, said, pending.record.state?.due);
      });
    }
  }

  /** Removes what this window has for all documents that `isMeant`. */
  removeAll(isMeant: (document: DocumentKey) => boolean): void {
    for (const document of [...this.#pending.keys()].filter(isMeant)) {
      const known = this.#pending.get(document);
      this.#pending.delete(document);
      void this.#queues.run(document, async () => {
        await this.#removeApart(document);
        await known?.record.discard();
      });
    }
  }

  /** Gives the comment that goes with a save of the document now. One that another window has does not. */
  due(document: DocumentKey): Promise<CarriedComment | undefined> {
    return this.#queues.run(document, async () => {
      const known = await this.#take(document);
      const body = known && oursIn(known)?.due;
      return known && body !== undefined ? this.#carried(document, known, body) : undefined;
    });
  }

  /**
   * Gives the comment that did not go with a save which left nothing unsaved, and the reason; undefined where there is
   * none. `hasArrived` is asked of a comment in doubt, and gives undefined where nobody can tell.
   */
  async left(
    document: DocumentKey,
    hasArrived: (body: string, mark: HistoryMark) => Promise<boolean | undefined>,
  ): Promise<LeftComment | undefined> {
    const comment = await this.due(document);
    if (!comment) {
      return await this.#keptApart(document);
    }
    const isSaid = comment.doubt ? await hasArrived(comment.body, comment.doubt) : false;
    if (isSaid) {
      comment.noteSaid();
      return undefined;
    }
    if ((await this.waiting(document)).due !== comment.body) {
      // Another save has found it meanwhile, or the person has withdrawn it or given another one.
      return undefined;
    }
    if (comment.doubt?.count === undefined) {
      // Who gives it again was told that nobody can say whether it has arrived.
      comment.noteUnknowable();
    }
    await this.withdraw(document);
    return { body: comment.body, why: isSaid === undefined ? "inDoubt" : "nothingStored" };
  }

  /** Gives the comment for the document that no save here may send now. One for another address is withdrawn. */
  #keptApart(document: DocumentKey): Promise<LeftComment | undefined> {
    return this.#queues.run(document, async () => {
      const known = this.#pending.get(document);
      const { due: body } = (known ? known.record.state : await this.#stores.of(document).read()) ?? {};
      if (body === undefined) {
        return undefined;
      }
      if (!known?.isMine || !known.record.otherAddress) {
        return { body, why: "elsewhere" };
      }
      await this.#withdraw(known);
      return { body, why: "otherAddress" };
    });
  }

  #carried(document: DocumentKey, pending: Pending, body: string): CarriedComment {
    const { record } = pending;
    const id = record.state?.id;
    // Words that were given anew at another address are another comment, even if they are the same.
    const now = () => (record.state?.id === id && record.state?.due === body ? record.state : undefined);
    const doubtNow = () => {
      const { attempt } = now() ?? {};
      // An attempt with other words leaves no doubt about these.
      return attempt && isSameBody(attempt.body, body) ? attempt.mark : undefined;
    };
    const inTurn = <V>(work: (state: PendingState) => Promise<V>): Promise<V | undefined> =>
      this.#queues.run(document, async () => {
        const state = now();
        return state === undefined ? undefined : await work(state);
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
      noteSending: async (mark) => {
        const begun = await inTurn(async (state) => doubtNow() !== undefined || record.begin(state.id, { body, mark }));
        return begun === undefined ? "withdrawn" : begun ? "begun" : "doubted";
      },
      noteNotSent: () => void inTurn((state) => record.keep(withoutAttempt(state))),
      noteUnknowable: () =>
        void inTurn(({ offered }) =>
          this.#change(pending, { due: undefined, attempt: undefined, offered: bothOf(body, offered) }),
        ),
      noteSaid: () => {
        isSaid = true;
        void inTurn(() => this.#noteOver(document, pending, body, undefined));
        this.#onDidSay(document);
      },
    };
  }

  /** Keeps what is left once `said` is on the service: the comment that still waits, and what was typed besides. */
  async #noteOver(document: DocumentKey, pending: Pending, said: string, due: string | undefined): Promise<void> {
    const offered = unlessIn(said, pending.record.state?.offered);
    if (due === undefined && offered === undefined) {
      this.#pending.delete(document);
      await pending.record.discard();
    } else {
      await this.#change(pending, due === undefined ? { due, attempt: undefined, offered } : { offered });
    }
  }

  /** Gives what this window may send of the document, as it is on the disk. */
  async #take(document: DocumentKey): Promise<Pending | undefined> {
    const known = this.#pending.get(document);
    const due = known?.record.state?.due;
    const denial = await known?.record.denial();
    if (known && !denial && known.record.state?.due !== due) {
      // Another window was given a comment while this one hung, and has closed since.
      known.isMine = false;
    }
    if (denial === "over") {
      this.#pending.delete(document);
    } else if (known && (!denial || !known.isMine)) {
      await this.#releaseUnlessDue(known);
    }
    return denial ? undefined : known;
  }

  /** Takes up what is kept of the document, unless another window may have it; else begins anew. */
  async #begin(document: DocumentKey): Promise<Pending> {
    const store = this.#stores.of(document);
    const pending = { store, record: new DraftRecord(store), isMine: false };
    this.#pending.set(document, pending);
    try {
      await pending.record.restore();
    } catch (error) {
      // A later call tries again: what cannot be read now may be read then.
      this.#pending.delete(document);
      throw error;
    }
    return pending;
  }

  /** Gives the record for a comment that this window sends; undefined where another window has one for the document. */
  async #free(document: DocumentKey): Promise<Pending | undefined> {
    const known = this.#pending.get(document) ?? (await this.#begin(document));
    const denial = await known.record.denial();
    if (denial === "elsewhere") {
      return undefined;
    }
    if (denial === "otherAddress") {
      // A comment that waits for a save at another address goes with none here: its words are kept.
      const offered = bothOf(known.record.state?.due, known.record.state?.offered);
      await known.record.moveHere(known.store.address, offered === undefined ? {} : { offered });
    } else if (denial) {
      // A record that is over tells nothing of the next one.
      this.#pending.delete(document);
      return await this.#free(document);
    }
    return known;
  }

  /**
   * Gives what is known of the document, with what other windows have made of it since this one last had its comment.
   */
  async #held(document: DocumentKey): Promise<Pending> {
    const known = this.#pending.get(document);
    if (!known) {
      return this.#begin(document);
    }
    if (!known.isMine || known.record.state?.due === undefined) {
      await known.record.restore();
    }
    return known;
  }

  /** Has the words offered where a comment is asked for next. */
  async #offer(document: DocumentKey, pending: Pending, words: string | undefined): Promise<void> {
    if (pending.record.isElsewhere && words !== undefined) {
      await this.#keepApart(document, words);
    } else {
      await this.#change(pending, { offered: words });
      await this.#removeApart(document);
    }
  }

  async #wordsApart(document: DocumentKey): Promise<string | undefined> {
    return this.#apart.get(document) ?? (await this.#stores.apart.read(document));
  }

  async #keepApart(document: DocumentKey, words: string): Promise<void> {
    this.#apart.set(document, words);
    await this.#stores.apart.write(document, words);
  }

  /** Moves the words that are kept apart, and those of a comment that could not be moved. */
  async #moveApart(from: DocumentKey, to: DocumentKey, left: string | undefined): Promise<void> {
    const words = bothOf(left, await this.#queues.run(from, () => this.#wordsApart(from)));
    if (words !== undefined) {
      await this.#queues.run(to, async () => this.#keepApart(to, bothOf(await this.#wordsApart(to), words) ?? words));
      await this.#queues.run(from, () => this.#removeApart(from));
    }
  }

  async #removeApart(document: DocumentKey): Promise<void> {
    this.#apart.delete(document);
    await this.#stores.apart.remove(document);
  }

  async #withdraw(pending: Pending | undefined): Promise<void> {
    const { due, offered } = pending?.record.state ?? {};
    if (pending?.isMine && due !== undefined) {
      await this.#change(pending, { due: undefined, offered: bothOf(due, offered) });
    }
  }

  async #change(pending: Pending, change: Partial<PendingState>): Promise<void> {
    const { record } = pending;
    await (record.state && record.keep({ ...record.state, ...change }));
    await this.#releaseUnlessDue(pending);
  }

  /**
   * Lets go of a comment that goes with no save: another window may be given one. Where the disk was too full to take
   * that it goes with none, only this window knows it, and goes on holding the comment.
   */
  async #releaseUnlessDue(pending: Pending): Promise<void> {
    const { record, store, isMine } = pending;
    const { state } = record;
    if (!isMine) {
      await store.release();
      return;
    }
    if (state?.due !== undefined) {
      return;
    }
    const isDue = () => isDueIn(store).catch(() => true);
    let isHeld = await isDue();
    if (isHeld && state) {
      await record.keep(state);
      isHeld = await isDue();
    }
    pending.isMine = isHeld;
    await (isHeld || store.release());
  }

  #isDueOnDisk(document: DocumentKey): Promise<boolean> {
    return isDueIn(this.#stores.of(document));
  }
}

async function isDueIn(store: DraftStore<PendingState>): Promise<boolean> {
  return (await store.read())?.due !== undefined;
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
export function isHeldByDoubt(
  body: string,
  seen: string | undefined,
  { due, attempt }: Pick<PendingState, "due" | "attempt">,
): boolean {
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

function withoutAttempt({ attempt: _, ...state }: PendingState): PendingState {
  return state;
}
