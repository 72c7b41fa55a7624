import { isServiceError } from "../service/serviceError.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import type { Confirmation } from "./confirmation.ts";
import type {
  DocumentKind,
  PreconditionFailed,
  Put,
  PutAnswer,
  ResourceReading,
  SaveManner,
  SaveRequest,
  Unanswered,
  UnreadResource,
  Verdict,
} from "./documentKind.ts";
import {
  conflictIn,
  documentIn,
  isLeft,
  isOvertaken,
  madeFrom,
  olderBase,
  rebasedIn,
  settlementIn,
} from "./documentState.ts";
import type { KeptState } from "./keptState.ts";
import type { ConflictOutcome, ConflictReason, KindTypes, SaveOutcome, TogetherOutcome, Unite } from "./kindTypes.ts";
import { type StoredPart, unsettledParts } from "./settlement.ts";
import { Transitions } from "./transitions.ts";

/** Tells whether a text may be sent. */
type Readiness<T extends KindTypes> =
  | { readonly kind: "ready"; readonly entries: T["mine"]; readonly target: T["base"] }
  | { readonly kind: "decided"; readonly outcome: Promise<SaveOutcome<T>> | SaveOutcome<T> };

/** A PUT whose answer was lost and that was not applied is sent this often in all. */
const maxSends = 2;

/**
 * Carries out saves, one at a time: it works out what the text changes and whether that may be sent, sends the PUT on
 * its condition, and finds out what became of it, whatever is answered.
 */
export class SaveProtocol<T extends KindTypes> {
  readonly #kind: DocumentKind<T>;
  readonly #state: KeptState<T>;
  readonly #transitions: Transitions<T>;
  readonly #confirmation: Confirmation<T>;

  constructor(kind: DocumentKind<T>, state: KeptState<T>, confirmation: Confirmation<T>) {
    this.#kind = kind;
    this.#state = state;
    this.#transitions = new Transitions(kind.rules);
    this.#confirmation = confirmation;
  }

  /**
   * Saves the text of a document.
   *
   * @throws ServiceError when the service refuses or cannot be reached: the base stays.
   */
  async save(request: SaveRequest<T>, how: SaveManner): Promise<SaveOutcome<T>> {
    await this.#state.restore();
    await this.recognise(request.signal);
    return this.#decide(request, how);
  }

  /**
   * Stores in one PUT what `texts` change, as the text of `writer`, which `unite` makes of what each of them says over
   * the base. Nothing is sent where one of them could not be saved by itself. A conflict of the PUT is a conflict of
   * each of them.
   *
   * @throws ServiceError as `save`.
   */
  async saveTogether(
    texts: readonly SaveRequest<T>[],
    writer: Omit<SaveRequest<T>, "mine">,
    unite: Unite<T>,
  ): Promise<TogetherOutcome<T>> {
    await this.#state.restore();
    await this.recognise(writer.signal);
    const ready: { readonly request: SaveRequest<T>; readonly entries: T["mine"] }[] = [];
    for (const request of texts) {
      const readiness = this.#readiness(request, "plain");
      if (readiness.kind === "decided") {
        const outcome = await readiness.outcome;
        const others = texts.filter((text) => text !== request);
        // A text that says what theirs says by now has nothing to send, and may have moved the base.
        return isStored(outcome) && others.length > 0 ? await this.saveTogether(others, writer, unite) : outcome;
      }
      ready.push({ request, entries: readiness.entries });
    }
    const { base } = this.#state.now;
    if (base === undefined) {
      return { kind: "unchanged" };
    }
    const { mine, disagreeing } = unite(
      base,
      ready.map(({ entries }) => entries),
    );
    if (disagreeing.length > 0) {
      return { kind: "disagreeing", keys: disagreeing };
    }
    const partsOf = (entries: T["mine"]): readonly StoredPart<T>[] => {
      const change = this.#kind.change(base, entries);
      return change === undefined ? [] : this.#kind.rules.partsOf(change, base);
    };
    const parts = ready.map(({ request, entries }) => ({ request, parts: partsOf(entries) }));
    // The text that is saved for all is made from the base, whatever its document showed before.
    void this.#state.apply(this.#transitions.followed(this.#state.now, writer.document, base));
    const saying = Object.fromEntries(texts.map((text) => [text.document, text.mine]));
    const outcome = await this.#decide({ ...writer, mine, texts: saying }, "plain");
    for (const each of parts) {
      await this.#shareOutcome(each.request, outcome, each.parts);
    }
    return outcome;
  }

