import { getOrMake } from "../util/getOrMake.ts";
import type { KindTypes } from "./kindTypes.ts";
import type { StateStore } from "./savedState.ts";
import type { WorkingCopy } from "./workingCopy.ts";

/** What working copies of one connection are made of. */
export interface CopiesOfConnection<T extends KindTypes> {
  readonly store: Pick<StateStore<T>, "remove">;
  make(id: number): WorkingCopy<T>;
  /** Removes what is kept, after what is being written. Never rejects. */
  removeAll(): Promise<void>;
}

/** The working copies of one kind in this window: one for each resource of which a document is open. */
export class WorkingCopies<T extends KindTypes, C extends CopiesOfConnection<T>> {
  readonly #connect: (connectionId: string) => C;
  readonly #connections = new Map<string, { readonly parts: C; readonly copies: Map<number, WorkingCopy<T>> }>();

  constructor(connect: (connectionId: string) => C) {
    this.#connect = connect;
  }

  get(connectionId: string, id: number): WorkingCopy<T> {
    const { parts, copies } = this.#connection(connectionId);
    return getOrMake(copies, id, () => parts.make(id));
  }

  /** What the working copies of a connection are made of. */
  of(connectionId: string): C {
    return this.#connection(connectionId).parts;
  }

  /** The last document of the resource was closed with nothing unsaved. */
  async release(connectionId: string, id: number): Promise<void> {
    const { parts, copies } = this.#connection(connectionId);
    copies.get(id)?.release();
    copies.delete(id);
    await parts.store.remove(id);
  }

  /** Removes all that is kept of a connection in this window. */
  async forget(connectionId: string): Promise<void> {
    const connection = this.#connections.get(connectionId);
    this.#connections.delete(connectionId);
    for (const copy of connection?.copies.values() ?? []) {
      copy.release();
    }
    await (connection?.parts ?? this.#connect(connectionId)).removeAll();
  }

  /** Ends what is under way in the background. */
  dispose(): void {
    for (const { copies } of this.#connections.values()) {
      for (const copy of copies.values()) {
        copy.stop();
      }
    }
  }

  #connection(connectionId: string) {
    return getOrMake(this.#connections, connectionId, () => {
      return { parts: this.#connect(connectionId), copies: new Map() };
    });
  }
}
