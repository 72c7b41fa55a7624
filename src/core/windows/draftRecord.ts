import { randomUUID } from "node:crypto";
import { isSameAddress } from "../connection/address.ts";
import { type DraftStore, SendingNotKept, type SentOnce } from "./draftStore.ts";

/**
 * The reason why a draft cannot be sent from this window: another one has it, or had it and sent or closed it; or it
 * was begun at an address that its connection does not lead to now, so that the person is asked first (`moveHere`).
 */
export type Denial = "elsewhere" | "over" | "otherAddress";

/** A draft that was begun at another address than its connection leads to now. */
export interface OtherAddress {
  /** The address where it was begun; undefined where nobody knows. */
  readonly from: string | undefined;
  readonly to: string;
  /** Tells whether the draft was sent there, and nobody knows what came of that. */
  readonly isInDoubt: boolean;
}

/**
 * Knows and keeps what became of a draft, or of any other text that is sent once.
 *
 * Windows that restore the same unsaved documents show the same draft. One of them has it, and it alone sends and keeps
 * the draft. Before it sends, it reads from the disk what became of the draft so far: another window may have had it in
 * between.
 */
export class DraftRecord<S extends SentOnce> {
  readonly #store: DraftStore<S>;
  #state: S | undefined;
  /** The address where the draft was begun. */
  #address: string | undefined;
  #isElsewhere = false;
  #isDiscarded = false;

  constructor(store: DraftStore<S>) {
    this.#store = store;
  }

  /** Gives the state of the draft, wherever it was begun; undefined until it is restored, and once it is over. */
  get state(): S | undefined {
    return this.#state;
  }

  /** Gives the address that the connection led to when the draft was begun; undefined where nobody knows. */
  get address(): string | undefined {
    return this.#address;
  }

  /**
   * Gives the address where the draft was begun; undefined where that is its connection's current address, or there is
   * no connection.
   */
  get otherAddress(): OtherAddress | undefined {
    const { address: to } = this.#store;
    return this.#state === undefined || to === "" || isSameAddress(this.#address, to)
      ? undefined
      : { from: this.#address || undefined, to, isInDoubt: this.#state.attempt !== undefined };
  }

  /** Tells whether another window has the draft, as far as this one has looked. */
  get isElsewhere(): boolean {
    return this.#isElsewhere;
  }

  /**
   * Takes up what was kept of an earlier session, and the draft for this window unless another one may have it. Where
   * nothing is kept, the draft is new. With `isShown` an editor has its text already: an earlier session began it, and
   * nobody knows at which address. It throws `SendingNotKept` where something is there that cannot be read.
   */
  async restore(isShown = false): Promise<void> {
    this.#isElsewhere = (await this.#store.hold(false)) === "elsewhere";
    this.#takeUp(await this.#store.read());
    if (!this.#state && !this.#isElsewhere) {
      await this.#renew(isShown ? undefined : this.#store.address);
    }
  }

  /**
   * Makes this a new draft; gives false where something is kept of a draft of its name, whoever's it is. It throws
   * `SendingNotKept` where nobody can tell whether something is.
   */
  async startAnew(): Promise<boolean> {
    const hold = await this.#store.hold(false);
    if (hold === "elsewhere") {
      return false;
    }
    let isFree = false;
    try {
      // The window that had a kept draft may be closed, and shows it again when it opens.
      isFree = (await this.#store.read()) === undefined;
    } finally {
      await (isFree || this.#store.release());
    }
    await (isFree && this.#renew(this.#store.address));
    return isFree;
  }

  /** Tells why this window cannot send the draft. Where it can, `state` is the one on the disk from then on. */
  async denial(): Promise<Denial | undefined> {
    const hold = await this.#store.hold(true);
    const kept = await this.#readKept();
    this.#isElsewhere = hold === "elsewhere";
    if (hold === "elsewhere") {
      this.#takeUp(this.#state ?? kept ?? undefined);
      return "elsewhere";
    }
    const known = this.#state;
    if (known && kept?.id === known.id) {
      // Where no other window had it since, what could not be kept and is known only here counts, too.
      this.#takeUp(hold === "kept" ? { ...kept, ...known } : kept);
      return this.otherAddress && "otherAddress";
    }
    if (known && !kept && hold === "kept") {
      // What cannot be read may tell that the draft was sent: nothing takes its place.
      if (kept === undefined) {
        await this.keep(known);
      }
      return this.otherAddress && "otherAddress";
    }
    if (hold === "taken") {
      await this.#store.release();
    }
    return "over";
  }

  /** Takes `known` for the state from here on, and keeps it where this window has the draft. */
  async keep(known: S): Promise<void> {
    await this.#keep(known, false);
  }

  /**
   * Makes this a new draft at `address`, of which nothing was sent, with `rest` of what was known: the person said that
   * it may be sent there. It does nothing where the connection does not lead there. It throws `SendingNotKept` where
   * that cannot be kept.
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
   * Keeps that the draft is about to be sent, in the place of the attempt that `state` has. It gives false where
   * another attempt was begun before: `state` has that one then, or `unreadable` where it cannot be read. It throws
   * `SendingNotKept` where it cannot be kept.
   */
  async begin(id: string, attempt: NonNullable<S["attempt"]>, unreadable = attempt): Promise<boolean> {
    const isFirst = await this.#store.begin({ id, address: this.#address ?? "", attempt }, this.#state?.attempt);
    const kept = isFirst ? { attempt } : { attempt: unreadable, ...(await this.#readKept()) };
    this.#takeUp(this.#state && { ...this.#state, ...kept });
    return isFirst;
  }

  /**
   * Notes that the attempt that was begun last was not carried out, for certain. `before` is the attempt in whose place
   * it was begun, which is in doubt again.
   */
  async takeBack(before: S["attempt"]): Promise<void> {
    const { attempt, ...rest } = this.#state ?? {};
    if (attempt === undefined) {
      return;
    }
    // Every kind of state needs only an id.
    const state = rest as S;
    if (before === undefined) {
      await this.keep(state);
      return;
    }
    this.#state = { ...state, attempt: before };
    // Where that cannot be kept, the attempt that was begun last stays in doubt on the disk.
    await this.#store.begin({ id: state.id, address: this.#address ?? "", attempt: before }, attempt).catch(() => {});
  }

  /** Ends the draft: nothing is kept of it, not even of a save still under way. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    this.#state = undefined;
    await this.#store.remove();
  }

  /** Gives what is kept; null where it cannot be read: then the known state stays, and nothing replaces it. */
  async #readKept(): Promise<S | undefined | null> {
    return await this.#store.read().catch(() => null);
  }

  async #renew(address: string | undefined, rest: Partial<S> = {}): Promise<void> {
    this.#address = address;
    // Every kind of state needs only an id.
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
