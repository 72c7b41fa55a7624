import { isSameAddress } from "../connection/address.ts";
import { isJsonObject } from "../model/json.ts";
import type { KeptName } from "../util/keyValueStore.ts";
import { WriteQueues } from "../util/writeQueue.ts";
import type { StoredPut } from "../workingCopy/ports.ts";
import { isLastSave, isLater, type LastSave, lastSave } from "./lastSave.ts";

/** Keeps the last saves of one connection, by the numbers of artifacts. Nothing here throws. */
export interface SaveStore {
  /** Gives what is kept, in no particular order. */
  list(): Promise<readonly KeptName[]>;
  /** Reads a save; undefined where there is none, or none that can be read. */
  read(name: string): Promise<unknown>;
  /** Writes the save whole or not at all. */
  write(name: string, value: object): Promise<unknown>;
  remove(name: string): Promise<unknown>;
  /** Removes all that is kept, whoever wrote it. */
  clear(): Promise<void>;
}

/** Each connection keeps so many saves: those of the artifacts that were saved last. */
const maxSaves = 300;
const maxBytes = 64 * 1024 * 1024;

/**
 * Keeps what the last save of each artifact has changed, in whichever window it was made, over restarts. A save at
 * another address of the connection was of another artifact, and so is not given.
 */
export class LastSaves {
  readonly #addressOf: (connectionId: string) => string | undefined;
  readonly #storeOf: (connectionId: string) => SaveStore;
  readonly #queues = new WriteQueues<string>();
  /** The number of saves of a connection that wait to be kept. */
  readonly #waiting = new Map<string, number>();

  /** `addressOf` gives the base address that a connection leads to now; undefined where there is no such connection. */
  constructor(addressOf: (connectionId: string) => string | undefined, storeOf: (connectionId: string) => SaveStore) {
    this.#addressOf = addressOf;
    this.#storeOf = storeOf;
  }

  /** Has to be called when a PUT was carried out. Returns at once. */
  note(connectionId: string, put: StoredPut): void {
    const address = this.#addressOf(connectionId);
    if (put.changed.length > 0 && address !== undefined) {
      this.#waiting.set(connectionId, this.#waitingOf(connectionId) + 1);
      void this.#queues.run(connectionId, async () => {
        try {
          await this.#keep(connectionId, address, put);
        } finally {
          this.#waiting.set(connectionId, this.#waitingOf(connectionId) - 1);
        }
        if (this.#waitingOf(connectionId) === 0) {
          // The oldest saves are removed once for saves that were made together, as all that is kept is listed for it.
          await removeOldest(this.#storeOf(connectionId));
        }
      });
    }
  }

  /** Gives the last save of an artifact; undefined where none is known. */
  read(connectionId: string, artifactId: number): Promise<LastSave | undefined> {
    return this.#queues.run(connectionId, () =>
      this.#read(this.#storeOf(connectionId), artifactId, this.#addressOf(connectionId)),
    );
  }

  /** Removes all that is kept of a connection. */
  forget(connectionId: string): Promise<void> {
    return this.#queues.run(connectionId, () => this.#storeOf(connectionId).clear());
  }

  async #keep(connectionId: string, address: string, put: StoredPut): Promise<void> {
    const store = this.#storeOf(connectionId);
    const kept = await this.#read(store, put.artifactId, address);
    const save = lastSave(put);
    // A connection that was removed in the meantime leaves nothing behind.
    const isGone = this.#addressOf(connectionId) === undefined;
    if (isGone || (kept && isLater(kept, save))) {
      return;
    }
    // If the save cannot be kept, none is known then, and not the one before it.
    await store.remove(`${put.artifactId}`);
    await store.write(`${put.artifactId}`, { address, save });
  }

  #waitingOf(connectionId: string): number {
    return this.#waiting.get(connectionId) ?? 0;
  }

  async #read(store: SaveStore, artifactId: number, address = ""): Promise<LastSave | undefined> {
    const kept = await store.read(`${artifactId}`);
    const isOfHere = isJsonObject(kept) && isSameAddress(kept.address, address);
    return isOfHere && isLastSave(kept.save, artifactId) ? kept.save : undefined;
  }
}

async function removeOldest(store: SaveStore): Promise<void> {
  const newestFirst = (await store.list()).toSorted((a, b) => b.writtenAt - a.writtenAt);
  let bytes = 0;
  for (const [index, kept] of newestFirst.entries()) {
    bytes += kept.bytes;
    if (index >= maxSaves || bytes > maxBytes) {
      await store.remove(kept.name);
    }
  }
}
