import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import { isText, optional } from "../model/shape.ts";
import { WriteQueue } from "../util/writeQueue.ts";
import { type Denial, DraftRecord, type OtherAddress } from "../windows/draftRecord.ts";
import type { DraftStore, SentOnce } from "../windows/draftStore.ts";

/** A POST that was begun and of which no answer is known. */
export interface PostAttempt {
  /** The time by the clock of this machine, as ISO 8601. */
  readonly beganOn: string;
  /** The text that was sent; undefined where that cannot be told any more. */
  readonly text?: string;
}

/** The text that `created` has where nobody can tell which words of the draft are in what it has become. */
export const nobodyKnows = "";

/** The state that is kept of a draft. */
export interface PostedState<A extends PostAttempt, C> extends SentOnce {
  /** The text that the document shows when nothing in it is unsaved; undefined until it is asked for. */
  readonly text?: string;
  readonly attempt?: A;
  /** Holds what the draft has become, with the text that went into it as a whole. */
  readonly created?: C & { readonly text: string };
  /** The texts that the words in each editor beside the draft are made from; the keys are the names of editors. */
  readonly madeFrom?: Readonly<Record<string, readonly string[]>>;
}

/** Nothing was sent: the text asks for nothing that could be. */
export interface NotSendable<U> {
  readonly kind: "unsendable";
  readonly why: U;
}

/**
 * Tells what became of a draft's save. A certain refusal of the service is thrown as `ServiceError`: nothing was
 * created.
 */
export type PostOutcome<A extends PostAttempt, C, U> =
  /** It was created now, or by an earlier save of the same text. */
  | ({ readonly kind: "created" } & C)
  /** An earlier save created it from another text: nothing was sent. */
  | ({ readonly kind: "alreadyCreated" } & C)
  | NotSendable<U>
  /** Nothing was sent: another window has the draft. */
  | { readonly kind: "elsewhere" }
  /** Nothing was sent: another window had the draft, and sent or closed it. */
  | { readonly kind: "over" }
  /** Nothing was sent: the draft was begun at another address, and the person is to be asked first (`moveHere`). */
  | { readonly kind: "otherAddress" }
  /**
   * It may or may not have been created, now or earlier; nothing is sent until somebody decides. With `isMissing` the
   * service shows nothing of it so far, and the next save sends where that is still so.
   */
  | { readonly kind: "unknown"; readonly attempt: A; readonly cause?: unknown; readonly isMissing?: true };

/** Tells what became of an attempt, as far as the service tells. */
export type AttemptFate<C> =
  | { readonly kind: "created"; readonly created: C }
  | { readonly kind: "notCreated" }
  /** The service shows nothing of the attempt so far. */
  | { readonly kind: "missing" }
  | { readonly kind: "unknown" };

/**
 * Tells what the drafts of one kind send, and how the service is asked about it. `R` is what a text asks for, `U` tells
 * why a text asks for nothing.
 */
export interface Posting<R extends { readonly kind: "request" }, U, A extends PostAttempt, C extends object> {
  /** Tells what saving `text` would send, were it not sent yet, or why nothing would be sent. It sends nothing. */
  pending(text: string, signal: AbortSignal): Promise<R | NotSendable<U>>;

  /** Makes the text of a new draft, which is kept where `isWhole`. */
  newText(signal: AbortSignal): Promise<{ readonly text: string; readonly isWhole: boolean }>;

  /**
   * Gives what has to be known of the POST should its answer be lost. `missing` is an attempt that was begun before and
   * of which the service has shown nothing.
   */
  attemptOf(request: R, missing: A | undefined, signal: AbortSignal): Promise<Omit<A, keyof PostAttempt>>;

  /** Sends the POST. It throws `ServiceError`. */
  post(request: R, attempt: A, signal: AbortSignal): Promise<C>;

  /** Tells whether it may exist although creating it ended with `error`. */
  mayHaveCreated(error: unknown, request: R): boolean;

  /**
   * Asks the service what became of an attempt, of this save or an earlier one. Others may have been at work since it
   * began. It throws nothing but cancellation.
   */
  fateOf(attempt: A, signal: AbortSignal): Promise<AttemptFate<C>>;

  /**
   * Tells whether the service may have refused `attempt` with `error` because it had carried out `before`, an attempt
   * of which it has shown nothing.
   */
  isRefusedFor(before: A, attempt: A, error: unknown): boolean;
}

