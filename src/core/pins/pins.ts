import { Emitter, type Event } from "../util/event.ts";
import { listReader } from "./listReader.ts";
import type { KeyValueStore } from "./remembered.ts";

/** What one kind of pinned things is kept as. */
interface PinsFormat<T> {
  /** Begins the keys of the store. */
  readonly prefix: string;
  /** The members that are kept of one thing. Members that are undefined are left out. */
  readonly summaryOf: (thing: T) => T;
  /** Whether a stored thing has the shape that is relied on. An earlier version or another program may have written it. */
  readonly isKnown: (stored: unknown) => boolean;
}

/** The things of one kind that the person pinned on each connection, over restarts. */
export class Pins<T extends { readonly id: number }> {
  readonly #store: KeyValueStore;
  readonly #format: PinsFormat<T>;
  readonly #listIn: (stored: unknown) => readonly T[];
  readonly #changed = new Emitter<{ readonly connectionId: string }>();

  constructor(store: KeyValueStore, format: PinsFormat<T>) {
    this.#store = store;
    this.#format = format;
    this.#listIn = listReader(format.isKnown);
  }

  /** The pinned things of a connection, or what is known of one, have changed. */
  get onDidChange(): Event<{ readonly connectionId: string }> {
    return this.#changed.event;
  }

  /** In the order of pinning. */
  list(connectionId: string): readonly T[] {
    return this.#listIn(this.#store.get(this.#keyOf(connectionId)));
  }

  has(connectionId: string, id: number): boolean {
    return this.list(connectionId).some((each) => each.id === id);
  }

  async pin(connectionId: string, thing: T): Promise<void> {
    if (!this.has(connectionId, thing.id)) {
      await this.#write(connectionId, [...this.list(connectionId), this.#format.summaryOf(thing)]);
    }
  }

  async unpin(connectionId: string, id: number): Promise<void> {
    if (this.has(connectionId, id)) {
      await this.#write(
        connectionId,
        this.list(connectionId).filter((each) => each.id !== id),
      );
    }
  }

  /** Takes over what is known of a pinned thing now; what `known` does not tell stays as it was. */
  async seen(connectionId: string, known: T): Promise<void> {
    const pinned = this.list(connectionId);
    const after = pinned.map((each) => (each.id === known.id ? { ...each, ...this.#format.summaryOf(known) } : each));
    if (JSON.stringify(after) !== JSON.stringify(pinned)) {
      await this.#write(connectionId, after);
    }
  }

  /** Drops all that is remembered of a connection. */
  async forget(connectionId: string): Promise<void> {
    await this.#store.update(this.#keyOf(connectionId), undefined);
    this.#changed.fire({ connectionId });
  }

  async #write(connectionId: string, things: readonly T[]): Promise<void> {
    await this.#store.update(this.#keyOf(connectionId), things);
    this.#changed.fire({ connectionId });
  }

  #keyOf(connectionId: string): string {
    return `${this.#format.prefix}/${connectionId}`;
  }
}
