import { randomUUID } from "node:crypto";
import { isSameAddress } from "../connection/address.ts";
import { type DraftStore, SendingNotKept, type SentOnce } from "./draftStore.ts";

/**
 * Why a draft cannot be sent from this window: another one has it, or had it and sent or closed it; or it was begun at
 * an address that its connection does not lead to now, so that the person is asked first (`moveHere`).
 */
export type Denial = "elsewhere" | "over" | "otherAddress";

/** A draft that was begun at another address than its connection leads to now. */
export interface OtherAddress {
  /** Undefined where nobody knows. */
  readonly from: string | undefined;
  readonly to: string;
  /** It was sent there, and nobody knows what came of that. */
  readonly isInDoubt: boolean;
}

/**
 * What is known of a draft, or of any other text that is sent once, and kept of it.
 *
 * Windows that restore the same unsaved documents show the same draft. One of them has it, and it alone sends and
 * keeps; what became of it so far is read from the disk before it is sent, since another window may have had it in
 * between.
 */
export class DraftRecord<S extends SentOnce> {
  readonly #store: DraftStore<S>;
  #state: S | undefined;
  /** Where it was begun. */
  #address: string | undefined;
  #isElsewhere = false;
  #isDiscarded = false;

  constructor(store: DraftStore<S>) {
    this.#store = store;
  }

  /** What is known of it, wherever it was begun; undefined until it is restored, and once it is over. */
  get state(): S | undefined {
    return this.#state;
  }

  /** Where its connection led when it was begun; undefined where nobody knows. */
  get address(): string | undefined {
    return this.#address;
  }

  /** Undefined where it was begun at the address that its connection leads to now, or there is no connection. */
  get otherAddress(): OtherAddress | undefined {
    const { address: to } = this.#store;
    return this.#state === undefined || to === "" || isSameAddress(this.#address, to)
      ? undefined
      : { from: this.#address || undefined, to, isInDoubt: this.#state.attempt !== undefined };
  }

  /** Whether another window has it, as far as this one has looked. */
  get isElsewhere(): boolean {
    return this.#isElsewhere;
  }

  /**
   * Takes up what was kept of an earlier session, and the draft for this window unless another one may have it. Where
   * nothing is kept, the draft is new. `isShown`: an editor has its text already, which an earlier session began, so
   * that nobody knows at which address. Throws `SendingNotKept` where something is there that cannot be read.
   */
  async restore(isShown = false): Promise<void> {
    this.#isElsewhere = (await this.#store.hold(false)) === "elsewhere";
    this.#takeUp(await this.#store.read());
    if (!this.#state && !this.#isElsewhere) {
      await this.#renew(isShown ? undefined : this.#store.address);
    }
  }

  /**
   * Makes this a new one; false where something is kept of one of its name, whoever's it is. Throws `SendingNotKept`
   * where nobody can tell whether something is.
   */
  async startAnew(): Promise<boolean> {
    const hold = await this.#store.hold(false);
    if (hold === "elsewhere") {
      return false;
    }
    let isFree = false;
    try {
      // The window that had it is closed, and shows it again when it opens.
      isFree = (await this.#store.read()) === undefined;
    } finally {
      await (isFree || this.#store.release());
    }
    await (isFree && this.#renew(this.#store.address));
    return isFree;
  }

  /** Why it cannot be sent from this window; where it can, what is known of it is what is on the disk from then on. */
  async denial(): Promise<Denial | undefined> {
    const hold = await this.#store.hold(true);
    const kept = await this.#readKept();
    this.#isElsewhere = hold === "elsewhere";
    if (hold === "elsewhere") {
      this.#takeUp(this.#state ?? kept);
      return "elsewhere";
    }
    const known = this.#state;
    if (known && kept?.id === known.id) {
      // Nobody else had it since: what could not be kept is known here alone.
      this.#takeUp(hold === "kept" ? { ...kept, ...known } : kept);
      return this.otherAddress && "otherAddress";
    }
    if (known && !kept && hold === "kept") {
      await this.keep(known);
      return this.otherAddress && "otherAddress";
    }
    if (hold === "taken") {
      await this.#store.release();
    }
    return "over";
  }

  /** What is known of it from here on; kept too, where this window has it. */
  async keep(known: S): Promise<void> {
    await this.#keep(known, false);
  }

  /**
   * The person said that it may be sent to `address`. Where its connection leads there, it is a new one from here on,
   * of which nothing was sent, with `rest` of what was known. Throws `SendingNotKept` where that cannot be kept.
   */
  async moveHere(address: string, rest: Partial<S> = {}): Promise<void> {
    if ((await this.denial()) !== "otherAddress" || !isSameAddress(address, this.#store.address)) {
      return;
    }
    const before = this.#state;
    await this.#renew(this.#store.address, rest);
    if ((await this.#readKept())?.id !== this.#state?.id) {
      this.#takeUp(before);
      throw new SendingNotKept();
    }
  }

  /**
   * Keeps that it is about to be sent, in the place of the attempt that `state` has; false where another one was begun
   * before: `state` has that then, or `unreadable` in its place. Throws `SendingNotKept` where it cannot be kept.
   */
  async begin(id: string, attempt: NonNullable<S["attempt"]>, unreadable = attempt): Promise<boolean> {
    const isFirst = await this.#store.begin({ id, address: this.#address ?? "", attempt }, this.#state?.attempt);
    const kept = isFirst ? { attempt } : { attempt: unreadable, ...(await this.#readKept()) };
    this.#takeUp(this.#state && { ...this.#state, ...kept });
    return isFirst;
  }

  /**
   * What was begun last was for certain not carried out. `before` is the attempt in whose place it was begun: that is
   * in doubt again.
   */
  async takeBack(before: S["attempt"]): Promise<void> {
    const { attempt, ...rest } = this.#state ?? {};
    if (attempt === undefined) {
      return;
    }
    // No kind needs more than an id.
    const state = rest as S;
    if (before === undefined) {
      await this.keep(state);
      return;
    }
    this.#state = { ...state, attempt: before };
    // Where that cannot be kept, what was begun last stays in doubt there.
    await this.#store.begin({ id: state.id, address: this.#address ?? "", attempt: before }, attempt).catch(() => {});
  }

  /** It is over: nothing is kept of it, not even of a save still under way. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    this.#state = undefined;
    await this.#store.remove();
  }

  /** Undefined too where it cannot be read: what is known here stands, and nothing takes the place of what is there. */
  async #readKept(): Promise<S | undefined> {
    return await this.#store.read().catch(() => undefined);
  }

  async #renew(address: string | undefined, rest: Partial<S> = {}): Promise<void> {
    this.#address = address;
    // No kind needs more than an id.
    await this.#keep({ ...rest, id: randomUUID() } as S, true);
  }

  async #keep(known: S, isNew: boolean): Promise<void> {
    if (!this.#isDiscarded) {
      this.#state = { ...known, ...(this.#address !== undefined && { address: this.#address }) };
      await this.#store.write(this.#state, isNew);
    }
  }

  #takeUp(state: S | undefined): void {
    this.#state = state;
    this.#address = typeof state?.address === "string" ? state.address : undefined;
  }
}
