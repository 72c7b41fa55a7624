import type { KeyValueStore } from "../../src/core/util/keyValueStore.ts";

/**
 * What is remembered, in memory. As VS Code's own store it keeps values as JSON does, and gives one object until it is
 * changed.
 */
export class MemoryStore implements KeyValueStore {
  readonly #values = new Map<string, unknown>();

  get text(): string {
    return JSON.stringify([...this.#values]);
  }

  get(key: string): unknown {
    return this.#values.get(key);
  }

  async update(key: string, value: unknown): Promise<void> {
    if (value === undefined) {
      this.#values.delete(key);
    } else {
      this.#values.set(key, JSON.parse(JSON.stringify(value)));
    }
  }
}