  /**
   * Applies the outcome of texts that were saved together to one of them. `parts` are what that had stored: undoing
   * them takes back no change of a colleague.
   */
  async #shareOutcome(
    { document, mine }: SaveRequest<T>,
    outcome: SaveOutcome<T>,
    parts: readonly StoredPart<T>[],
  ): Promise<void> {
    const state = this.#state.now;
    if (isConflict<T>(outcome)) {
      const conflict = { ancestor: madeFrom(state, document), theirs: outcome.theirs };
      await this.#state.apply(this.#transitions.conflictMet(state, document, conflict));
    } else if (state.base !== undefined && isStored(outcome)) {
      // Where nothing was sent, somebody else had made the same change: undoing it would undo theirs.
      const own = outcome.kind === "saved" ? parts : [];
      await this.#state.apply(this.#transitions.moved(state, document, mine, state.base, { parts: own }));
    }
  }

  /**
   * Saves a text that may be sent, and gives the outcome of any other. `fresh` is the base where it was read just now.
   */
  #decide(request: SaveRequest<T>, how: SaveManner, fresh?: T["base"]): Promise<SaveOutcome<T>> | SaveOutcome<T> {
    const ready = this.#readiness(request, how);
    return ready.kind === "decided" ? ready.outcome : this.#bring(request, ready.entries, ready.target, how, fresh);
  }

  /**
   * Gives what is to be stored for a text, and over which version; or the outcome of its save where nothing of it is to
   * be sent yet.
   */
  #readiness(request: SaveRequest<T>, how: SaveManner): Readiness<T> {
    const { document, mine } = request;
    const state = this.#state.now;
    const conflict = conflictIn(state, document);
    if (conflict) {
      return how === "keepMine"
        ? { kind: "ready", entries: mine, target: conflict.theirs }
        : decided(this.#compareAgain(request, conflict.ancestor, "stillOpen"));
    }
    const target = state.base;
    const { origin, compared } = documentIn(state, document);
    if (target === undefined || origin.kind === "unknown") {
      return decided(this.#compareAgain(request, undefined, "baseUnknown"));
    }
    if (isLeft(state, document)) {
      return decided(this.#compareAgain(request, madeFrom(state, document), "changedMeanwhile"));
    }
    const rebased = rebasedIn(this.#kind.rules, state, document, mine);
    if (rebased && rebased.conflicts.length > 0) {
      // Mine has to be compared with this base before it can be kept over it.
      return decided(this.#openConflict(request, olderBase(state, document), target, "changedMeanwhile"));
    }
    const entries = rebased ? this.#kind.rules.mergedText(rebased) : mine;
    const isKept = how === "keepMine" && compared === target;
    const { settlement: rules } = this.#kind.rules;
    const settlement = this.#transitions.settlementWith(state, document, mine, entries);
    const unsettled = isKept ? [] : unsettledParts(rules, settlement, target, entries);
    if (unsettled.length > 0) {
      void this.#state.apply(this.#transitions.baseShown(state, document));
      return decided({ kind: "unsettled", entries: unsettled });
    }
    return { kind: "ready", entries, target };
  }

  /**
   * Finds out whether a PUT of unknown fate was applied, and nothing else happened: then what is there now is the base.
   */
  async recognise(signal: AbortSignal): Promise<void> {
    const { base, unanswered } = this.#state.now;
    if (base === undefined || !unanswered) {
      return;
    }
    const now: ResourceReading<T> = await this.#kind.read(signal, base);
    await (now.kind === "read" && this.recogniseIn(now.base, true));
  }

  /**
   * Finds out from `now`, which was just read, whether a PUT of unknown fate was applied, and nothing else happened:
   * then `now` is the base. Where somebody has made `now` since, the texts of the PUT are left in conflict with it,
   * unless it has all that was sent and nobody `isAsking`: what was typed since may take that back.
   */
  async recogniseIn(now: T["base"], isAsking = false): Promise<void> {
    const state = this.#state.now;
    const { base, unanswered } = state;
    if (base === undefined || !unanswered) {
      return;
    }
    if (this.#kind.explains(unanswered, base, now)) {
      await this.#state.apply(this.#transitions.recognised(state, unanswered, now));
      return;
    }
    // Mine may have been kept over a version that is not the base.
    const isUnmoved = [base, unanswered.target].some((over) => this.#kind.isUnmoved(over, now));
    const isDoubted = !isUnmoved && (isAsking || this.#transitions.isLacking(unanswered, now));
    await this.#state.apply(
      isUnmoved || isDoubted
        ? this.#transitions.unansweredDropped(state, isDoubted ? unanswered : undefined)
        : this.#transitions.recognisedBeside(state, unanswered, now),
    );
  }

  /** Stores `entries`, which the text stands for, over `target`: the base, or the version shown in the conflict. */
  async #bring(
    request: SaveRequest<T>,
    entries: T["mine"],
    target: T["base"],
    how: SaveManner,
    fresh?: T["base"],
  ): Promise<SaveOutcome<T>> {
    const { document, mine, signal } = request;
    const change = this.#kind.change(target, entries);
    if (change === undefined) {
      return isOvertaken(this.#state.now, document)
        ? this.#compareAgain(request, conflictIn(this.#state.now, document)?.ancestor, "changedMeanwhile")
        : this.#becomeUnchanged(request, target);
    }
    const objection = this.#kind.objection?.(target, change, settlementIn(this.#state.now, document));
    if (objection) {
      return objection;
    }
    const put: Put<T> = { ...request, target, entries, change, sends: 1 };
    if (target === fresh || this.#kind.isDemandable(target)) {
      return this.#send(put);
    }
    const now: ResourceReading<T> = await this.#kind.read(signal, target);
    if (now.kind === "unreadable") {
      return this.#bringUnread(put, now, how);
    }
    if (target === this.#state.now.base) {
      const confirmed: T["base"] | undefined = this.#confirmation.take(now.base);
      if (confirmed !== undefined) {
        return this.#decide(request, how, confirmed);
      }
    }
    if (!this.#kind.isSameFor(mine, target, now.base)) {
      return this.#meetTheirs(request, this.#ancestorOf(put), now.base, "changedMeanwhile");
    }
    return this.#send(this.#kind.over(put, now.base));
  }

  /** Stores over a resource whose reading tells nothing. What another window has stored last is compared first. */
  #bringUnread(
    put: Put<T>,
    { why, last, replaceableBy, refusal }: UnreadResource<T>,
    how: SaveManner,
  ): Promise<SaveOutcome<T>> | SaveOutcome<T> {
    if (last !== undefined && !this.#kind.isSameFor(put.mine, put.target, last)) {
      return this.#meetTheirs(put, this.#ancestorOf(put), last, "changedMeanwhile");
    }
    const over = last === undefined ? put : this.#kind.over(put, last);
    return replaceableBy.includes(how) ? this.#send({ ...over, unread: why }) : refusal;
  }

  async #send(put: Put<T>): Promise<SaveOutcome<T>> {
    // If this window dies now, the next one still checks the restored text against the version it was made from, and
    // looks whether the PUT was carried out.
    await (this.#kind.keepsSent ? this.#state.kept : this.#state.noteSent(unansweredOf(put)));
    try {
      return await this.#sendNoted(put);
    } finally {
      this.#state.noteAnswered(true);
    }
  }

  async #sendNoted(put: Put<T>): Promise<SaveOutcome<T>> {
    let answer: PutAnswer<T>;
    try {
      answer = await this.#kind.send(put);
    } catch (error) {
      if (mayHaveStored(error, this.#kind.writes)) {
        return this.#settleLostAnswer(put, error);
      }
      throw error;
    }
    if (isRefusal(answer)) {
      return this.#meetRefusal(put, answer.serviceMessage);
    }
    return this.#conclude(put, this.#kind.judgeAnswer(put, answer) ?? (await this.#judgeByReading(put, answer)));
  }

  async #judgeByReading(put: Put<T>, answer: T["answer"]): Promise<Verdict<T>> {
    let now: T["base"];
    try {
      now = await readBase(this.#kind, put.signal);
    } catch (cause) {
      return this.#kind.judgeUnread(put, answer, cause);
    }
    return this.#kind.judgeRead(put, answer, now);
  }

  async #meetRefusal(put: Put<T>, serviceMessage: string | undefined): Promise<SaveOutcome<T>> {
    const theirs = await readBase(this.#kind, put.signal);
    if (!this.#kind.isUnmoved(put.target, theirs)) {
      return this.#meetTheirs(put, this.#ancestorOf(put), theirs, "refused");
    }
    if (this.#kind.demandsOtherwise?.(theirs)) {
      return this.#send(this.#kind.over(put, theirs));
    }
    return { kind: "refusedUnmoved", ...(serviceMessage !== undefined && { serviceMessage }) };
  }

  /** Finds out from the resource what became of a PUT whose answer does not tell. */
  async #settleLostAnswer(put: Put<T>, cause: unknown): Promise<SaveOutcome<T>> {
    if (put.unread) {
      return { kind: "unknown", cause };
    }
    let now: T["base"];
    try {
      now = await readBase(this.#kind, put.signal);
    } catch {
      return this.#conclude(put, { kind: "unknown", cause });
    }
    return this.#conclude(put, this.#kind.judgeFailure(put, now, cause));
  }

  async #conclude(put: Put<T>, verdict: Verdict<T>): Promise<SaveOutcome<T>> {
    const { document, target, change } = put;
    const kind = this.#kind;
    const state = this.#state.now;
    if (verdict.kind !== "doubtful") {
      this.#state.noteAnswered(false);
    }
    switch (verdict.kind) {
      case "stored": {
        const { base, saved, answer, as = put } = verdict;
        const noted = { target, change, base, answer, saved };
        const parts = kind.rules.partsOf(as.change, target);
        await this.#state.apply(this.#transitions.moved(state, document, as.mine, base, { parts, noted }));
        return { kind: "saved", base, ...saved };
      }
      case "storedInPart":
        if (verdict.base !== undefined) {
          await this.#state.apply(this.#transitions.moved(state, document, verdict.mine, verdict.base, verdict));
        }
        return verdict.outcome;
      case "conflict":
        return this.#openConflict(put, this.#ancestorOf(put), verdict.theirs, verdict.reason, verdict.cause);
      case "notStored":
        return this.#sendAgain(put, verdict.now, verdict.cause);
      case "doubtful": {
        const { now, cause } = verdict;
        return now === undefined
          ? this.#settleLostAnswer(put, cause)
          : this.#conclude(put, kind.judgeFailure(put, now, cause));
      }
      case "unknown":
        await this.#state.apply(this.#transitions.leftUnanswered(state, unansweredOf(put)));
        return { kind: "unknown", cause: verdict.cause };
      case "refused":
        return verdict.outcome;
    }
  }

  /** Sends a put again that stored nothing, as far as can be seen; gives up after `maxSends`. */
  async #sendAgain(put: Put<T>, now: T["base"], cause: unknown): Promise<SaveOutcome<T>> {
    if (isServiceError(cause) && cause.kind !== "answerLost") {
      throw cause;
    }
    if (put.sends < maxSends) {
      return this.#send({ ...this.#kind.over(put, now), sends: put.sends + 1 });
    }
    // A gateway may still carry it out: the next save looks for that.
    await this.#state.apply(this.#transitions.leftUnanswered(this.#state.now, unansweredOf(put)));
    return { kind: "notSaved", cause };
  }

  /** Reads theirs as it is now, and opens a conflict with it for a text for which nobody has chosen a way out yet. */
  async #compareAgain(
    request: SaveRequest<T>,
    ancestor: T["base"] | undefined,
    reason: ConflictReason,
  ): Promise<SaveOutcome<T>> {
    const now: ResourceReading<T> = await this.#kind.read(request.signal, this.#state.now.base);
    const theirs = now.kind === "read" ? now.base : now.last;
    return theirs === undefined && now.kind === "unreadable"
      ? now.refusal
      : this.#meetTheirs(request, ancestor, theirs, reason);
  }

  /** Opens a conflict of theirs with a text; where the two mean the same, no conflict is left. */
  #meetTheirs(
    request: SaveRequest<T>,
    ancestor: T["base"] | undefined,
    theirs: T["base"],
    reason: ConflictReason,
  ): Promise<SaveOutcome<T>> | SaveOutcome<T> {
    return this.#kind.change(theirs, request.mine) === undefined
      ? this.#becomeUnchanged(request, theirs)
      : this.#openConflict(request, ancestor, theirs, reason);
  }

  async #becomeUnchanged({ document, mine }: SaveRequest<T>, base: T["base"]): Promise<SaveOutcome<T>> {
    await this.#state.apply(this.#transitions.moved(this.#state.now, document, mine, base));
    return { kind: "unchanged" };
  }

  #openConflict(
    { document }: SaveRequest<T>,
    ancestor: T["base"] | undefined,
    theirs: T["base"],
    reason: ConflictReason,
    cause?: unknown,
  ): SaveOutcome<T> {
    void this.#state.apply(this.#transitions.conflictMet(this.#state.now, document, { ancestor, theirs }));
    return { kind: "conflict", theirs, reason, ...(cause !== undefined && { cause }) };
  }

  /**
   * Gives the version that the text was made from, also where a conflict is met on the way to keeping mine over theirs.
   */
  #ancestorOf({ document, target }: Put<T>): T["base"] | undefined {
    const conflict = conflictIn(this.#state.now, document);
    return conflict ? conflict.ancestor : (olderBase(this.#state.now, document) ?? target);
  }
}

/** Reads a version. Throws `ServiceError`, and `Unreadable` where the answer has none. */
export async function readBase<T extends KindTypes>(kind: DocumentKind<T>, signal: AbortSignal): Promise<T["base"]> {
  const reading: ResourceReading<T> = await kind.read(signal, undefined);
  if (reading.kind === "unreadable") {
    throw new Unreadable();
  }
  return reading.base;
}

/** Tells that the service answered, and told nothing of what is there. */
class Unreadable extends Error {
  override readonly name = "Unreadable";

  constructor() {
    super("The service does not tell what is there now");
  }
}

/** Gives what has to be known of a put while nobody knows its fate. */
function unansweredOf<T extends KindTypes>({ document, mine, texts, target, change }: Put<T>): Unanswered<T> {
  return { texts: texts ?? { [document]: mine }, target, change };
}

function decided<T extends KindTypes>(outcome: Promise<SaveOutcome<T>> | SaveOutcome<T>): Readiness<T> {
  return { kind: "decided", outcome };
}

function isConflict<T extends KindTypes>(outcome: SaveOutcome<T>): outcome is ConflictOutcome<T> {
  return outcome.kind === "conflict";
}

function isStored({ kind }: { readonly kind: string }): boolean {
  return kind === "saved" || kind === "unchanged";
}

function isRefusal<T extends KindTypes>(answer: PutAnswer<T>): answer is PreconditionFailed {
  return answer.kind === "preconditionFailed";
}
