import type { Page } from "../model/tracker.ts";
import { isServiceError } from "../service/serviceError.ts";
import { Listing } from "./listing.ts";
import type { RowRegistry } from "./rowRegistry.ts";
import type { FailedRow, MessageRow, MoreRow, Row } from "./rows.ts";

/** Tells how a list below a row is shown. */
export interface BranchParts {
  /** It begins with the id of the row, and is that id by default. The second list of a row has an id of its own. */
  readonly id?: string;
  /** The words in place of an empty list; nothing is shown where it is undefined. */
  readonly empty?: string;
  /** The words where the service does not have this list. `short` fits a narrow side bar. */
  readonly notListed?: { readonly short: string; readonly whole: string };
  /** Sorts the rows that were read; without it they stand in the order of the service. */
  readonly compare?: (a: Row, b: Row) => number;
}

/**
 * Holds a list below a row, which the service gives in pages, until it is refreshed: showing it again asks nothing of
 * the service. A row is made when its page arrives, so showing a long list costs no more than handing it over.
 */
export class Branch {
  readonly id: string;
  /** The row that the list is below. */
  readonly owner: Row;
  readonly listing: Listing<Row>;
  /** The time at which its last page was asked for. */
  moreAskedAtMs = 0;
  readonly #rows: RowRegistry;
  readonly #parts: BranchParts;
  /** The first reading takes so many rows. */
  #extent: number;

  /** The first reading takes `extent` rows, where that is more than the first page. */
  constructor(
    owner: Row,
    parts: BranchParts,
    read: (offset: number, signal: AbortSignal) => Promise<Page<Row>>,
    rows: RowRegistry,
    extent = 0,
  ) {
    this.id = parts.id ?? owner.id;
    this.owner = owner;
    this.#parts = parts;
    this.listing = new Listing(read, (row) => row.id);
    this.#rows = rows;
    this.#extent = extent;
  }

  /** Tells whether no page was read, none is being read and none has failed. */
  get isUnread(): boolean {
    const { isLoaded, isReading, failure } = this.listing;
    return !isLoaded && !isReading && failure === undefined;
  }

  /** Tells whether the service answered that it does not have this list. */
  get isNotListed(): boolean {
    const { isLoaded, failure } = this.listing;
    return !isLoaded && isServiceError(failure) && failure.kind === "notFound";
  }

  /** Gives the rows that were read. It reads the first page, unless that was tried before. */
  async rows(): Promise<readonly Row[]> {
    if (this.isUnread || this.listing.isReading) {
      await this.listing.load(this.#extent);
      this.#extent = 0;
    }
    const { items } = this.listing;
    const { compare } = this.#parts;
    return compare ? items.toSorted(compare) : items;
  }

  /** Gives the rows that were read, with the row that ends the list. */
  async rowsAndEnd(): Promise<readonly Row[]> {
    return [...(await this.rows()), ...this.end()];
  }

  /** Gives the row that ends the list, if any: it tells of a failure, of a next page, or that the list is empty. */
  end(): readonly Row[] {
    const { failure, hasMore, isLoaded, isReading, items } = this.listing;
    const { empty, notListed } = this.#parts;
    if (failure !== undefined && !isReading) {
      return [
        this.isNotListed && notListed !== undefined
          ? this.#message(notListed.short, this.owner.kind === "connection", notListed.whole)
          : this.#rows.row<FailedRow>({ kind: "failed", ...this.#end("failed"), error: failure }),
      ];
    }
    if (hasMore) {
      return [this.more()];
    }
    return items.length === 0 && isLoaded && empty !== undefined ? [this.#message(empty, false)] : [];
  }

  /** Gives the row that stands for the next page. */
  more(): MoreRow {
    const { total, isReading, items } = this.listing;
    return this.#rows.row<MoreRow>({ kind: "more", ...this.#end("more"), shown: items.length, total, isReading });
  }

  #message(text: string, isWayToOpen: boolean, whole = text): MessageRow {
    const row = { kind: "message", ...this.#end("state"), isReading: false } as const;
    return this.#rows.row<MessageRow>({ ...row, text, whole, isWayToOpen });
  }

  #end(segment: string) {
    const { connectionId } = this.owner;
    return { id: `${this.id}/${segment}`, connectionId, parent: this.owner, branchId: this.id };
  }
}
