import { isDeepStrictEqual } from "node:util";
import type { KindRules, StoredChange, Unanswered } from "./documentKind.ts";
import {
  type Conflict,
  type CopyState,
  conflictIn,
  documentIn,
  emptyState,
  isOvertaken,
  madeFrom,
  type Origin,
  olderBase,
  type Settling,
  type Step,
  settlementIn,
  type TakenIn,
  withBase,
  withDocument,
} from "./documentState.ts";
import { restored as restoredState, type SavedState } from "./keptState.ts";
import type { DocumentKey, KindTypes } from "./kindTypes.ts";
import {
  agreedParts,
  type BaseMove,
  chooseMine,
  noteChange,
  type Settlement,
  type StoredPart,
  settle,
  takenOver,
  takenUpWith,
  type Watched,
} from "./settlement.ts";
import { isFromBefore, mergeIn, originBefore, sayingNow, takenInBy, takenInBySaving } from "./takenIn.ts";

const current = { kind: "current" } as const;
const undecided = { kind: "none" } as const;
const left = { kind: "left" } as const;

/** Holds what was stored of a text. */
interface StoredText<T extends KindTypes> {
  readonly parts: readonly StoredPart<T>[];
  readonly noted?: StoredChange<T>;
}

/** A text that is made from another base from here on. */
interface TextMove<T extends KindTypes> {
  /** Holds what the text said when the base was asked for. */
  readonly mine: T["mine"];
  /** Holds what the text says now. */
  readonly said: T["mine"];
  readonly base: T["base"];
  readonly stored?: StoredText<T>;
  readonly takenIn?: TakenIn<T> | undefined;
}

function kept<T extends KindTypes>(state: CopyState<T>, stored?: StoredChange<T>): Step<T> {
  return { state, isKept: true, stored };
}

function unkept<T extends KindTypes>(state: CopyState<T>): Step<T> {
  return { state, isKept: false };
}

/**
 * Has a method for each event that can happen to the documents of a resource. Each takes the state and the event, and
 * gives the state after it and what is to be done then. None waits for anything.
 */
export class Transitions<T extends KindTypes> {
  readonly #rules: KindRules<T>;

  constructor(rules: KindRules<T>) {
    this.#rules = rules;
  }

  /** Notes that a document was opened in the editor. */
  opened(state: CopyState<T>, document: DocumentKey): Step<T> {
    return unkept(withDocument(state, document, { isOpen: true }));
  }

