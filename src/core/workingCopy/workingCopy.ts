import { isDeepStrictEqual } from "node:util";
import { WriteQueue } from "../util/writeQueue.ts";
import { Confirmation, type ConfirmationDependencies } from "./confirmation.ts";
import type { DocumentKind, SaveManner } from "./documentKind.ts";
import {
  type Conflict,
  type CopyState,
  conflictIn,
  documentIn,
  isAdopted,
  isLeft,
  madeFrom,
  olderBase,
  rebasedIn,
  type Step,
  settlementIn,
  type TextOrigins,
  withDocument,
} from "./documentState.ts";
import { KeptState, type StateStore } from "./keptState.ts";
import type { DocumentKey, KindTypes, SaveOutcome, TextMerge, TogetherOutcome, Unite } from "./kindTypes.ts";
import { readBase, SaveProtocol } from "./saveProtocol.ts";
import { unsettledParts } from "./settlement.ts";
import { Transitions } from "./transitions.ts";
import { type Takeable, type TypedElsewhere, takeable } from "./typedElsewhere.ts";

/** Tells whether theirs took the place of a text. */
type TakenTheirs = "taken" | "notShown" | "nothingToTake";

/**
 * Holds everything about one resource while a document of it is open: one base, shared by all its documents, and what
 * is known of each.
 *
 * The base never moves behind a document: each document keeps the base its text was made from until it follows. Saves
 * are made one after another. No method touches a text; the caller applies what it is given.
 */
export class WorkingCopy<T extends KindTypes> {
  readonly kind: DocumentKind<T>;
  /** Holds the number of the resource. */
  readonly id: number;
  readonly #state: KeptState<T>;
  readonly #confirmation: Confirmation<T>;
  readonly #transitions: Transitions<T>;
  readonly #protocol: SaveProtocol<T>;
  readonly #queue: WriteQueue;
  readonly #renewals: ((base: T["base"]) => T["base"] | undefined)[] = [];

  /**
   * Makes a working copy. `dependencies` are for the reading after a save; without them nothing is read then. Whoever
   * writes the resource by other means has to do so in `queue`.
   */
  constructor(
    kind: DocumentKind<T>,
    id: number,
    store: StateStore<T>,
    dependencies?: ConfirmationDependencies<T>,
    queue = new WriteQueue(),
  ) {
    this.#queue = queue;
    this.kind = kind;
    this.id = id;
    this.#state = new KeptState(kind, id, store);
    this.#confirmation = new Confirmation(kind, this.#state, dependencies);
    this.#transitions = new Transitions(kind.rules);
    this.#protocol = new SaveProtocol(kind, this.#state, this.#confirmation);
  }

  /** The version that was read last; undefined until `restore`, `adopt` or `save` found one. */
  get base(): T["base"] | undefined {
    return this.#state.now.base;
  }

  /** Counts the saves that were stored: what was asked for before the last of them may be older than the base. */
  get storedCount(): number {
    return this.#state.now.storedCount;
  }

