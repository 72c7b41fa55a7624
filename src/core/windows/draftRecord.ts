import { randomUUID } from "node:crypto";
import type { DraftStore, SentOnce } from "./draftStore.ts";

/** Why a draft cannot be sent from this window: another one has it, or had it and sent or closed it. */
export type Denial = "elsewhere" | "over";

/**
 * What is known of a draft, or of any other text that is sent once, and kept of it.
 *
 * Windows that restore the same unsaved documents show the same draft. One of them has it, and it alone sends and keeps;
 * what became of it so far is read from the disk before it is sent, since another window may have had it in between.
 */
export class DraftRecord<S extends SentOnce> {
  readonly #store: DraftStore<S>;
  #state: S | undefined;
  #isElsewhere = false;
  #isDiscarded = false;

  constructor(store: DraftStore<S>) {
    this.#store = store;
  }

  /** What is known of it; undefined until it is restored, and once it is over. */
  get state(): S | undefined {
    return this.#state;
  }

  /** Whether another window has it, as far as this one has looked. */
  get isElsewhere(): boolean {
    return this.#isElsewhere;
  }

  /** Takes up what was kept of an earlier session, and the draft for this window unless another one may have it. */
  async restore(): Promise<void> {
    this.#isElsewhere = (await this.#store.hold(false)) === "elsewhere";
    this.#state = await this.#store.read();
    if (!this.#state && !this.#isElsewhere) {
      await this.#renew();
    }
  }

  /** Makes this a new one; false where something is kept of one of its name, whoever's it is. */
  async startAnew(): Promise<boolean> {
    const hold = await this.#store.hold(false);
    if (hold === "elsewhere") {
      return false;
    }
    if (hold === "taken" && (await this.#store.read())) {
      // The window that had it is closed, and shows it again when it opens.
      await this.#store.release();
      return false;
    }
    await this.#renew();
    return true;
  }

  /** Why it cannot be sent from this window; where it can, what is known of it is what is on the disk from then on. */
  async denial(): Promise<Denial | undefined> {
    const hold = await this.#store.hold(true);
    const kept = await this.#store.read();
    this.#isElsewhere = hold === "elsewhere";
    if (hold === "elsewhere") {
      this.#state ??= kept;
      return "elsewhere";
    }
    const known = this.#state;
    if (known && kept?.id === known.id) {
      // Nobody else had it since: what could not be kept is known here alone.
      this.#state = hold === "kept" ? { ...kept, ...known } : kept;
      return undefined;
    }
    if (known && !kept && hold === "kept") {
      await this.keep(known);
      return undefined;
    }
    if (hold === "taken") {
      await this.#store.release();
    }
    return "over";
  }

  /** What is known of it from here on; kept too, where this window has it. */
  async keep(state: S): Promise<void> {
    if (!this.#isDiscarded) {
      this.#state = state;
      await (!this.#isElsewhere && this.#store.write(state));
    }
  }

  /**
   * Keeps that it is about to be sent; false where that was begun before: `state` has that attempt then, or `unreadable` in its
   * place.
   */
  async begin(id: string, attempt: NonNullable<S["attempt"]>, unreadable = attempt): Promise<boolean> {
    const isFirst = await this.#store.begin(id, attempt);
    const kept = isFirst ? { attempt } : { attempt: unreadable, ...(await this.#store.read()) };
    this.#state = this.#state && { ...this.#state, ...kept };
    return isFirst;
  }

  /** It is over: nothing is kept of it, not even of a save still under way. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    this.#state = undefined;
    await this.#store.remove();
  }

  async #renew(): Promise<void> {
    // No kind needs more than an id.
    await this.keep({ id: randomUUID() } as S);
  }
}
