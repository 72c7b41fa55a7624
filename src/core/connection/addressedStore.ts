import { isJsonObject, type Json } from "../model/json.ts";
import type { KeyValueStore } from "../util/keyValueStore.ts";
import { isSameAddress } from "./address.ts";

/**
 * Keeps things of connections, each under a key that ends with the connection's id, behind a slash. A thing belongs to
 * the address that the connection leads to when it is kept. At another address the store has nothing; once the address
 * is what it was, everything is there again.
 */
export class AddressedStore implements KeyValueStore {
  readonly #store: KeyValueStore;
  readonly #addressOf: (connectionId: string) => string | undefined;

  /** `addressOf` gives the base address that a connection leads to now; undefined where there is no such connection. */
  constructor(store: KeyValueStore, addressOf: (connectionId: string) => string | undefined) {
    this.#store = store;
    this.#addressOf = addressOf;
  }

  get(key: string): unknown {
    const address = this.#addressAt(key);
    return address && this.#kept(key).find(([kept]) => isSameAddress(kept, address))?.[1];
  }

  /** Keeps a value for the current address; undefined removes it for all. Without a connection nothing is kept. */
  async update(key: string, value: unknown): Promise<void> {
    if (value === undefined) {
      await this.#store.update(key, undefined);
      return;
    }
    const address = this.#addressAt(key);
    if (address !== undefined) {
      const others = this.#kept(key).filter(([kept]) => !isSameAddress(kept, address));
      await this.#store.update(key, Object.fromEntries([...others, [address, value]]));
    }
  }

  #addressAt(key: string): string | undefined {
    return this.#addressOf(key.slice(key.lastIndexOf("/") + 1));
  }

  #kept(key: string): readonly (readonly [string, Json | undefined])[] {
    const kept = this.#store.get(key);
    return isJsonObject(kept) ? Object.entries(kept) : [];
  }
}