/**
 * Holds a text that is sent by one POST, ever. A POST that may have been carried out is not repeated before the service
 * has told what became of it, or somebody has looked and decided (`settle`, `forgetAttempt`). An attempt has the text
 * that was sent: what was typed later is no part of what it created.
 */
export class PostedDraft<R extends { readonly kind: "request" }, U, A extends PostAttempt, C extends object> {
  readonly #posting: Posting<R, U, A, C>;
  readonly #record: DraftRecord<PostedState<A, C>>;
  readonly #nowMs: () => number;
  readonly #queue = new WriteQueue();
  #restoring: Promise<void> | undefined;
  /** The time at which the attempt began that may be sent once more, as somebody has decided. */
  #sentAgain: string | undefined;

  constructor(posting: Posting<R, U, A, C>, store: DraftStore<PostedState<A, C>>, nowMs: () => number) {
    this.#posting = posting;
    this.#record = new DraftRecord(store);
    this.#nowMs = nowMs;
  }

  /** Gives a POST of which nobody knows whether it created anything. */
  get attempt(): A | undefined {
    // Once it is known what came of an attempt, the attempt is kept beside that, and is not in doubt any more.
    return this.otherAddress || this.created ? undefined : this.#record.state?.attempt;
  }

  /** Gives what the draft has become, with the text that went into it as a whole. */
  get created(): (C & { readonly text: string }) | undefined {
    return this.otherAddress ? undefined : this.#record.state?.created;
  }

  /** Tells whether it is known which words of the draft are in what it has become. */
  get isSentKnown(): boolean {
    return this.created?.text !== nobodyKnows;
  }

  /** Gives the address that the connection led to when the draft was begun; undefined where nobody knows. */
  get address(): string | undefined {
    return this.#record.address;
  }

  /**
   * Gives the address at which the draft was begun; undefined where that is the one that its connection leads to now.
   */
  get otherAddress(): OtherAddress | undefined {
    return this.#record.otherAddress;
  }

  /** Tells whether another window has the draft, as far as this one has looked. */
  get isElsewhere(): boolean {
    return this.#record.isElsewhere;
  }