  /** Gives the conflict that `document` waits in; undefined when there is none. */
  conflictOf(document: DocumentKey): Conflict<T> | undefined {
    return conflictIn(this.#state.now, document);
  }

  /** Gives what is known of the text of `document` and not said in it. */
  contextOf(document: DocumentKey): TextOrigins<T> {
    const state = this.#state.now;
    return { base: state.base, madeFrom: olderBase(state, document), settlement: settlementIn(state, document) };
  }

  /** Tells whether `document` was left in a conflict that nobody was shown in this session: see `compare`. */
  isLeftInConflict(document: DocumentKey): boolean {
    return isLeft(this.#state.now, document);
  }

  /** Tells whether anything is watched in the text of `document`. */
  isSettling(document: DocumentKey): boolean {
    return settlementIn(this.#state.now, document) !== undefined;
  }

  /** Tells whether `noteText` is to be told of each change of its text. */
  isWatched(document: DocumentKey): boolean {
    return this.isSettling(document) || documentIn(this.#state.now, document).takenIn !== undefined;
  }

  /** Tells whether the text of `document` is made from an older base than the one held now. */
  isBehind(document: DocumentKey): boolean {
    return olderBase(this.#state.now, document) !== undefined;
  }

  /**
   * Gives the parts of `mine` that would put back a colleague's change without anybody having said so, or would store
   * the marks of a merge.
   */
  unsettled(document: DocumentKey, mine: T["mine"]): readonly T["unsettled"][] {
    const state = this.#state.now;
    if (state.base === undefined) {
      return [];
    }
    const shown = this.#pendingText(document, mine);
    const settlement = this.#transitions.settlementWith(state, document, mine, shown);
    return unsettledParts(this.kind.rules.settlement, settlement, state.base, shown);
  }

  /**
   * Gives what a plain save would store now, and on which condition. It is worked out as for a save, and nothing is
   * sent.
   */
  pending(
    document: DocumentKey,
    mine: T["mine"],
  ): { readonly change?: T["change"]; readonly condition?: T["condition"] } {
    const { base } = this.#state.now;
    if (base === undefined) {
      return {};
    }
    const change = this.kind.change(base, this.#pendingText(document, mine));
    return { change, condition: this.kind.conditionOn?.(base) };
  }

  /** Tells whether a plain save of `mine` would store nothing, since the base has all of it. */
  isStored(document: DocumentKey, mine: T["mine"]): boolean {
    return this.base !== undefined && this.pending(document, mine).change === undefined;
  }

  /** Takes up what was kept of an earlier session, unless something newer is held already. */
  restore(): Promise<void> {
    return this.#state.restore();
  }

  /** Reads the resource. Changes nothing here. Throws `ServiceError`. */
  read(signal: AbortSignal): Promise<T["base"]> {
    return readBase(this.kind, signal);
  }

  /**
   * Reads the version that a document is to show; gives undefined where that cannot be told. Changes nothing here.
   * Throws `ServiceError`.
   */
  open(signal: AbortSignal): Promise<T["base"] | undefined> {
    return this.kind.open(this.base, signal);
  }

  /**
   * Notes that `document` now shows exactly `base`, with nothing unsaved: any conflict of it is over. Gives false where
   * that is so already: the same was read again. Gives false too, and leaves the base, where more than `storedCount`
   * saves were stored by now: `base` may have been read before the last of them.
   */
  adopt(document: DocumentKey, base: T["base"], storedCount?: number): Promise<boolean> {
    return this.#queue.run(async () => {
      // Another document may have been restored with unsaved changes made from what was kept.
      await this.restore();
      if (storedCount !== undefined && storedCount !== this.storedCount) {
        void this.#state.apply(this.#transitions.followed(this.#state.now, document, base));
        return false;
      }
      if (isAdopted(this.#state.now, document, base)) {
        return false;
      }
      await this.#adoptNow(document, base);
      return true;
    });
  }

  async #adoptNow(document: DocumentKey, base: T["base"]): Promise<void> {
    await this.#protocol.recogniseIn(base);
    const found = this.#confirmation.judge(base);
    void this.#state.apply(this.#transitions.adopted(this.#state.now, document, found?.base ?? base));
    if (found) {
      this.#confirmation.tell(found);
    }
  }

  /**
   * Notes that `document` now shows `base`, which it was given after a save: any conflict of it is over. The base
   * itself may have moved on since.
   */
  follow(document: DocumentKey, base: T["base"]): void {
    void this.#state.apply(this.#transitions.followed(this.#state.now, document, base));
  }

  /**
   * Does the same as `follow` where `document` shows `base` in the place of unsaved changes, which were dropped or are
   * another document's now: until VS Code has taken that for saved, a crash brings them back.
   */
  letGo(document: DocumentKey, base: T["base"]): void {
    void this.#state.apply(this.#transitions.letGo(this.#state.now, document, base));
  }

  /**
   * Notes that a document was opened. One that was restored with unsaved changes, or was open before this session, is
   * made from what the earlier session knew, whatever has been read since. `restored` gives what a text with unsaved
   * changes says, once it can be read; undefined for any other. Throws where what was kept cannot be read now: then
   * `track` has to be called again before the text is saved.
   */
  async track(document: DocumentKey, restored?: () => T["mine"] | undefined): Promise<void> {
    if (documentIn(this.#state.now, document).isOpen) {
      return;
    }
    void this.#state.apply(this.#transitions.opened(this.#state.now, document));
    try {
      await this.restore();
    } catch (error) {
      this.untrack(document);
      throw error;
    }
    void this.#state.apply(this.#transitions.takenUp(this.#state.now, document, restored, this.#state.earlier));
  }

  /** Notes that a document was closed. While a save of it waits, what its text was made from stays known. */
  close(document: DocumentKey): void {
    void this.#state.apply(this.#transitions.closed(this.#state.now, document));
    void this.#forgetClosed(document);
  }

  async #forgetClosed(document: DocumentKey): Promise<void> {
    await this.idle();
    if (!documentIn(this.#state.now, document).isOpen) {
      this.untrack(document);
    }
  }

  /** Forgets all that is known of a document at once. */
  untrack(document: DocumentKey): void {
    void this.#state.apply(this.#transitions.forgotten(this.#state.now, document));
  }

  /**
   * Ends the working copy once its last document was closed: nothing is kept from here on, not even of a save still
   * under way.
   */
  release(): void {
    this.#state.release();
    this.stop();
  }

  /** Ends what is under way in the background. */
  stop(): void {
    this.#confirmation.stop();
  }

  /**
   * Notes that the person wrote `mine` in `document`, or came back to it by undoing or redoing. It is to be told of
   * every change while `isWatched`: the change may bring back a value from before a colleague's, be the decision about
   * one, or be written since theirs was taken in.
   */
  noteText(document: DocumentKey, mine: T["mine"], isUndo: boolean): void {
    void this.#state.apply(this.#transitions.textNoted(this.#state.now, document, mine, isUndo));
  }

  /**
   * Notes that the person said that `mine`, which the text says, is right for this part, whatever theirs is; with
   * `isOfMarks` that they said so of what stood between the marks of a merge.
   */
  chooseMine(document: DocumentKey, mine: T["mine"], key: T["key"], isOfMarks = false): void {
    void this.#state.apply(this.#transitions.mineChosen(this.#state.now, document, mine, key, isOfMarks));
  }

  /**
   * Merges theirs and mine: what only they changed is taken, and what only mine changed stays. Where both changed the
   * same, mine stays in the text, or both stand between marks in a long one, and `unsettled` names it. Theirs is the
   * base from here on, unless that has moved on since. Gives undefined when there is no conflict.
   *
   * `show` puts the merge into the text. Where it gives false, the text is still made from what it was made from.
   * Meanwhile no save of the resource goes on, so that `show` must not wait for one.
   */
  merge(document: DocumentKey, mine: T["mine"], show = isShown<T>): Promise<TextMerge<T> | undefined> {
    return this.#queue.run(async () => {
      const conflict = this.conflictOf(document);
      if (!conflict) {
        return undefined;
      }
      const { ancestor, theirs } = conflict;
      return this.#show(
        document,
        mine,
        (text) => this.kind.rules.merge(ancestor, text, theirs, "marked"),
        (state, text, shown) => this.#transitions.theirsAccepted(state, document, text, conflict, shown),
        show,
      );
    });
  }

  /**
   * Has `show` replace the text with theirs, which is the base once it is shown; where it is not, everything stays as
   * it was. `mine` is what the text said before. Meanwhile no save of the resource goes on, so `show` must not wait for
   * one.
   */
  takeTheirs(
    document: DocumentKey,
    mine: T["mine"],
    show: (theirs: T["base"]) => PromiseLike<boolean>,
  ): Promise<TakenTheirs> {
    return this.#queue.run(async () => {
      const conflict = this.conflictOf(document);
      const theirs: T["base"] | undefined = conflict?.theirs ?? this.base;
      const isWaiting = conflict || this.isSettling(document) || this.unsettled(document, mine).length > 0;
      if (theirs === undefined || !isWaiting) {
        return "nothingToTake";
      }
      if (!(await show(theirs))) {
        return "notShown";
      }
      const shown = this.kind.rules.textOf(theirs);
      void this.#state.apply(
        conflict
          ? this.#transitions.theirsAccepted(this.#state.now, document, mine, conflict, shown)
          : this.#transitions.broughtToBase(this.#state.now, document, mine, shown),
      );
      return "taken";
    });
  }

  /**
   * Reads theirs and opens the conflict that a save would be refused for, before there is one. Sends nothing; a
   * conflict leaves the base as it is. Gives false where nothing is to be decided: theirs is the base, or says what
   * `mine` says. `mine` is undefined while the text cannot be read.
   *
   * @throws ServiceError when theirs cannot be read.
   */
  compare(document: DocumentKey, mine: T["mine"] | undefined, signal: AbortSignal): Promise<boolean> {
    return this.#queue.run(async () => {
      await this.restore();
      await this.#protocol.recognise(signal);
      const read = await this.read(signal);
      const theirs: T["base"] = this.#confirmation.take(read) ?? read;
      const state = this.#state.now;
      const conflict = conflictIn(state, document);
      const { decision, origin } = documentIn(state, document);
      const isKnown = decision.kind === "none" && origin.kind !== "unknown";
      const rebased = mine === undefined ? undefined : rebasedIn(this.kind.rules, state, document, mine);
      const isClashing = rebased !== undefined && rebased.conflicts.length > 0;
      const isUnmoved = isKnown && !isClashing && state.base !== undefined && this.kind.isUnmoved(state.base, theirs);
      const saysTheirs = mine !== undefined && this.kind.change(theirs, mine) === undefined;
      if (isUnmoved || saysTheirs) {
        void this.#state.apply(this.#transitions.nothingLeft(state, document));
      } else {
        const ancestor = conflict ? conflict.ancestor : madeFrom(state, document);
        void this.#state.apply(this.#transitions.conflictMet(state, document, { ancestor, theirs }));
      }
      return this.conflictOf(document) !== undefined;
    });
  }

  /**
   * Stores what `mine` changes, on the condition of the base, or after a comparison with it; with `keepMine` over the
   * version of theirs that was shown, on the condition of that version.
   *
   * @throws ServiceError when the service refuses or cannot be reached: the base stays, the document stays dirty.
   */
  save(
    document: DocumentKey,
    mine: T["mine"],
    how: SaveManner,
    signal: AbortSignal,
    encode?: T["encode"],
  ): Promise<SaveOutcome<T>> {
    return this.#saving(() => this.#protocol.save({ document, mine, signal, encode }, how));
  }

  /**
   * Stores `mine`, the text of `writer`, which is no document, over the version that `look` gives for the base. Where
   * that version `isOther` than the one `mine` was made for, nothing is stored: that is a conflict. From the look to
   * the PUT nothing else becomes the base, whoever reads the resource meanwhile.
   *
   * @throws ServiceError as `save`.
   */
  saveOver(
    writer: DocumentKey,
    mine: T["mine"],
    look: (base: T["base"] | undefined) => Promise<{ readonly now: T["base"]; readonly isOther: boolean }>,
    signal: AbortSignal,
  ): Promise<SaveOutcome<T>> {
    return this.#saving(async () => {
      try {
        const { now, isOther } = await look(this.base);
        if (isOther) {
          return { kind: "conflict", theirs: now, reason: "changedMeanwhile" };
        }
        await this.#adoptNow(writer, now);
        return await this.#protocol.save({ document: writer, mine, signal, encode: undefined }, "plain");
      } finally {
        this.untrack(writer);
      }
    });
  }

  /**
   * Stores in one PUT what the texts of several documents change, as the one text of `writer` that `unite` makes of
   * them. Only «saved» and «unchanged» mean that the service has all of it: each document is then behind the base
   * until it is rebased. After a conflict each of them waits in it.
   *
   * @throws ServiceError as `save`.
   */
  saveTogether(
    writer: DocumentKey,
    texts: ReadonlyMap<DocumentKey, T["mine"]>,
    unite: Unite<T>,
    signal: AbortSignal,
    encode?: T["encode"],
  ): Promise<TogetherOutcome<T>> {
    return this.#saving(async () => {
      const request = { document: writer, signal, encode };
      const requests = [...texts].map(([document, mine]) => ({ ...request, document, mine }));
      try {
        return await this.#protocol.saveTogether(requests, request, unite);
      } finally {
        this.untrack(writer);
      }
    });
  }

  /**
   * Notes that something which changed no value gave the resource another version: `renewed` makes the new base of the
   * one there is, or gives undefined where that is not the version from before.
   */
  renew(renewed: (base: T["base"]) => T["base"] | undefined): Promise<void> {
    this.#renewals.push(renewed);
    return this.#queue.run(() => this.#renewNow());
  }

  async #renewNow(): Promise<void> {
    await this.restore();
    for (const renewed of this.#renewals.splice(0)) {
      void this.#state.apply(this.#transitions.renewed(this.#state.now, renewed));
    }
  }

  #saving<R>(save: () => Promise<R>): Promise<R> {
    return this.#queue.run(async () => {
      // A save that was asked for before the resource got another version demands that version all the same.
      await this.#renewNow();
      this.#confirmation.cancel();
      try {
        return await save();
      } finally {
        this.#confirmation.schedule();
      }
    });
  }

  /**
   * Merges the base, which another document's save has moved on, into the text of `document`: that is to show the new
   * base with its own unsaved changes. What both changed stays made from the older base, as nobody has asked for a
   * merge, and the text's save finds the conflict. Gives undefined where there is nothing to take: the text shows the
   * base, waits in a conflict, or clashes with all that is new. `show` is as with `merge`.
   */
  rebase(document: DocumentKey, mine: T["mine"], show = isShown<T>): Promise<TextMerge<T> | undefined> {
    return this.#queue.run(async () => {
      const [older, base] = [olderBase(this.#state.now, document), this.base];
      const { decision } = documentIn(this.#state.now, document);
      if (older === undefined || base === undefined || decision.kind !== "none") {
        return undefined;
      }
      const { merge, differs } = this.kind.rules;
      let made: T["base"] = base;
      const mergeOf = (text: T["mine"]) => {
        const found: T["merge"] = merge(older, text, base);
        made = this.#withOlder(base, older, found.conflicts as readonly T["key"][]);
        return made === base ? found : merge(older, text, made);
      };
      mergeOf(mine);
      if (made !== base && !differs(older, made)) {
        return undefined;
      }
      return this.#show(
        document,
        mine,
        mergeOf,
        (state, text, shown) => this.#transitions.broughtTo(state, document, text, shown, made),
        show,
      );
    });
  }

  /** Gives `base` with those parts as they are in `older`, or `older` where that lacks one of them. */
  #withOlder(base: T["base"], older: T["base"], keys: readonly T["key"][]): T["base"] {
    const { withPart } = this.kind.rules;
    const withAll = (of: T["base"] | undefined, key: T["key"]) => of && withPart(of, older, key);
    return keys.reduce<T["base"] | undefined>(withAll, base) ?? older;
  }

  /** Gives what `document`, which says `said`, can take of words that were typed elsewhere. Changes nothing. */
  takeable(document: DocumentKey, said: T["mine"], typed: TypedElsewhere<T>): Takeable<T> {
    return takeable(this.kind.rules, this.#state.now, document, said, typed);
  }

  /**
   * Notes that `document` is about to say `shown`, with what it can take of words that were typed elsewhere: its save
   * merges them with what the base has made of the same parts, or meets a conflict. Nothing may be under way (`idle`).
   */
  takeTyped(document: DocumentKey, shown: T["mine"], { moved }: Takeable<T>, { over }: TypedElsewhere<T>): void {
    void this.#state.apply(this.#transitions.typedTakenIn(this.#state.now, document, shown, moved, over));
  }

  /**
   * Has `to` take the place of `from`, with its text `mine`, the base that this is made from and what is to be settled
   * in it. A conflict is met again at the next save, since theirs was never shown beside `to`.
   */
  handOver(from: DocumentKey, to: DocumentKey, mine: T["mine"]): void {
    void this.#state.apply(this.#transitions.handedOver(this.#state.now, from, to, mine));
  }

  /** Resolves once nothing is under way: what is asked for next is done at once, with the text as it is then. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /**
   * Gives what `read` finds once all that was saved from here is on the service, so that nothing older takes its place.
   */
  async readAfterSaves(read: () => Promise<T["base"]>): Promise<T["base"]> {
    for (;;) {
      await this.idle();
      const before = this.storedCount;
      const base: T["base"] = await read();
      if (this.storedCount === before) {
        return base;
      }
    }
  }

  /**
   * Has `show` put the merge into the text that `mergeOf` makes of it; `taken` gives what is known then. Where the
   * person typed before it got there, all is made again for what they typed: that was typed over the text from before
   * the merge, and says nothing about what the merge brings.
   */
  async #show(
    document: DocumentKey,
    mine: T["mine"],
    mergeOf: (text: T["mine"]) => T["merge"],
    taken: (state: CopyState<T>, text: T["mine"], shown: T["mine"]) => Step<T>,
    show: (merge: TextMerge<T>) => PromiseLike<boolean>,
  ): Promise<TextMerge<T>> {
    const before = this.#state.now;
    const mergeNow = (text: T["mine"]) => {
      const merge: T["merge"] = mergeOf(text);
      const { isOpen } = documentIn(this.#state.now, document);
      const state = withDocument(this.#state.now, document, { ...documentIn(before, document), isOpen });
      void this.#state.apply(taken(state, text, this.kind.rules.mergedText(merge)));
      return { text, merge };
    };
    let last = mergeNow(mine);
    const again = (text: T["mine"]) => {
      last = isDeepStrictEqual(text, last.text) ? last : mergeNow(text);
      return last.merge;
    };
    if (!(await show({ ...last.merge, again }))) {
      void this.#state.apply(this.#transitions.notTakenIn(this.#state.now, document, before));
    }
    return { ...last.merge, again };
  }

  #pendingText(document: DocumentKey, mine: T["mine"]): T["mine"] {
    const rebased = rebasedIn(this.kind.rules, this.#state.now, document, mine);
    return rebased ? this.kind.rules.mergedText(rebased) : mine;
  }
}

/** Stands in for `show` where the text of the caller cannot refuse a merge. */
async function isShown<T extends KindTypes>(_: TextMerge<T>): Promise<boolean> {
  return true;
}
