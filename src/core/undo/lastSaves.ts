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
  /** Undefined when there is none, or none that can be read. */
  read(name: string): Promise<unknown>;
  /** Whole or not at all. */
  write(name: string, value: object): Promise<unknown>;
  remove(name: string): Promise<unknown>;
  /** Removes all that is kept, whoever wrote it. */
  clear(): Promise<void>;
}

/** How many saves are kept for each connection: those of the artifacts that were saved last. */
const maxSaves = 300;
const maxBytes = 64 * 1024 * 1024;

/**
 * The last save of each artifact that was made here, in whichever window, over restarts: what it has changed. What was
 * saved at another address of the connection is of another artifact.
 */
export class LastSaves {
  readonly #addressOf: (connectionId: string) => string | undefined;
  readonly #storeOf: (connectionId: string) => SaveStore;
  readonly #queues = new WriteQueues<string>();
  /** How many saves of a connection wait to be kept. */
  readonly #waiting = new Map<string, number>();

  /** `addressOf` gives the base address that a connection leads to now; undefined where there is no such connection. */
  constructor(addressOf: (connectionId: string) => string | undefined, storeOf: (connectionId: string) => SaveStore) {
    this.#addressOf = addressOf;
    this.#storeOf = storeOf;
  }

  /** A PUT was carried out. Returns at once. */
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
          // Looking at all that is kept is done once for saves that were made together.
          await removeOldest(this.#storeOf(connectionId));
        }
      });
    }
  }

  /** Undefined where none is known. */
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
    // A connection that was removed meanwhile leaves nothing behind.
    const isGone = this.#addressOf(connectionId) === undefined;
    if (isGone || (kept && isLater(kept, save))) {
      return;
    }
    // Where the save cannot be kept, nothing is known then, rather than the one before it.
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
