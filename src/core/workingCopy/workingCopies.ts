import { isSameAddress } from "../connection/address.ts";
import { getOrMake } from "../util/getOrMake.ts";
import type { StateStore } from "./keptState.ts";
import type { KindTypes } from "./kindTypes.ts";
import type { WorkingCopy } from "./workingCopy.ts";

/** Holds what working copies of one connection are made of, as long as it leads to the same address. */
export interface CopiesOfConnection<T extends KindTypes> {
  readonly store: Pick<StateStore<T>, "remove">;
  make(id: number): WorkingCopy<T>;
  /** Removes what is kept, after what is being written. Rejects with what the disk says. */
  removeAll(): Promise<void>;
}

interface Connected<T extends KindTypes, C> {
  readonly address: string;
  readonly parts: C;
  readonly copies: Map<number, WorkingCopy<T>>;
}

/**
 * Holds the working copies of one kind in this window: one for each resource of which a document is open. At another
 * address of its connection a resource is another one, of which nothing is known.
 */
export class WorkingCopies<T extends KindTypes, C extends CopiesOfConnection<T>> {
  /** Gives the base address that a connection leads to now; undefined where there is no such connection. */
  readonly #addressOf: (connectionId: string) => string | undefined;
  /**
   * Makes what the working copies of a connection are made of. `address` is empty where there is no such connection.
   */
  readonly #connect: (connectionId: string, address: string) => C;
  readonly #connections = new Map<string, Connected<T, C>>();

  constructor(
    addressOf: (connectionId: string) => string | undefined,
    connect: (connectionId: string, address: string) => C,
  ) {
    this.#addressOf = addressOf;
    this.#connect = connect;
  }

  get(connectionId: string, id: number): WorkingCopy<T> {
    const { parts, copies } = this.#connection(connectionId);
    return getOrMake(copies, id, () => parts.make(id));
  }

  /** Gives what the working copies of a connection are made of. */
  of(connectionId: string): C {
    return this.#connection(connectionId).parts;
  }

  /**
   * Lets go of a working copy, and of what is kept of it, once the last document of the resource was closed with
   * nothing unsaved.
   */
  async release(connectionId: string, id: number): Promise<void> {
    const { parts, copies } = this.#connection(connectionId);
    copies.get(id)?.release();
    copies.delete(id);
    await parts.store.remove(id);
  }

  /** Removes all that is kept of a connection in this window. */
  async forget(connectionId: string): Promise<void> {
    const { parts } = this.#connection(connectionId);
    this.#drop(connectionId);
    await parts.removeAll();
  }

  /** Ends what is under way in the background. */
  dispose(): void {
    for (const { copies } of this.#connections.values()) {
      for (const copy of copies.values()) {
        copy.stop();
      }
    }
  }

  #connection(connectionId: string): Connected<T, C> {
    const address = this.#addressOf(connectionId);
    const known = this.#connections.get(connectionId);
    if (known && address !== undefined && !isSameAddress(known.address, address)) {
      // What was kept at the old address stays for the day when it is the address again.
      this.#drop(connectionId);
    }
    return getOrMake(this.#connections, connectionId, () => {
      return { address: address ?? "", parts: this.#connect(connectionId, address ?? ""), copies: new Map() };
    });
  }

  #drop(connectionId: string): void {
    const copies = this.#connections.get(connectionId)?.copies ?? new Map<number, WorkingCopy<T>>();
    this.#connections.delete(connectionId);
    for (const copy of copies.values()) {
      copy.release();
    }
  }
}
