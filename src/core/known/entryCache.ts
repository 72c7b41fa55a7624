import { setImmediate as nextTurn } from "node:timers/promises";
import { isJsonObject } from "../model/json.ts";
import { WriteQueue } from "../util/writeQueue.ts";
import type { CatalogEntry, CatalogStore, KeptCatalogEntry } from "./ports.ts";

/**
 * Holds what one service told, in memory and in a store, both within `limits`.
 *
 * An entry of the store counts for nothing when another address told it: names never pass from one service to another.
 */
export class EntryCache {
  readonly #baseUrl: string;
  readonly #store: CatalogStore;
  readonly #entries = new Map<string, CatalogEntry>();
  readonly #inMemory: LeastRecentlyUsed;
  readonly #inStore: LeastRecentlyUsed;
  #isStoreKnown = false;
  #isClosed = false;
  #clearings = 0;
  #removals = 0;
  readonly #writes = new WriteQueue();

  constructor(baseUrl: string, store: CatalogStore, limits: Limits) {
    this.#baseUrl = baseUrl;
    this.#store = store;
    this.#inMemory = new LeastRecentlyUsed(limits);
    this.#inStore = new LeastRecentlyUsed(limits);
  }

  /** Gives an entry that is in memory. */
  peek(name: string): CatalogEntry | undefined {
    this.#inMemory.touch(name);
    return this.#entries.get(name);
  }

  /**
   * Gives the entry in memory, or what `take` makes of the entry that the store has of this address. An entry of which
   * `take` makes nothing is damaged, and counts for nothing.
   */
  async get(name: string, take: (kept: object) => object | undefined): Promise<CatalogEntry | undefined> {
    const inMemory = this.peek(name);
    if (inMemory || this.#isClosed) {
      return inMemory;
    }
    const [clearings, removals] = [this.#clearings, this.#removals];
    // An entry that is still being written must be there when the store is read.
    await this.#writes.settled();
    const kept = await this.#store.read(name);
    const isForgotten = clearings !== this.#clearings || removals !== this.#removals;
    const newer = this.#entries.get(name);
    const value = newer || isForgotten || !this.#isOwn(kept) ? undefined : take(kept.value);
    if (!this.#isOwn(kept) || value === undefined) {
      return newer;
    }
    const entry = { readAt: kept.readAt, value };
    this.#putInMemory(name, entry);
    return entry;
  }

  /** Puts an entry into memory, and into the store too where `isKept` says so. */
  put(name: string, entry: CatalogEntry, isKept: boolean): void {
    if (this.#isClosed) {
      return;
    }
    this.#entries.set(name, entry);
    void this.#writes.run(async () => {
      // Measuring a page takes as long as drawing it: whoever asked for the page goes on first.
      await nextTurn();
      if (this.#entries.get(name) !== entry) {
        return;
      }
      const bytes = this.#putInMemory(name, entry);
      if (isKept) {
        await this.#learnStore();
        await this.#store.write(name, { baseUrl: this.#baseUrl, ...entry });
        for (const gone of this.#inStore.put(name, bytes)) {
          await this.#store.remove(gone);
        }
      }
    });
  }

  /**
   * Forgets the entries with names of which `isGone` is true: they are out of memory at once, and out of the store
   * before it is read again. This window does not know what others have stored since it looked: the names of `others`
   * are removed from the store whoever wrote them.
   */
  remove(isGone: (name: string) => boolean, others: Iterable<string>): void {
    this.#removals++;
    for (const name of [...this.#entries.keys()].filter(isGone)) {
      this.#entries.delete(name);
      this.#inMemory.remove(name);
    }
    void this.#writes.run(async () => {
      await this.#learnStore();
      for (const name of new Set([...this.#inStore.names.filter(isGone), ...others])) {
        this.#inStore.remove(name);
        await this.#store.remove(name);
      }
    });
  }

  /** Forgets everything. Resolves when nothing of it is in the store. */
  clear(): Promise<void> {
    this.#drop();
    return this.#writes.run(async () => {
      this.#inStore.clear();
      await this.#store.clear();
    });
  }

  /** Ends the cache: it takes nothing more, and gives nothing. */
  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  /** Resolves when everything is written. */
  async settled(): Promise<void> {
    await this.#writes.settled();
  }

  #drop(): void {
    this.#clearings++;
    this.#entries.clear();
    this.#inMemory.clear();
  }

  #putInMemory(name: string, entry: CatalogEntry): number {
    const bytes = JSON.stringify(entry.value).length;
    this.#entries.set(name, entry);
    for (const gone of this.#inMemory.put(name, bytes)) {
      this.#entries.delete(gone);
    }
    return bytes;
  }

  /** Learns, before the first write, what earlier windows left in the store: that counts as well. */
  async #learnStore(): Promise<void> {
    if (this.#isStoreKnown) {
      return;
    }
    this.#isStoreKnown = true;
    const kept = [...(await this.#store.list())].sort((a, b) => a.writtenAt - b.writtenAt);
    for (const { name, bytes } of kept) {
      for (const gone of this.#inStore.put(name, bytes)) {
        await this.#store.remove(gone);
      }
    }
  }

  #isOwn(kept: unknown): kept is KeptCatalogEntry {
    return (
      isJsonObject(kept) &&
      kept.baseUrl === this.#baseUrl &&
      typeof kept.readAt === "number" &&
      Number.isFinite(kept.readAt) &&
      typeof kept.value === "object" &&
      kept.value !== null
    );
  }
}

/** Tells how much may be kept. The entry used last is kept however large it is: it is still needed. */
export interface Limits {
  readonly entries: number;
  readonly bytes: number;
}

/**
 * Tells which entries to keep within limits of number and size: those used last. It knows their names and sizes, not
 * what they hold.
 */
export class LeastRecentlyUsed {
  readonly #limits: Limits;
  /** Holds the size of each entry; the one used last comes last. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get names(): readonly string[] {
    return [...this.#sizes.keys()];
  }

  /** Notes that an entry was read. */
  touch(name: string): void {
    const bytes = this.#sizes.get(name);
    if (bytes !== undefined) {
      this.#sizes.delete(name);
      this.#sizes.set(name, bytes);
    }
  }

  /** Notes that an entry was written. Gives the names of the entries that have to go for it. */
  put(name: string, bytes: number): readonly string[] {
    this.remove(name);
    this.#sizes.set(name, bytes);
    this.#bytes += bytes;
    const gone: string[] = [];
    for (const oldest of this.#sizes.keys()) {
      if (oldest === name || (this.#bytes <= this.#limits.bytes && this.#sizes.size <= this.#limits.entries)) {
        break;
      }
      this.remove(oldest);
      gone.push(oldest);
    }
    return gone;
  }

  remove(name: string): void {
    this.#bytes -= this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name);
  }

  clear(): void {
    this.#sizes.clear();
    this.#bytes = 0;
  }
}