  /**
   * Takes up a document that was opened. It is made from what the `earlier` session knew, whatever has been read since,
   * where it was `restored` with unsaved changes or was not given its text in this session.
   */
  takenUp(
    now: CopyState<T>,
    document: DocumentKey,
    restored: (() => T["mine"] | undefined) | undefined,
    earlier: SavedState<T> | undefined,
  ): Step<T> {
    // What a document was given says nothing of a restored text, nor does what became of that since.
    const before = restored && documentIn(now, document).isGiven ? asLeft(now, document, earlier) : now;
    const { isOpen, isGiven, origin, settling } = documentIn(before, document);
    const merge = earlier && mergeIn(earlier, document);
    // Another document may have found out already what became of the PUT.
    const { [document]: sent } = earlier?.unanswered?.texts ?? {};
    const mine = isOpen && restored && (merge || settling || sent !== undefined) ? restored() : undefined;
    const target: T["base"] | undefined = earlier?.unanswered?.target;
    if (earlier && sent !== undefined && mine !== undefined && isFromBefore(this.#rules, target, sent, mine)) {
      // If the document counted as made from what the PUT has stored, its older text would replace the newer words
      // there.
      const { unanswered: _, ...known } = earlier;
      const { origin: madeFrom } = documentIn(restoredState(emptyState<T>(), known), document);
      // It was not stored, and what was stored may have been taken back: that is looked for, for this text, too.
      const { nothing, differs } = this.#rules;
      const unanswered = before.unanswered && withTextOf(before.unanswered, document, document, nothing);
      // Where another document has found it stored already, nobody looks for it any more.
      const isFound = unanswered?.texts[document] === undefined && differs(target, before.base);
      const decision = isFound ? left : documentIn(before, document).decision;
      const state = { ...withDocument(before, document, { origin: madeFrom, decision }), unanswered };
      return kept(this.takenUp(state, document, restored, known).state);
    }
    const state =
      settling && mine !== undefined && before.base !== undefined
        ? withDocument(before, document, {
            settling: this.#takenUp(settling, before.base, mine, merge?.takenIn),
          })
        : before;
    const older = isOpen && merge && restored ? originBefore(this.#rules, merge, mine) : undefined;
    if (older) {
      return kept(withDocument(state, document, { origin: older }));
    }
    if (!isOpen || isGiven || origin.kind !== "current") {
      return unkept(state);
    }
    const base: T["base"] | undefined = earlier?.shown?.[document] ?? earlier?.base;
    if (base !== undefined && base !== state.base) {
      return kept(withDocument(state, document, { origin: { kind: "behind", base } }));
    }
    return base === undefined ? kept(withDocument(state, document, { origin: { kind: "unknown" } })) : unkept(state);
  }

  /**
   * Notes that the last merge, which was made in the state `before`, did not get into the text: the text is made from
   * what it was made from then. What was typed meanwhile is from after an earlier merge.
   */
  notTakenIn(state: CopyState<T>, document: DocumentKey, before: CopyState<T>): Step<T> {
    const older: T["base"] | undefined = madeFrom(before, document);
    const { takenIn: earlier } = documentIn(before, document);
    const typed = documentIn(state, document).settling?.text;
    const isNoted = earlier !== undefined && older !== undefined && typed !== undefined;
    const takenIn = isNoted ? sayingNow(this.#rules, earlier, older, typed) : earlier;
    const origin: Origin<T> = older === undefined ? { kind: "unknown" } : { kind: "behind", base: older };
    return kept(withDocument(state, document, { origin, takenIn }));
  }

  /** Notes that a document is not open any more. */
  closed(state: CopyState<T>, document: DocumentKey): Step<T> {
    return unkept(withDocument(state, document, { isOpen: false }));
  }

  /** Forgets all that is known of a document. */
  forgotten(state: CopyState<T>, document: DocumentKey): Step<T> {
    const documents = new Map(state.documents);
    documents.delete(document);
    return unkept({ ...state, documents });
  }

  /**
   * Notes that a version has another name, and says what it said before: the base, from which texts may be made, or
   * theirs beside a text. `renew` gives a version by its new name; undefined for any other version.
   */
  renewed(state: CopyState<T>, renew: (version: T["base"]) => T["base"] | undefined): Step<T> {
    const base: T["base"] | undefined = state.base === undefined ? undefined : renew(state.base);
    let next = base === undefined ? state : { ...state, base };
    for (const [document, { decision }] of state.documents) {
      const theirs: T["base"] | undefined = decision.kind === "open" ? renew(decision.theirs) : undefined;
      if (decision.kind === "open" && theirs !== undefined) {
        next = withDocument(next, document, { decision: { ...decision, theirs } });
      }
    }
    return next === state ? unkept(state) : kept(next);
  }

  /**
   * Notes that a document shows exactly `base`, which was just read, with nothing unsaved: any conflict of it is over.
   */
  adopted(state: CopyState<T>, document: DocumentKey, base: T["base"]): Step<T> {
    if (documentIn(state, document).isOpen) {
      const mine = this.#rules.textOf(base);
      return this.#movedOn(withDocument(state, document, { isGiven: true }), document, { mine, said: mine, base });
    }
    // No earlier text can come back in a document that is not open yet.
    const given = {
      isGiven: true,
      origin: current,
      decision: undecided,
      settling: undefined,
      takenIn: undefined,
      compared: undefined,
    };
    const next = { ...withBase(withDocument(state, document, given), base), unanswered: undefined };
    return kept(othersBehind(next, [document], state.base));
  }

  /**
   * Notes that a document shows `base`, which it was given after a save or before one; the base itself may have moved
   * on since. Where none was known, it is the base.
   */
  followed(before: CopyState<T>, document: DocumentKey, base: T["base"]): Step<T> {
    const state = before.base === undefined ? withBase(before, base) : before;
    const settling = this.#watched(state, document, this.#rules.textOf(base), base);
    const isCurrent = base === state.base || !this.#rules.differs(base, state.base);
    const origin = isCurrent ? current : ({ kind: "behind", base } as const);
    const given = { isGiven: true, decision: undecided, takenIn: undefined, compared: undefined };
    return kept(withDocument(state, document, { ...given, settling, origin }));
  }

  /**
   * Notes that a document shows `base` in the place of its unsaved changes. A text of it that VS Code restores later
   * may be from before, and is then made from what it was made from at that time.
   */
  letGo(state: CopyState<T>, document: DocumentKey, base: T["base"]): Step<T> {
    const { takenIn: before } = documentIn(state, document);
    const ancestor = madeFrom(state, document);
    const move = { ancestor, theirs: base };
    const takenIn = ancestor === base ? before : takenInBy(this.#rules, before, move, this.#rules.textOf(base));
    return kept(withDocument(this.followed(state, document, base).state, document, { takenIn }));
  }

  /** Notes that the person wrote `mine`, or came back to it by undoing or redoing. */
  textNoted(before: CopyState<T>, document: DocumentKey, mine: T["mine"], isUndo: boolean): Step<T> {
    const { takenIn } = documentIn(before, document);
    const merged: T["base"] | undefined = olderBase(before, document) ?? before.base;
    const isKnown = takenIn && !takenIn.isStored && merged !== undefined;
    const said = isKnown ? sayingNow(this.#rules, takenIn, merged, mine) : undefined;
    const state = said === takenIn ? before : withDocument(before, document, { takenIn: said });
    const step = this.#decided(state, document, mine, isUndo);
    return state === before ? step : { ...step, isKept: true };
  }

  #decided(state: CopyState<T>, document: DocumentKey, mine: T["mine"], isUndo: boolean): Step<T> {
    const { settling } = documentIn(state, document);
    if (!settling || state.base === undefined) {
      return unkept(state);
    }
    // Where the earlier text is not known, nobody knows which value is the new one: none of them is a decision.
    const before = settling.text ?? (isUndo ? this.#rules.nothing : mine);
    const known = settling.text === undefined ? this.#takenUp(settling, state.base, before) : settling;
    const watched = noteChange(this.#rules.settlement, known, state.base, { from: before, to: mine, isUndo });
    const { settlement } = watched;
    const noted = withDocument(state, document, { settling: { ...watched, text: mine } });
    // Where a part says what the base says from here on, theirs was chosen for it.
    const agreed = agreedParts(this.#rules.settlement, settlement, state.base, before, mine);
    const next = agreed.reduce((changed, key) => this.#madeFromBase(changed, document, key), noted);
    return settlement === settling.settlement && next === noted ? unkept(next) : kept(next);
  }

  /**
   * Notes that the person said that mine is right for a part of the text, whatever theirs is; with `isOfMarks` that
   * they said so of what stood between the marks of a merge. These show theirs as it was then: nothing is said about
   * what the base has made of the part since.
   */
  mineChosen(state: CopyState<T>, document: DocumentKey, mine: T["mine"], key: T["key"], isOfMarks: boolean): Step<T> {
    const shown = documentIn(state, document).settling?.settlement;
    const next = isOfMarks ? state : this.#madeFromBase(state, document, key);
    const { settling } = documentIn(next, document);
    if (!settling || next.base === undefined) {
      return unkept(next);
    }
    const watched = chooseMine(this.#rules.settlement, settling, next.base, { mine, key, shown });
    return kept(withDocument(next, document, { settling: { ...settling, ...watched } }));
  }

  /**
   * Counts a part as made from the base from here on: the person has made a choice for it over the base that was shown.
   */
  #madeFromBase(state: CopyState<T>, document: DocumentKey, key: T["key"]): CopyState<T> {
    const older = olderBase(state, document);
    const made =
      older !== undefined && state.base !== undefined ? this.#rules.withPart(older, state.base, key) : undefined;
    if (older === undefined || made === undefined) {
      return state;
    }
    const { settling, takenIn } = documentIn(state, document);
    const mine = settling?.text ?? this.#rules.nothing;
    const move = { ancestor: older, theirs: made };
    return withDocument(state, document, {
      settling: this.#settled(settling, { mine, ...move }),
      // A text that VS Code restores may be from before the choice.
      takenIn: takenInBy(this.#rules, takenIn, move, mine),
      origin: { kind: "behind", base: made },
    });
  }

  /** Notes that a conflict is met: `theirs` is shown beside the text. */
  conflictMet(state: CopyState<T>, document: DocumentKey, { ancestor, theirs }: Conflict<T>): Step<T> {
    const lastNumber = state.lastNumber + 1;
    const met = withDocument(state, document, {
      decision: { kind: "open", ancestor, theirs, theirsNumber: lastNumber },
    });
    return kept({ ...met, lastNumber });
  }

  /** Notes that a conflict which an earlier session left was looked for and is none any more. */
  nothingLeft(state: CopyState<T>, document: DocumentKey): Step<T> {
    return unkept(conflictIn(state, document) ? state : withDocument(state, document, { decision: undecided }));
  }

  /** Notes that the base is shown beside the text, so that the person can choose between them. */
  baseShown(state: CopyState<T>, document: DocumentKey): Step<T> {
    return unkept(withDocument(state, document, { compared: state.base }));
  }

  /**
   * Notes that the person chose to merge, or to take theirs, which is the base from here on; where a later one has
   * become the base since, the text is behind that. `shown` is what the text says from then on.
   */
  theirsAccepted(
    state: CopyState<T>,
    document: DocumentKey,
    mine: T["mine"],
    { ancestor, theirs }: Conflict<T>,
    shown: T["mine"],
  ): Step<T> {
    const { settling: before, decision } = documentIn(state, document);
    const settling = this.#settled(before, { mine, ancestor, theirs });
    const takenIn = takenInBy(this.#rules, documentIn(state, document).takenIn, { ancestor, theirs }, shown);
    const chosen = { settling, takenIn, compared: theirs, decision: undecided, origin: current };
    const next = withDocument(state, document, chosen);
    if (isOvertaken(state, document)) {
      return kept(withDocument(next, document, { origin: { kind: "behind", base: theirs } }));
    }
    const baseNumber = decision.kind === "open" ? decision.theirsNumber : state.lastNumber;
    return kept(othersBehind({ ...next, base: theirs, baseNumber }, [document], state.base));
  }

  /**
   * Notes that the text of a document takes in what the base has, or is to be replaced by it, and says `shown` from
   * then on.
   */
  broughtToBase(state: CopyState<T>, document: DocumentKey, mine: T["mine"], shown: T["mine"]): Step<T> {
    return this.broughtTo(state, document, mine, shown, state.base);
  }

  /**
   * Notes that the text of a document takes in `made`, and says `shown` from then on. `made` is the base, with older
   * values of what both changed.
   */
  broughtTo(
    state: CopyState<T>,
    document: DocumentKey,
    mine: T["mine"],
    shown: T["mine"],
    made: T["base"] | undefined,
  ): Step<T> {
    const settling = this.#watched(state, document, mine, made);
    const ancestor = madeFrom(state, document);
    const takenIn =
      made === undefined
        ? undefined
        : takenInBy(this.#rules, documentIn(state, document).takenIn, { ancestor, theirs: made }, shown);
    const isBehind = made !== undefined && made !== state.base;
    const origin: Origin<T> = isBehind ? { kind: "behind", base: made } : current;
    return kept(withDocument(state, document, { settling, takenIn, origin }));
  }

  /** Gives what is to be settled in a text that says `mine`, and says `shown` with what the base has. */
  settlementWith(
    state: CopyState<T>,
    document: DocumentKey,
    mine: T["mine"],
    shown: T["mine"],
  ): Settlement<T> | undefined {
    const known = this.#saying(state, document, mine);
    const settlement = settlementIn(known, document);
    if (!settlement || olderBase(known, document) === undefined) {
      return settlement;
    }
    const brought = this.broughtToBase(known, document, mine, shown).state;
    return settlementIn(this.textNoted(brought, document, shown, false).state, document);
  }

  /**
   * Gives the state for a text that says `mine` by now: what it lacks of theirs may have been noted for an earlier
   * text, in which the person has gone on.
   */
  #saying(state: CopyState<T>, document: DocumentKey, mine: T["mine"]): CopyState<T> {
    const { settling } = documentIn(state, document);
    const from = settling?.text;
    if (!settling || from === undefined || state.base === undefined || isDeepStrictEqual(from, mine)) {
      return state;
    }
    const { sets: _, ...rules } = this.#rules.settlement;
    const { theirs = {} } = settling.settlement;
    const keysIn: typeof rules.keysIn = (...of) => rules.keysIn(...of).filter((key) => key in theirs);
    const watched = noteChange({ ...rules, keysIn }, settling, state.base, { from, to: mine, isUndo: true });
    return withDocument(state, document, { settling: { ...watched, text: mine } });
  }

  /**
   * Notes that a document takes in words that were typed elsewhere over `over`, and says `shown` with them. Its parts
   * `moved` are made from `over`, as if they had been typed in it before its base moved on. They are watched, too,
   * since a save that is under way, undoing or redoing may have the document count as made from its base again.
   */
  typedTakenIn(
    state: CopyState<T>,
    document: DocumentKey,
    shown: T["mine"],
    moved: readonly T["key"][],
    over: T["base"],
  ): Step<T> {
    const { decision, settling } = documentIn(state, document);
    const [from, theirs] = [madeFrom(state, document), state.base];
    const made = from === undefined ? undefined : this.#withParts(from, over, moved);
    if (made === undefined || theirs === undefined || made === theirs) {
      return unkept(state);
    }
    const next = withDocument(state, document, {
      origin: { kind: "behind", base: made },
      settling: this.#settled(settling, { mine: shown, ancestor: made, theirs }),
    });
    return kept(
      decision.kind === "open" && decision.ancestor !== undefined
        ? withDocument(next, document, {
            decision: { ...decision, ancestor: this.#withParts(decision.ancestor, over, moved) },
          })
        : next,
    );
  }

  /**
   * Notes that `to` takes the place of `from`: it gets the text `mine`, the base that this is made from, what is to be
   * settled in it, and a put of unknown fate. What undoing can bring back in `to` itself is watched on. A conflict is
   * met again at the next save, since theirs was never shown beside `to`.
   */
  handedOver(state: CopyState<T>, from: DocumentKey, to: DocumentKey, mine: T["mine"]): Step<T> {
    const { origin, settling, decision } = documentIn(state, from);
    const { base, unanswered } = state;
    const shown = madeFrom(state, to);
    const before = shown === undefined ? this.#rules.nothing : this.#rules.textOf(shown);
    const own = this.#watched(state, to, before, base);
    const settlement =
      base === undefined
        ? settling?.settlement
        : takenOver(this.#rules.settlement, own, base, before, mine, settling?.settlement);
    return kept(
      withDocument({ ...state, unanswered: unanswered && withTextOf(unanswered, from, to) }, to, {
        isOpen: true,
        isGiven: true,
        origin,
        settling: settlement && this.#takenUp({ settlement, written: {} }, base, mine),
        decision: decision.kind === "none" ? undecided : left,
        takenIn: undefined,
        compared: undefined,
      }),
    );
  }

  /**
   * Notes that the service has `base`; `mine` is what the text of `document` said when that was asked for. Until the
   * document follows, it is made from `base` with the values of its own text, so that a part which is left alone is no
   * change. In parts that the text lacks, the person has seen no newer value than before.
   */
  moved(state: CopyState<T>, document: DocumentKey, mine: T["mine"], base: T["base"], stored?: StoredText<T>): Step<T> {
    // The person may have gone on in the text while it was stored.
    const { settling, takenIn: before } = documentIn(state, document);
    const said: T["mine"] = (stored ? settling?.text : undefined) ?? mine;
    const move = { ancestor: madeFrom(state, document), theirs: base };
    const takenIn = takenInBySaving(this.#rules, before, move, said);
    const isStored = isDeepStrictEqual(said, mine);
    const known = takenIn && { ...takenIn, isStored };
    return this.#movedOn(state, document, { mine, said, base, takenIn: known, ...(stored && { stored }) });
  }

  #movedOn(state: CopyState<T>, document: DocumentKey, { mine, said, base, stored, takenIn }: TextMove<T>): Step<T> {
    const parts = stored?.parts ?? [];
    const settling = this.#watched(state, document, said, base, parts);
    const seen = this.#rules.asShown(base, madeFrom(state, document), mine);
    const next = withDocument(state, document, {
      settling,
      takenIn,
      decision: undecided,
      compared: undefined,
      origin: this.#rules.differs(seen, base) ? { kind: "behind", base: seen } : current,
    });
    const storedCount = state.storedCount + (parts.length > 0 ? 1 : 0);
    const after = { ...withBase(next, base), storedCount, unanswered: undefined };
    return kept(othersBehind(after, [document], state.base), stored?.noted);
  }

  /**
   * Notes that what a save left was read: that is the base. A document that shows another value stays behind until it
   * follows.
   */
  confirmed(state: CopyState<T>, now: T["base"]): Step<T> {
    const { base } = state;
    const isOther = base === undefined || this.#rules.differs(base, now);
    const documents = new Map(state.documents);
    for (const [document, known] of state.documents) {
      if (isOther && known.origin.kind === "current" && base !== undefined) {
        documents.set(document, { ...known, origin: { kind: "behind", base } });
      } else if (!isOther && known.compared === base) {
        documents.set(document, { ...known, compared: now });
      }
    }
    return kept({ ...(isOther ? withBase(state, now) : { ...state, base: now }), documents });
  }

  /** Notes that nobody knows the fate of a put. */
  leftUnanswered(state: CopyState<T>, unanswered: Unanswered<T>): Step<T> {
    return kept({ ...state, unanswered });
  }

  /** Tells whether `now` lacks something of what a put was to store: somebody may have taken that back. */
  isLacking({ texts, target, change }: Unanswered<T>, now: T["base"]): boolean {
    const isSame = this.#rules.settlement.isSame(now);
    return Object.values(texts).some((mine) => {
      const inNow = this.#rules.settlement.inBase(now, mine);
      return this.#rules.partsOf(change, target).some(([key, sent]) => {
        const value = inNow(key);
        return value === undefined || !isSame(key, value, sent);
      });
    });
  }

  /**
   * Notes that a put of unknown fate was not carried out, as far as can be told. The texts of one that is `doubted` are
   * left in a conflict which nobody was shown yet: somebody may have taken back what was stored.
   */
  unansweredDropped(state: CopyState<T>, doubted?: Unanswered<T>): Step<T> {
    let next: CopyState<T> = { ...state, unanswered: undefined };
    for (const document of Object.keys(doubted?.texts ?? {})) {
      next = withDocument(next, document, { decision: left });
    }
    return kept(next);
  }

  /** Notes that a put of unknown fate was carried out, and nothing else happened: what is there now is the base. */
  recognised(state: CopyState<T>, unanswered: Unanswered<T>, now: T["base"]): Step<T> {
    const { texts, target, change } = unanswered;
    const { state: next } = this.recognisedBeside(state, unanswered, now);
    const stored = { target, change, base: now, answer: undefined, saved: undefined };
    return kept(othersBehind(withBase(next, now), Object.keys(texts), state.base), stored);
  }

  /**
   * Notes that `now` has all that a put of unknown fate was to store, beside what somebody has changed since: its texts
   * are made from what they have stored, whatever becomes of that later.
   */
  recognisedBeside(state: CopyState<T>, unanswered: Unanswered<T>, now: T["base"]): Step<T> {
    let next: CopyState<T> = { ...state, unanswered: undefined };
    for (const [document, mine] of Object.entries(unanswered.texts)) {
      next = this.#recognisedIn(next, document, mine, unanswered, now);
    }
    return kept(next);
  }

  #recognisedIn(
    state: CopyState<T>,
    document: DocumentKey,
    mine: T["mine"],
    put: Unanswered<T>,
    now: T["base"],
  ): CopyState<T> {
    const { isOpen, settling: before, takenIn, origin } = documentIn(state, document);
    const own = this.#rules.partsOf(put.change, put.target);
    const settling = this.#watched(state, document, before?.text ?? mine, now, own);
    const older: T["base"] | undefined = madeFrom(state, document);
    const base = older === undefined ? undefined : this.#rules.withStored(older, mine, put, now);
    // A document that VS Code opens later must not be made from what the earlier session knew.
    const isBehind = base !== undefined && (!isOpen || this.#rules.differs(base, now));
    return withDocument(state, document, {
      settling: settling && { ...settling, text: before?.text },
      takenIn: takenInBySaving(this.#rules, takenIn, { ancestor: older, theirs: now }, before?.text ?? mine),
      // Nobody knows whether a text that was not stored itself is from before the put, or takes something of it back.
      decision: isDeepStrictEqual(mine, this.#rules.nothing) ? left : undecided,
      origin: isBehind ? { kind: "behind", base } : origin.kind === "unknown" ? origin : current,
    });
  }

  #withParts(of: T["base"], base: T["base"], keys: readonly T["key"][]): T["base"] {
    return keys.reduce((made, key) => this.#rules.withPart(made, base, key) ?? made, of);
  }

  /** Gives what is to be watched once the base of a text has moved. */
  #settled(previous: Settling<T> | undefined, move: BaseMove<T>): Settling<T> | undefined {
    const watched = settle(this.#rules.settlement, previous, move);
    return watched && { ...watched, text: move.mine };
  }

  /** Gives what is watched in a text of which nobody knows how it was written. */
  #takenUp(watched: Watched<T>, base: T["base"] | undefined, mine: T["mine"], takenIn?: TakenIn<T>): Settling<T> {
    const { settlement } = this.#rules;
    const taken = base === undefined ? watched : takenUpWith(settlement, watched, base, mine, takenIn?.values);
    return { ...taken, text: mine };
  }

  /**
   * Gives what is watched in a document that is made from `base` from here on: its older texts can still come back by
   * undoing.
   */
  #watched(
    state: CopyState<T>,
    document: DocumentKey,
    mine: T["mine"],
    base: T["base"] | undefined,
    stored?: readonly StoredPart<T>[],
  ): Settling<T> | undefined {
    const from = madeFrom(state, document);
    const { settling } = documentIn(state, document);
    return base === undefined || from === base
      ? settling
      : this.#settled(settling, { mine, ancestor: from, theirs: base, ...(stored && { stored }) });
  }
}

/** Gives `state` with what the `earlier` session knew of a document in the place of what it was given since. */
function asLeft<T extends KindTypes>(
  state: CopyState<T>,
  document: DocumentKey,
  earlier: SavedState<T> | undefined,
): CopyState<T> {
  const { isOpen } = documentIn(state, document);
  const known = documentIn(restoredState(emptyState<T>(), earlier), document);
  // A version that the text was made from may be the base by now: that is told by comparing the two.
  const origin = known.origin.kind === "unknown" ? known.origin : current;
  return withDocument(state, document, { ...known, isOpen, origin });
}

/** Gives `put` with `mine` as the text of `to`, in the place of its text for `from`; as it is where it has none. */
function withTextOf<T extends KindTypes>(
  put: Unanswered<T>,
  from: DocumentKey,
  to: DocumentKey,
  mine: T["mine"] | undefined = put.texts[from],
): Unanswered<T> {
  const { [from]: before, ...texts } = put.texts;
  return before === undefined || mine === undefined ? put : { ...put, texts: { ...texts, [to]: mine } };
}

/**
 * Leaves the documents other than `some` behind at `previous`, where the base has moved on from that: the open ones,
 * and those that were given their text, of which VS Code is still to tell that they are open.
 */
function othersBehind<T extends KindTypes>(
  state: CopyState<T>,
  some: readonly DocumentKey[],
  previous: T["base"] | undefined,
): CopyState<T> {
  if (previous === undefined || previous === state.base) {
    return state;
  }
  const documents = new Map(state.documents);
  for (const [other, known] of state.documents) {
    if (!some.includes(other) && (known.isOpen || known.isGiven) && known.origin.kind === "current") {
      documents.set(other, { ...known, origin: { kind: "behind", base: previous } });
    }
  }
  return { ...state, documents };
}
