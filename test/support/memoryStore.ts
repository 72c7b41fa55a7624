import type { KeyValueStore } from "../../src/core/pins/remembered.ts";

/** What is remembered, in memory; values survive as JSON does, as in VS Code's own store. */
export class MemoryStore implements KeyValueStore {
  readonly #values = new Map<string, string>();

  get text(): string {
    return JSON.stringify([...this.#values]);
  }

  get(key: string): unknown {
    const text = this.#values.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  async update(key: string, value: unknown): Promise<void> {
    if (value === undefined) {
      this.#values.delete(key);
    } else {
      this.#values.set(key, JSON.stringify(value));
    }
  }
}
