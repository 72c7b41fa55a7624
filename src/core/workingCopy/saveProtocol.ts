import { isServiceError } from "../service/serviceError.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import type { Confirmation } from "./confirmation.ts";
import type {
  DocumentKind,
  PreconditionFailed,
  Put,
  PutAnswer,
  Reading,
  SaveManner,
  SaveRequest,
  Verdict,
} from "./documentKind.ts";
import { conflictIn, documentIn, isOvertaken, olderBase, rebasedIn, settlementIn } from "./documentState.ts";
import type { KeptState } from "./keptState.ts";
import type { ConflictReason, KindTypes, SaveOutcome } from "./kindTypes.ts";
import { unsettledParts } from "./settlement.ts";
import { Transitions } from "./transitions.ts";

/** A PUT whose answer was lost and that was not applied is sent again this often. */
const maxSends = 2;

/**
 * How a save goes: what the text changes, whether it may be sent, the PUT on its condition, and what became of it,
 * whatever is answered. One save at a time.
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

  /** @throws ServiceError when the service refuses or cannot be reached: the base stays. */
  async save(request: SaveRequest<T>, how: SaveManner): Promise<SaveOutcome<T>> {
    await this.#state.restore();
    await this.recognise(request.signal);
    return this.#decide(request, how);
  }

  /** What is to be done about a text. `fresh` is the base where it was read just now. */
  #decide(request: SaveRequest<T>, how: SaveManner, fresh?: T["base"]): Promise<SaveOutcome<T>> | SaveOutcome<T> {
    const { document, mine } = request;
    const state = this.#state.now;
    const conflict = conflictIn(state, document);
    if (conflict) {
      return how === "keepMine"
        ? this.#bring(request, mine, conflict.theirs, how)
        : this.#compareAgain(request, conflict.ancestor, "stillOpen");
    }
    const target = state.base;
    const { origin, compared } = documentIn(state, document);
    if (target === undefined || origin.kind === "unknown") {
      return this.#compareAgain(request, undefined, "baseUnknown");
    }
    const rebased = rebasedIn(this.#kind.rules, state, document, mine);
    if (rebased && rebased.conflicts.length > 0) {
      // To be kept over this base, mine has to be compared with it first.
      return this.#openConflict(request, olderBase(state, document), target, "changedMeanwhile");
    }
    const entries = rebased ? this.#kind.rules.mergedText(rebased) : mine;
    const isKept = how === "keepMine" && compared === target;
    const { settlement: rules } = this.#kind.rules;
    const unsettled = isKept ? [] : unsettledParts(rules, settlementIn(state, document), target, entries);
    if (unsettled.length > 0) {
      void this.#state.apply(this.#transitions.baseShown(state, document));
      return { kind: "unsettled", entries: unsettled };
    }
    return this.#bring(request, entries, target, how, fresh);
  }

  /** Whether a PUT of unknown fate was applied, and nothing else happened: then what is there now is the base. */
  async recognise(signal: AbortSignal): Promise<void> {
    const { base, unanswered } = this.#state.now;
    if (base === undefined || !unanswered) {
      return;
    }
    const now = await this.#kind.read(signal);
    if (now.kind === "unreadable") {
      return;
    }
    const state = this.#state.now;
    await this.#state.apply(
      this.#kind.explains(unanswered, base, now.base)
        ? this.#transitions.recognised(state, unanswered, now.base)
        : this.#transitions.unansweredDropped(state),
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
    const now: Reading<T> = await this.#kind.read(signal);
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

  /** Stores over a resource that tells nothing; what another window has stored last is compared first. */
  #bringUnread(put: Put<T>, reading: T["unread"], how: SaveManner): Promise<SaveOutcome<T>> | SaveOutcome<T> {
    const last: T["base"] | undefined = this.#kind.storedLast?.(reading, put.target);
    if (last !== undefined && !this.#kind.isSameFor(put.mine, put.target, last)) {
      return this.#meetTheirs(put, this.#ancestorOf(put), last, "changedMeanwhile");
    }
    const over = last === undefined ? put : this.#kind.over(put, last);
    return this.#kind.mayReplaceUnread(reading, over.target, how)
      ? this.#send({ ...over, unread: reading })
      : this.#kind.refusedUnread(reading, put.target);
  }

  async #send(put: Put<T>): Promise<SaveOutcome<T>> {
    // Should this be the last that happens here, the restored text is still checked against the version it was made
    // from.
    await this.#state.kept;
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

  /** What became of a PUT of which the answer does not tell: the resource does. */
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
    const { document, mine, target, change } = put;
    const kind = this.#kind;
    const state = this.#state.now;
    switch (verdict.kind) {
      case "stored": {
        const { base, saved, answer } = verdict;
        const noted = { target, change, base, answer, saved };
        const parts = kind.rules.partsOf(change, target);
        await this.#state.apply(this.#transitions.moved(state, document, mine, base, { parts, noted }));
        return { kind: "saved", base, ...saved };
      }
      case "storedInPart":
        if (verdict.base !== undefined) {
          const stored = { ...verdict, isInPart: true };
          await this.#state.apply(this.#transitions.moved(state, document, verdict.mine, verdict.base, stored));
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
        await this.#state.apply(this.#transitions.leftUnanswered(state, put));
        return { kind: "unknown", cause: verdict.cause };
      case "refused":
        return verdict.outcome;
    }
  }

  /** Nothing came of a put, as far as can be seen. */
  async #sendAgain(put: Put<T>, now: T["base"], cause: unknown): Promise<SaveOutcome<T>> {
    if (isServiceError(cause) && cause.kind !== "answerLost") {
      throw cause;
    }
    if (put.sends < maxSends) {
      return this.#send({ ...this.#kind.over(put, now), sends: put.sends + 1 });
    }
    // A gateway may still carry it out: the next save looks for that.
    await this.#state.apply(this.#transitions.leftUnanswered(this.#state.now, put));
    return { kind: "notSaved", cause };
  }

  /** Theirs, as it is now, beside a text whose conflict nobody has chosen a way out of. */
  async #compareAgain(
    request: SaveRequest<T>,
    ancestor: T["base"] | undefined,
    reason: ConflictReason,
  ): Promise<SaveOutcome<T>> {
    const now: Reading<T> = await this.#kind.read(request.signal);
    if (now.kind === "read") {
      return this.#meetTheirs(request, ancestor, now.base, reason);
    }
    const { base } = this.#state.now;
    const last: T["base"] | undefined = this.#kind.storedLast?.(now, base);
    return last === undefined ? this.#kind.refusedUnread(now, base) : this.#meetTheirs(request, ancestor, last, reason);
  }

  /** Theirs beside a text nobody has chosen for yet: no conflict is left when they mean the same. */
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

  /** What the text was made from, also where a conflict is met on the way to keeping mine over theirs. */
  #ancestorOf({ document, target }: Put<T>): T["base"] | undefined {
    const conflict = conflictIn(this.#state.now, document);
    return conflict ? conflict.ancestor : (olderBase(this.#state.now, document) ?? target);
  }
}

/** Reads a version. Throws `ServiceError`, and `Unreadable` where the answer has none. */
export async function readBase<T extends KindTypes>(kind: DocumentKind<T>, signal: AbortSignal): Promise<T["base"]> {
  const reading: Reading<T> = await kind.read(signal);
  if (reading.kind === "unreadable") {
    throw new Unreadable();
  }
  return reading.base;
}

/** The service answered, and told nothing of what is there. */
class Unreadable extends Error {
  override readonly name = "Unreadable";

  constructor() {
    super("The service does not tell what is there now");
  }
}

function isRefusal<T extends KindTypes>(answer: PutAnswer<T>): answer is PreconditionFailed {
  return answer.kind === "preconditionFailed";
}
