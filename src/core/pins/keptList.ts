import { Emitter } from "../util/event.ts";
import type { KeyValueStore } from "../util/keyValueStore.ts";

/** Tells how things of one kind are kept. */
interface Format<T> {
  /** The keys of the store begin with this. */
  readonly prefix: string;
  /** The members that are kept of one thing. */
  readonly summaryOf: (thing: T) => T;
  /**
   * Tells whether a stored thing has the shape that is relied on. An earlier version or another program may have
   * written it.
   */
  readonly isKnown: (stored: unknown) => boolean;
}

/** Keeps a list of things of one kind for each connection, over restarts. */
export class KeptList<T extends { readonly id: number }> {
  readonly #store: KeyValueStore;
  readonly #format: Format<T>;
  readonly #changed = new Emitter<{ readonly connectionId: string }>();
  /** Fires when the list of a connection has changed, or what is known of one of its things. */
  readonly onDidChange = this.#changed.event;

  constructor(store: KeyValueStore, format: Format<T>) {
    this.#store = store;
    this.#format = format;
  }

  list(connectionId: string): readonly T[] {
    const stored = this.#store.get(this.#keyOf(connectionId));
    return Array.isArray(stored) ? stored.filter(this.#format.isKnown) : [];
  }

  has(connectionId: string, id: number): boolean {
    return this.list(connectionId).some((each) => each.id === id);
  }

  /** Adds a thing at the end, unless it is there. */
  async add(connectionId: string, thing: T): Promise<void> {
    if (!this.has(connectionId, thing.id)) {
      await this.#write(connectionId, [...this.list(connectionId), this.#format.summaryOf(thing)]);
    }
  }

  /** Puts a thing at the top, wherever it was. At most `most` things are kept. */
  async putFirst(connectionId: string, thing: T, most: number): Promise<void> {
    const others = this.list(connectionId).filter(({ id }) => id !== thing.id);
    await this.#write(connectionId, [this.#format.summaryOf(thing), ...others].slice(0, most));
  }

  async remove(connectionId: string, id: number): Promise<void> {
    await this.#write(
      connectionId,
      this.list(connectionId).filter((each) => each.id !== id),
    );
  }

  /** Takes over what is known of a thing now, if it is there; what the format leaves out of `known` stays as it was. */
  async seen(connectionId: string, known: T): Promise<void> {
    if (this.has(connectionId, known.id)) {
      const told = this.#format.summaryOf(known);
      await this.#write(
        connectionId,
        this.list(connectionId).map((each) => (each.id === known.id ? { ...each, ...told } : each)),
      );
    }
  }

  /** Drops all that is kept of a connection. */
  async forget(connectionId: string): Promise<void> {
    await this.#store.update(this.#keyOf(connectionId), undefined);
    this.#changed.fire({ connectionId });
  }

  async #write(connectionId: string, things: readonly T[]): Promise<void> {
    if (JSON.stringify(things) !== JSON.stringify(this.list(connectionId))) {
      await this.#store.update(this.#keyOf(connectionId), things);
      this.#changed.fire({ connectionId });
    }
  }

  #keyOf(connectionId: string): string {
    return `${this.#format.prefix}/${connectionId}`;
  }
}
