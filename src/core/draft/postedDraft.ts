import { isJsonObject, type JsonObject } from "../model/json.ts";
import { isText, optional } from "../model/shape.ts";
import { WriteQueue } from "../util/writeQueue.ts";
import { type Denial, DraftRecord, type OtherAddress } from "../windows/draftRecord.ts";
import type { DraftStore, SentOnce } from "../windows/draftStore.ts";

/** A POST that was begun and of which no answer is known. */
export interface PostAttempt {
  /** By the clock of this machine; ISO 8601. */
  readonly beganOn: string;
  /** The text that was sent; undefined where that cannot be told any more. */
  readonly text?: string;
}

/** Stands for the text of which what was created has everything, where nobody can tell that. */
export const nobodyKnows = "";

/** What is kept of a draft. */
export interface PostedState<A extends PostAttempt, C> extends SentOnce {
  /** What the document shows when nothing in it is unsaved; undefined until it is asked for. */
  readonly text?: string;
  readonly attempt?: A;
  /** What the draft has become, and the text of which that has everything. */
  readonly created?: C & { readonly text: string };
  /** Texts that are edited beside it were made from these; the keys are their names. */
  readonly madeFrom?: Readonly<Record<string, string>>;
}

/**
 * What became of a draft's save. What the service refuses for certain is thrown as `ServiceError`: nothing was created.
 */
export type PostOutcome<A extends PostAttempt, C> =
  /** Now, or by an earlier save of the same text. */
  | ({ readonly kind: "created" } & C)
  /** An earlier save created it from another text: nothing was sent. */
  | ({ readonly kind: "alreadyCreated" } & C)
  /** Nothing was sent: another window has the draft. */
  | { readonly kind: "elsewhere" }
  /** Nothing was sent: another window had the draft, and sent or closed it. */
  | { readonly kind: "over" }
  /** Nothing was sent: it was begun at another address, and the person is to be asked first (`moveHere`). */
  | { readonly kind: "otherAddress" }
  /**
   * It may or may not have been created, now or earlier; nothing is sent until somebody decides. `isMissing`: the
   * service shows nothing of it so far, and the next save sends where that is still so.
   */
  | { readonly kind: "unknown"; readonly attempt: A; readonly cause?: unknown; readonly isMissing?: true };

/** What became of an attempt, as far as the service tells. */
export type AttemptFate<C> =
  | { readonly kind: "created"; readonly created: C }
  | { readonly kind: "notCreated" }
  /** The service shows nothing of it so far. */
  | { readonly kind: "missing" }
  | { readonly kind: "unknown" };

/**
 * A text that becomes one POST, ever: what is not known to have failed is not repeated before the service has told what
 * became of it, or somebody has looked and decided (`settle`, `forgetAttempt`). An attempt holds the text that was
 * sent: what was typed since is no part of what came of it.
 */
export abstract class PostedDraft<
  R extends { readonly kind: "request" },
  U extends { readonly kind: string },
  A extends PostAttempt,
  C extends object,
