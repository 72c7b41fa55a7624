import { isJsonObject } from "../model/json.ts";
import type { KeyValueStore } from "../util/keyValueStore.ts";

const memoryKey = "unfoldedRows";

/** No more rows are kept over a restart, the oldest go first: each unfolded row is a request when the window opens. */
const maxRows = 100;

/**
 * Keeps over a restart of the window which rows the person unfolded or closed: VS Code keeps that only while rows are
 * shown. The ids of rows begin with that of their connection.
 */
export class Expansion {
  readonly #memory: KeyValueStore;
  /** The rows in the order of their changes, the newest last. */
  readonly #isOpen: Map<string, boolean>;

  constructor(memory: KeyValueStore) {
    this.#memory = memory;
    const stored: unknown = memory.get(memoryKey);
    this.#isOpen = new Map(
      Object.entries(isJsonObject(stored) ? stored : {}).filter(
        (each): each is [string, boolean] => typeof each[1] === "boolean",
      ),
    );
  }

  /** Tells whether a row is unfolded; undefined for a row that the person neither unfolded nor closed. */
  isOpen(rowId: string): boolean | undefined {
    return this.#isOpen.get(rowId);
  }

  async note(rowId: string, isOpen: boolean): Promise<void> {
    if (this.#isOpen.get(rowId) === isOpen) {
      return;
    }
    this.#isOpen.delete(rowId);
    this.#isOpen.set(rowId, isOpen);
    await this.#write();
  }

  /** Drops what is kept of a connection's rows. */
  async forget(connectionId: string): Promise<void> {
    for (const id of this.#isOpen.keys()) {
      if (id === connectionId || id.startsWith(`${connectionId}/`)) {
        this.#isOpen.delete(id);
      }
    }
    await this.#write();
  }

  async #write(): Promise<void> {
    const newest = [...this.#isOpen].slice(-maxRows);
    await this.#memory.update(memoryKey, newest.length === 0 ? undefined : Object.fromEntries(newest));
  }
}