  /**
   * Takes up what was kept of an earlier session, and the draft for this window unless another one may have it. With
   * `isShown` an editor has the draft's text already. Where nothing is kept of such a draft (its connection was removed
   * before the window was opened again), it may have been sent, so the person is asked before a save sends it.
   */
  restore(isShown = false): Promise<void> {
    this.#restoring ??= this.#record.restore(isShown).catch((error: unknown) => {
      // A later call tries again: what cannot be read now may be read then.
      this.#restoring = undefined;
      throw error;
    });
    return this.#restoring;
  }

  /** Takes the draft for this window once the window that has it shows no sign; gives the reason where it cannot. */
  claim(): Promise<Denial | undefined> {
    return this.#queue.run(async () => {
      await this.restore();
      return await this.#record.denial();
    });
  }

  /**
   * Makes this a new draft, with `text` where that is given. It gives false where something is kept of a draft of its
   * name, whoever's it is. It throws `SendingNotKept` where nobody can tell whether something is.
   */
  async startAnew(text?: string): Promise<boolean> {
    const isNew = await this.#record.startAnew();
    this.#restoring = isNew ? Promise.resolve() : undefined;
    await (isNew && text !== undefined && this.#keepText(text));
    return isNew;
  }

  /** Gives the text without unsaved changes: what was created, else the one that is kept, else that of a new draft. */
  async text(signal: AbortSignal): Promise<string> {
    await this.restore();
    const { created } = this;
    // Shown with the text from before, a draft would count as emptied since it was created.
    const kept = created && this.isSentKnown ? created.text : this.#record.state?.text;
    if (kept !== undefined) {
      return kept;
    }
    const { text, isWhole } = await this.#posting.newText(signal);
    await (isWhole && this.#keepText(text));
    return text;
  }

  /**
   * Saves the text by one POST of what it carries. Saves are made one after another. It throws `ServiceError` where the
   * service refuses, and `SendingNotKept`.
   */
  create(text: string, signal: AbortSignal): Promise<PostOutcome<A, C, U>> {
    return this.#queue.run(() => this.#create(text, signal));
  }

  /** Makes this a new draft at `address`, begun at another: the person said that it may be sent there. */
  moveHere(address: string): Promise<void> {
    return this.#queue.run(() => {
      const { text, madeFrom } = this.#record.state ?? {};
      return this.#record.moveHere(address, {
        ...(text !== undefined && { text }),
        ...(madeFrom !== undefined && { madeFrom }),
      });
    });
  }

  /**
   * Gives the texts that the words in an editor beside the draft are made from, as an earlier session has kept them
   * under the editor's name; none where nobody knows.
   */
  async madeFrom(name: string): Promise<readonly string[]> {
    // VS Code may restore such a text before the draft's own, so the draft counts as shown.
    await this.restore(true);
    const kept = this.#record.state?.madeFrom?.[name];
    return Array.isArray(kept) && kept.every(isText) ? kept : [];
  }

  /** Keeps the texts that the words in an editor beside the draft are made from, for a restart. */
  keepMadeFrom(name: string, texts: readonly string[]): Promise<void> {
    return this.#queue.run(async () => {
      await this.restore();
      const { state } = this.#record;
      if (state && !isDeepStrictEqual(state.madeFrom?.[name], texts)) {
        await this.#record.keep({ ...state, madeFrom: { ...state.madeFrom, [name]: texts } });
      }
    });
  }

  /**
   * Notes that somebody recognized what the attempt created. It has everything of `created.text`, or, without that, of
   * what was sent. `asked` is the attempt that the person was asked about: a later one stays in doubt.
   */
  settle(created: C & { readonly text?: string }, asked: PostAttempt | undefined = this.attempt): Promise<void> {
    return this.#decide((state) => (isOf(state, asked) ? settled(state, created) : state));
  }

  /** Notes that somebody found nothing of `asked`, so that the next save sends. A later attempt stays in doubt. */
  forgetAttempt(asked: PostAttempt | undefined = this.attempt): Promise<void> {
    return this.#decide((state) => {
      const { attempt: _, ...rest } = state;
      return isOf(state, asked) ? rest : state;
    });
  }

  /**
   * Lets the next save send once more, as somebody wants, although nobody knows what became of `asked`. That attempt
   * stays in doubt, unless nobody can tell what it sent.
   */
  sendAgain(asked: PostAttempt): Promise<void> {
    if (asked.text === undefined) {
      return this.forgetAttempt(asked);
    }
    return this.#queue.run(async () => {
      this.#sentAgain = asked.beganOn;
    });
  }

  /** Notes that what was created has everything of `text` by now, or that its document has it as unsaved changes. */
  noteMoved(text: string): Promise<void> {
    return this.#decide((state) => {
      // The attempt has the text that was sent first: compared with that, words that have moved since would be new.
      const { attempt: _, ...rest } = state;
      return state.created ? { ...rest, created: { ...state.created, text } } : state;
    });
  }

  /** Ends the draft: nothing is kept of it, not even of a save still under way. */
  discard(): Promise<void> {
    return this.#record.discard();
  }

  async #create(text: string, signal: AbortSignal): Promise<PostOutcome<A, C, U>> {
    await this.restore();
    const known = await this.#outcomeKnown(text, signal);
    if (known) {
      return known;
    }
    const request = await this.#posting.pending(text, signal);
    if (request.kind === "unsendable") {
      return request;
    }
    const missing = this.attempt;
    const facts = await this.#posting.attemptOf(request, missing, signal);
    // The outcome is asked once more: reading may have taken long, and another window may have had the draft meanwhile.
    return (await this.#outcomeKnown(text, signal, missing)) ?? (await this.#send(text, request, facts, signal));
  }

  /**
   * Gives what became of the draft so far, or the reason why it cannot be sent from here; undefined where it can.
   * `missing` is an attempt of which the service has just shown nothing: it is kept until another one takes its place.
   */
  async #outcomeKnown(text: string, signal: AbortSignal, missing?: A): Promise<PostOutcome<A, C, U> | undefined> {
    const denial = await this.#record.denial();
    if (denial) {
      return { kind: denial };
    }
    const { attempt } = this;
    if (attempt && ![missing?.beganOn, this.#sentAgain].includes(attempt.beganOn)) {
      const fate = await this.#posting.fateOf(attempt, signal);
      if (fate.kind === "unknown") {
        return { kind: "unknown", attempt };
      }
      await this.#noteFate(fate);
    }
    return this.#outcomeOf(text);
  }

  #outcomeOf(sent: string): PostOutcome<A, C, U> | undefined {
    const { created } = this;
    if (!created) {
      return undefined;
    }
    const { text, ...what } = created;
    // The compiler cannot tell that what is left without the text is a `C`.
    return { kind: text === sent ? "created" : "alreadyCreated", ...(what as unknown as C) };
  }

  async #send(
    text: string,
    request: R,
    facts: Omit<A, keyof PostAttempt>,
    signal: AbortSignal,
  ): Promise<PostOutcome<A, C, U>> {
    const begun: PostAttempt = { beganOn: new Date(this.#nowMs()).toISOString() };
    // The compiler cannot tell that the facts and the members that all attempts have make an `A` together.
    const [attempt, unreadable] = [
      { ...begun, text, ...facts },
      { ...begun, ...facts },
    ] as unknown as [A, A];
    const before = this.#record.state;
    if (!before) {
      return { kind: "over" };
    }
    // The attempt is kept before it is sent: a window that is closed meanwhile must not send again either.
    if (!(await this.#record.begin(before.id, attempt, unreadable))) {
      return { kind: "unknown", attempt: this.attempt ?? attempt };
    }
    if (this.otherAddress) {
      await this.#record.takeBack(before.attempt);
      return { kind: "otherAddress" };
    }
    try {
      const created = (await this.#posting.post(request, attempt, signal)) as C;
      await this.#record.keep(settled({ ...before, attempt }, created));
      return { kind: "created", ...created };
    } catch (error) {
      if (!this.#posting.mayHaveCreated(error, request)) {
        return await this.#refused(before.attempt, attempt, error);
      }
      const fate = await this.#posting.fateOf(attempt, signal);
      if (fate.kind === "created") {
        await this.#noteFate(fate);
      }
      const isMissing = fate.kind === "notCreated" || fate.kind === "missing";
      return this.#outcomeOf(text) ?? { kind: "unknown", attempt, cause: error, ...(isMissing && { isMissing }) };
    }
  }

  /** Throws `error`, unless it may come of the attempt `before`, which stays in doubt in any case. */
  async #refused(before: A | undefined, attempt: A, error: unknown): Promise<PostOutcome<A, C, U>> {
    await this.#record.takeBack(before);
    if (before === undefined || !this.#posting.isRefusedFor(before, attempt, error)) {
      throw error;
    }
    this.#sentAgain = undefined;
    return { kind: "unknown", attempt: before, cause: error };
  }

  async #noteFate(fate: AttemptFate<C>): Promise<void> {
    const { state } = this.#record;
    if (state && fate.kind === "created") {
      await this.#record.keep(settled(state, fate.created));
    } else if (fate.kind === "notCreated") {
      await this.#record.takeBack(undefined);
    }
  }

  async #keepText(text: string): Promise<void> {
    const { state } = this.#record;
    await (state && this.#record.keep({ ...state, text }));
  }

  /** Keeps what somebody decided about the draft, unless another window has it by now. */
  #decide(changed: (state: PostedState<A, C>) => PostedState<A, C>): Promise<void> {
    return this.#queue.run(async () => {
      const denial = await this.#record.denial();
      const { state } = this.#record;
      await (!denial && state && this.#record.keep(changed(state)));
    });
  }
}

/**
 * Gives the state of a draft that has become `created`, which has what was sent, and nothing that was typed since. The
 * attempt stays beside it: where the record is damaged, the draft must still look sent.
 */
function settled<A extends PostAttempt, C>(
  state: PostedState<A, C>,
  created: C & { readonly text?: string },
): PostedState<A, C> {
  const sent = state.attempt?.text ?? nobodyKnows;
  return { ...state, text: state.text ?? sent, created: { text: sent, ...created } };
}

/** Tells whether no other attempt than `asked` is in doubt. */
function isOf({ attempt }: PostedState<PostAttempt, unknown>, asked: PostAttempt | undefined): boolean {
  return attempt === undefined || attempt.beganOn === asked?.beganOn;
}

/** Makes a check that tells a draft's kept state from a damaged one; `isCreated` checks the member `created`. */
export function postedStates<S extends PostedState<PostAttempt, object>>(isCreated: (created: JsonObject) => boolean) {
  return (value: unknown): value is S => {
    if (!isJsonObject(value) || typeof value.id !== "string" || !optional(isText)(value.text)) {
      return false;
    }
    const { created } = value;
    return created === undefined || (isJsonObject(created) && typeof created.text === "string" && isCreated(created));
  };
}