> {
  readonly #record: DraftRecord<PostedState<A, C>>;
  readonly #nowMs: () => number;
  readonly #queue = new WriteQueue();
  #restoring: Promise<void> | undefined;
  /** When that attempt began that is taken for one that created nothing. */
  #sentAgain: string | undefined;

  constructor(store: DraftStore<PostedState<A, C>>, nowMs: () => number) {
    this.#record = new DraftRecord(store);
    this.#nowMs = nowMs;
  }

  /** What saving `text` would send, were it not sent yet, or why it would send nothing: nothing is sent. */
  abstract pending(text: string, signal: AbortSignal): Promise<R | U>;

  /** The text of a new draft; kept where `isWhole`. */
  protected abstract newText(signal: AbortSignal): Promise<{ readonly text: string; readonly isWhole: boolean }>;

  /**
   * Gives what is to be known of the POST should its answer be lost. The service has shown nothing of `missing`, which
   * was begun before.
   */
  protected abstract attemptOf(
    request: R,
    missing: A | undefined,
    signal: AbortSignal,
  ): Promise<Omit<A, keyof PostAttempt>>;

  /** The POST. Throws `ServiceError`. */
  protected abstract post(request: R, attempt: A, signal: AbortSignal): Promise<C>;

  /** Whether it may exist although creating it ended with `error`. */
  protected abstract mayHaveCreated(error: unknown, request: R): boolean;

  /**
   * Asks the service what became of an attempt, of this save or an earlier one. Others may have been at work since it
   * began. Throws nothing but cancellation.
   */
  protected async fateOf(_attempt: A, _signal: AbortSignal): Promise<AttemptFate<C>> {
    return { kind: "unknown" };
  }

  /**
   * Whether the service may have refused `attempt` with `error` since it had carried out `before`, of which it has
   * shown nothing.
   */
  protected isRefusedFor(_before: A, _attempt: A, _error: unknown): boolean {
    return false;
  }

  /** A POST of which nobody knows whether it created anything. */
  get attempt(): A | undefined {
    // It is kept beside what came of it.
    return this.otherAddress || this.created ? undefined : this.#record.state?.attempt;
  }

  /** What the draft has become, and the text of which that has everything. */
  get created(): (C & { readonly text: string }) | undefined {
    return this.otherAddress ? undefined : this.#record.state?.created;
  }

  /** Whether anybody can tell what of the draft is in what it has become. */
  get isSentKnown(): boolean {
    return this.created?.text !== nobodyKnows;
  }

  /** Where its connection led when it was begun; undefined where nobody knows. */
  get address(): string | undefined {
    return this.#record.address;
  }

  /** Undefined where the draft was begun at the address that its connection leads to now. */
  get otherAddress(): OtherAddress | undefined {
    return this.#record.otherAddress;
  }

  /** Whether another window has the draft, as far as this one has looked. */
  get isElsewhere(): boolean {
    return this.#record.isElsewhere;
  }

  /**
   * Takes up what was kept of an earlier session, and the draft for this window unless another one may have it.
   * `isShown`: an editor has its text already. Where nothing is kept of such a draft (its connection was removed before
   * the window was opened again), it may have been sent, and the person is asked before it is.
   */
  restore(isShown = false): Promise<void> {
    this.#restoring ??= this.#record.restore(isShown).catch((error: unknown) => {
      // What cannot be read now may be later.
      this.#restoring = undefined;
      throw error;
    });
    return this.#restoring;
  }

  /** Takes the draft for this window once the one that has it does not show that it is there; why it cannot be had. */
  claim(): Promise<Denial | undefined> {
    return this.#queue.run(async () => {
      await this.restore();
      return await this.#record.denial();
    });
  }

  /**
   * Makes this a new draft, with `text` where that is given; false where something is kept of one of its name,
   * whoever's it is. Throws `SendingNotKept` where nobody can tell whether something is.
   */
  async startAnew(text?: string): Promise<boolean> {
    const isNew = await this.#record.startAnew();
    this.#restoring = isNew ? Promise.resolve() : undefined;
    await (isNew && text !== undefined && this.#keepText(text));
    return isNew;
  }

  /** The text without unsaved changes: the one kept, else that of a new draft. */
  async text(signal: AbortSignal): Promise<string> {
    await this.restore();
    const kept = this.#record.state?.text;
    if (kept !== undefined) {
      return kept;
    }
    const { text, isWhole } = await this.newText(signal);
    await (isWhole && this.#keepText(text));
    return text;
  }

  /**
   * Saves the text: one POST of what it carries. Saves are made one after another. Throws `ServiceError` where the
   * service refuses, and `SendingNotKept`.
   */
  create(text: string, signal: AbortSignal): Promise<PostOutcome<A, C> | U> {
    return this.#queue.run(() => this.#create(text, signal));
  }

  /** The person said that it may be sent to `address`, although it was begun at another: there it is a new draft. */
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
   * What a text was made from that is edited beside the draft, as an earlier session has kept it under that name;
   * undefined where nobody knows.
   */
  async madeFrom(name: string): Promise<string | undefined> {
    // VS Code may restore such a text before the draft's own, which is unsaved then.
    await this.restore(true);
    const kept = this.#record.state?.madeFrom?.[name];
    return typeof kept === "string" ? kept : undefined;
  }

  /** Keeps what a text beside the draft was made from, for a restart. */
  keepMadeFrom(name: string, text: string): Promise<void> {
    return this.#queue.run(async () => {
      await this.restore();
      const { state } = this.#record;
      if (state && state.madeFrom?.[name] !== text) {
        await this.#record.keep({ ...state, madeFrom: { ...state.madeFrom, [name]: text } });
      }
    });
  }

  /**
   * Somebody recognized what the attempt created, which has everything of its `text`, or of what was sent where that is
   * not given. `asked` is the one that was asked about: a later one is in doubt.
   */
  settle(created: C & { readonly text?: string }, asked: PostAttempt | undefined = this.attempt): Promise<void> {
    return this.#decide((state) => (isOf(state, asked) ? settled(state, created) : state));
  }

  /** Somebody has looked and found nothing of `asked`: the next save sends again. A later attempt stays in doubt. */
  forgetAttempt(asked: PostAttempt | undefined = this.attempt): Promise<void> {
    return this.#decide((state) => {
      const { attempt: _, ...rest } = state;
      return isOf(state, asked) ? rest : state;
    });
  }

  /**
   * Somebody wants it to be sent once more, although nobody knows what became of `asked`: that stays in doubt, unless
   * nobody can tell what it was.
   */
  sendAgain(asked: PostAttempt): Promise<void> {
    if (asked.text === undefined) {
      return this.forgetAttempt(asked);
    }
    return this.#queue.run(async () => {
      this.#sentAgain = asked.beganOn;
    });
  }

  /** What was created has everything of `text` by now, or its document has it as unsaved changes. */
  noteMoved(text: string): Promise<void> {
    return this.#decide((state) => {
      // By what was sent first, what is moved now would be words that nobody has.
      const { attempt: _, ...rest } = state;
      return state.created ? { ...rest, created: { ...state.created, text } } : state;
    });
  }

  /** The draft is over: nothing is kept of it, not even of a save still under way. */
  discard(): Promise<void> {
    return this.#record.discard();
  }

  async #create(text: string, signal: AbortSignal): Promise<PostOutcome<A, C> | U> {
    await this.restore();
    const known = await this.#outcomeKnown(text, signal);
    if (known) {
      return known;
    }
    const request = await this.pending(text, signal);
    if (!isRequest(request)) {
      return request;
    }
    const missing = this.attempt;
    const facts = await this.attemptOf(request, missing, signal);
    // Once more: reading may have taken long, and another window may have had the draft meanwhile.
    return (await this.#outcomeKnown(text, signal, missing)) ?? (await this.#send(text, request, facts, signal));
  }

  /**
   * What became of the draft so far, or why it cannot be sent from here; undefined where it can. `missing` is an
   * attempt of which the service has just shown nothing: it is kept until another one takes its place.
   */
  async #outcomeKnown(text: string, signal: AbortSignal, missing?: A): Promise<PostOutcome<A, C> | undefined> {
    const denial = await this.#record.denial();
    if (denial) {
      return { kind: denial };
    }
    const { attempt } = this;
    if (attempt && ![missing?.beganOn, this.#sentAgain].includes(attempt.beganOn)) {
      const fate = await this.fateOf(attempt, signal);
      if (fate.kind === "unknown") {
        return { kind: "unknown", attempt };
      }
      await this.#noteFate(fate);
    }
    return this.#outcomeOf(text);
  }

  #outcomeOf(sent: string): PostOutcome<A, C> | undefined {
    const { created } = this;
    if (!created) {
      return undefined;
    }
    const { text, ...what } = created;
    // Without the text what is left is what was created.
    return { kind: text === sent ? "created" : "alreadyCreated", ...(what as unknown as C) };
  }

  async #send(
    text: string,
    request: R,
    facts: Omit<A, keyof PostAttempt>,
    signal: AbortSignal,
  ): Promise<PostOutcome<A, C>> {
    const begun: PostAttempt = { beganOn: new Date(this.#nowMs()).toISOString() };
    // An attempt is what all of them hold, and the facts.
    const [attempt, unreadable] = [
      { ...begun, text, ...facts },
      { ...begun, ...facts },
    ] as unknown as [A, A];
    const before = this.#record.state;
    if (!before) {
      return { kind: "over" };
    }
    // Kept before it is sent: a window that is closed meanwhile must not send again either.
    if (!(await this.#record.begin(before.id, attempt, unreadable))) {
      return { kind: "unknown", attempt: this.attempt ?? attempt };
    }
    if (this.otherAddress) {
      await this.#record.takeBack(before.attempt);
      return { kind: "otherAddress" };
    }
    try {
      const created = (await this.post(request, attempt, signal)) as C;
      await this.#record.keep(settled({ ...before, attempt }, created));
      return { kind: "created", ...created };
    } catch (error) {
      if (!this.mayHaveCreated(error, request)) {
        return await this.#refused(before.attempt, attempt, error);
      }
      const fate = await this.fateOf(attempt, signal);
      if (fate.kind === "created") {
        await this.#noteFate(fate);
      }
      const isMissing = fate.kind === "notCreated" || fate.kind === "missing";
      return this.#outcomeOf(text) ?? { kind: "unknown", attempt, cause: error, ...(isMissing && { isMissing }) };
    }
  }

  /** Throws `error`, unless it may tell what became of what was sent `before`: that stays in doubt in any case. */
  async #refused(before: A | undefined, attempt: A, error: unknown): Promise<PostOutcome<A, C>> {
    await this.#record.takeBack(before);
    if (before === undefined || !this.isRefusedFor(before, attempt, error)) {
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
 * The draft has become `created`, which has what was sent, and nothing that was typed since. The attempt stays beside
 * that: a damaged record must not make a draft that was sent one that was not.
 */
function settled<A extends PostAttempt, C>(
  state: PostedState<A, C>,
  created: C & { readonly text?: string },
): PostedState<A, C> {
  const sent = state.attempt?.text ?? nobodyKnows;
  return { ...state, text: state.text ?? sent, created: { text: sent, ...created } };
}

/** Whether no attempt but `asked` is in doubt. */
function isOf({ attempt }: PostedState<PostAttempt, unknown>, asked: PostAttempt | undefined): boolean {
  return attempt === undefined || attempt.beganOn === asked?.beganOn;
}

function isRequest<R extends { readonly kind: "request" }, U extends { readonly kind: string }>(
  pending: R | U,
): pending is R {
  return pending.kind === "request";
}

/** Tells what is kept of a draft from what cannot be relied on; `isCreated` tells what it has become. */
export function postedStates<S extends PostedState<PostAttempt, object>>(isCreated: (created: JsonObject) => boolean) {
  return (value: unknown): value is S => {
    if (!isJsonObject(value) || typeof value.id !== "string" || !optional(isText)(value.text)) {
      return false;
    }
    const { created } = value;
    return created === undefined || (isJsonObject(created) && typeof created.text === "string" && isCreated(created));
  };
}
