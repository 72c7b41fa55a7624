import type { Page } from "./model/tracker.ts";

/**
 * A list the service gives in pages, as far as it was read.
 *
 * What was read stays through a failed or cancelled page; reads of one page share one promise; a failed one is forgotten,
 * so that asking again reads again. An item that a later page repeats, since the list moved on between, is there once.
 */
export class Listing<T> {
  readonly #readPage: (offset: number, signal: AbortSignal) => Promise<Page<T>>;
  readonly #keyOf: (item: T) => string | number;
  readonly #items = new Map<string | number, T>();
  #nextOffset: number | undefined = 0;
  #total: number | undefined;
  #failure: unknown;
  #reading: { readonly promise: Promise<void>; readonly abort: AbortController } | undefined;

  constructor(
    readPage: (offset: number, signal: AbortSignal) => Promise<Page<T>>,
    keyOf: (item: T) => string | number,
  ) {
    this.#readPage = readPage;
    this.#keyOf = keyOf;
  }

  get items(): readonly T[] {
    return [...this.#items.values()];
  }

  /** The service's count, an upper bound; undefined where it does not tell. */
  get total(): number | undefined {
    return this.#total;
  }

  /** Whether a first page has arrived. */
  get isLoaded(): boolean {
    return this.#nextOffset !== 0;
  }

  get hasMore(): boolean {
    return this.isLoaded && this.#nextOffset !== undefined;
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** Why the last page could not be read; undefined when it could. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Reads the first page unless it is there. Never throws: see `failure`. */
  async load(): Promise<void> {
    if (!this.isLoaded) {
      await this.#read();
    }
  }

  /** Reads the page after the last one. Never throws: see `failure`. */
  async loadMore(): Promise<void> {
    if (this.#nextOffset !== undefined) {
      await this.#read();
    }
  }

  /** Takes over an item that the service has added to the end of the list; nothing where that was not read yet. */
  add(item: T): void {
    if (this.isLoaded && !this.hasMore) {
      this.#items.set(this.#keyOf(item), item);
      this.#total = this.#total === undefined ? undefined : this.#total + 1;
    }
  }

  /** Takes out an item that the service has dropped from the list. */
  remove(key: string | number): void {
    if (this.#items.delete(key)) {
      this.#total = this.#total === undefined ? undefined : this.#total - 1;
      // What comes after it has moved up by one.
      this.#nextOffset = this.#nextOffset === undefined ? undefined : Math.max(1, this.#nextOffset - 1);
    }
  }

  /** Gives up the page under way, if any; what was read before stays. */
  cancel(): void {
    const reading = this.#reading;
    this.#reading = undefined;
    reading?.abort.abort();
  }

  #read(): Promise<void> {
    if (this.#reading) {
      return this.#reading.promise;
    }
    const abort = new AbortController();
    const promise = this.#readNext(abort.signal);
    this.#reading = { promise, abort };
    return promise;
  }

  async #readNext(signal: AbortSignal): Promise<void> {
    // Lets `#read` keep the promise before anything can change.
    await Promise.resolve();
    try {
      const pages = await this.#readUntilItems(signal);
      if (signal.aborted) {
        return;
      }
      for (const item of pages.items) {
        this.#items.set(this.#keyOf(item), item);
      }
      this.#nextOffset = pages.nextOffset;
      this.#total = pages.total;
      this.#failure = undefined;
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      this.#failure = error;
    }
    this.#reading = undefined;
  }

  // A page is empty where rights hide all of it while more follow: nobody should have to ask for the next one by hand.
  async #readUntilItems(signal: AbortSignal): Promise<Page<T>> {
    let page = await this.#readPage(this.#nextOffset ?? 0, signal);
    for (let empty = 1; page.items.length === 0 && page.nextOffset !== undefined && empty < mostEmptyPages; empty++) {
      signal.throwIfAborted();
      page = await this.#readPage(page.nextOffset, signal);
    }
    return page;
  }
}

// So that a service whose pages never end is not asked for ever.
const mostEmptyPages = 20;
