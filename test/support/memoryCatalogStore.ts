import type { CatalogStore } from "../../src/core/known/ports.ts";
import type { KeptName } from "../../src/core/util/keyValueStore.ts";

/** What catalogs keep, in memory; entries survive as JSON does, and may be damaged by hand. */
export class MemoryCatalogStore implements CatalogStore {
  readonly texts = new Map<string, string>();

  /** Of all entries together. */
  get bytes(): number {
    return [...this.texts.values()].reduce((sum, text) => sum + text.length, 0);
  }

  async list(): Promise<readonly KeptName[]> {
    // Maps keep the order of writing.
    return [...this.texts].map(([name, text], index) => ({ name, bytes: text.length, writtenAt: index }));
  }

  async read(name: string): Promise<unknown> {
    const text = this.texts.get(name);
    try {
      return text === undefined ? undefined : JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  async write(name: string, value: object): Promise<void> {
    this.texts.delete(name);
    this.texts.set(name, JSON.stringify(value));
  }

  async remove(name: string): Promise<void> {
    this.texts.delete(name);
  }

  async clear(): Promise<void> {
    this.texts.clear();
  }
}
