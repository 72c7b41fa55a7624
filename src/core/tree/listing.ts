import type { Page } from "../model/tracker.ts";

/**
 * Holds a list that the service gives in pages, as far as it was read.
 *
 * What was read stays through a failed or cancelled page. Reads of one page share one promise; a failed one is
 * forgotten, so that asking again reads again. The list may move on between two pages: an item that a later page
 * repeats is there once, and where the list has become shorter, the page is read again from so much further up that
 * nothing is passed over.
 */
export class Listing<T> {
  readonly #readPage: (offset: number, signal: AbortSignal) => Promise<Page<T>>;
  readonly #keyOf: (item: T) => string | number;
  readonly #items: T[] = [];
  readonly #places = new Map<string | number, number>();
  /** The items that `include` took over: they are in the list, whether or not a page has had them. */
  readonly #included = new Map<string | number, T>();
  #nextOffset: number | undefined = 0;
  #total: number | undefined;
  #pages = 0;
  #failure: unknown;
  #reading: { readonly promise: Promise<void>; readonly abort: AbortController } | undefined;

  constructor(
    readPage: (offset: number, signal: AbortSignal) => Promise<Page<T>>,
    keyOf: (item: T) => string | number,
  ) {
    this.#readPage = readPage;
    this.#keyOf = keyOf;
  }

  /** Gives the items in an array that stays the same and grows: a long list is not copied for each look at it. */
  get items(): readonly T[] {
    return this.#items;
  }

  /** Gives the service's count, an upper bound; undefined where it does not tell. */
  get total(): number | undefined {
    return this.#total;
  }

  /** Tells whether a first page has arrived. */
  get isLoaded(): boolean {
    return this.#nextOffset !== 0;
  }

  get hasMore(): boolean {
    return this.isLoaded && this.#nextOffset !== undefined;
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** Gives the error that kept the last page from being read; undefined when it could be read. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Tells how many items were read, where somebody has asked for more than the first page; else 0. */
  get extent(): number {
    return this.#pages > 1 ? this.#items.length : 0;
  }

  /**
   * Reads the first page unless it is there, and further ones until there are `atLeast` items, where the service has so
   * many. It never throws: see `failure`.
   */
  async load(atLeast = 0): Promise<void> {
    if (!this.isLoaded) {
      await this.#read();
    }
    // A service that gives nothing new and says that there is more would be asked for ever.
    for (let before = -1; before < this.#items.length && this.#items.length < atLeast; ) {
      if (!this.hasMore || this.#failure !== undefined) {
        return;
      }
      before = this.#items.length;
      await this.#read();
    }
  }

  /** Reads the page after the last one. It never throws: see `failure`. */
  async loadMore(): Promise<void> {
    if (this.#nextOffset !== undefined) {
      await this.#read();
    }
  }

  /** Adds an item that the service has put at the end of the list; does nothing where nobody has read that far. */
  add(item: T): void {
    if (this.isLoaded && !this.hasMore && this.#put(item)) {
      this.#total = this.#total === undefined ? undefined : this.#total + 1;
    }
  }

  /**
   * Takes over an item that is known to be in the list, further down than was read; a page that has it changes nothing.
   */
  include(item: T): void {
    this.#included.set(this.#keyOf(item), item);
    this.#put(item);
  }

  /**
   * Reads again what was read. The items read before stay until all of the list has come, and where a page fails. Gives
   * the error that kept it from being read, and never throws.
   */
  async renew(): Promise<unknown> {
    await this.#reading?.promise;
    const fresh = new Listing(this.#readPage, this.#keyOf);
    await fresh.load(this.#items.length);
    if (fresh.failure !== undefined) {
      return fresh.failure;
    }
    this.#becomes(fresh.items, fresh.#nextOffset, fresh.#total);
    return undefined;
  }

  /** Takes over the whole list as it is now, which something else than its pages told. */
  replace(items: readonly T[]): void {
    this.#becomes(items, undefined, undefined);
  }

  /** Takes out an item that the service has dropped from the list. */
  remove(key: string | number): void {
    const place = this.#places.get(key);
    this.#included.delete(key);
    if (place === undefined) {
      return;
    }
    this.#items.splice(place, 1);
    this.#places.clear();
    this.#items.forEach((item, index) => void this.#places.set(this.#keyOf(item), index));
    this.#total = this.#total === undefined ? undefined : this.#total - 1;
    // The items after it have moved up by one.
    this.#nextOffset = this.#nextOffset === undefined ? undefined : Math.max(1, this.#nextOffset - 1);
  }

  /** Gives up the page under way, if any; what was read before stays. */
  cancel(): void {
    const reading = this.#reading;
    this.#reading = undefined;
    reading?.abort.abort();
  }

  #becomes(items: readonly T[], nextOffset: number | undefined, total: number | undefined): void {
    // A page that somebody asked for meanwhile is one of the list as it was.
    this.cancel();
    this.#items.length = 0;
    this.#places.clear();
    items.forEach((item) => void this.#put(item));
    this.#included.forEach((item, key) => void (this.#places.has(key) || this.#put(item)));
    this.#nextOffset = nextOffset;
    this.#total = total;
    this.#failure = undefined;
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
    // This lets `#read` keep the promise before anything can change.
    await Promise.resolve();
    let failure: unknown;
    try {
      await this.#readUntilNew(signal);
    } catch (error) {
      failure = error;
    }
    if (!signal.aborted) {
      this.#failure = failure;
      this.#reading = undefined;
    }
  }

  // A page is empty where rights hide all of it while more follow: nobody should have to ask for the next one by hand.
  async #readUntilNew(signal: AbortSignal): Promise<void> {
    for (let pages = 0; pages < maxPagesWithoutNew && this.#nextOffset !== undefined; pages++) {
      const page = await this.#readPageAt(this.#nextOffset, signal);
      if (signal.aborted) {
        return;
      }
      const before = this.#items.length;
      page.items.forEach((item) => void this.#put(item));
      this.#nextOffset = page.nextOffset;
      this.#total = page.total;
      if (this.#items.length > before) {
        this.#pages += 1;
        return;
      }
    }
  }

  async #readPageAt(offset: number, signal: AbortSignal): Promise<Page<T>> {
    const before = this.#total ?? 0;
    const page = await this.#readPage(offset, signal);
    const dropped = before - (page.total ?? 0);
    return offset > 0 && page.total !== undefined && dropped > 0 && !signal.aborted
      ? await this.#readPage(Math.max(0, offset - dropped), signal)
      : page;
  }

  #put(item: T): boolean {
    const key = this.#keyOf(item);
    const place = this.#places.get(key);
    if (place !== undefined) {
      this.#items[place] = item;
      return false;
    }
    this.#places.set(key, this.#items.length);
    this.#items.push(item);
    return true;
  }
}

// A service whose pages never end would be asked for ever.
const maxPagesWithoutNew = 20;
