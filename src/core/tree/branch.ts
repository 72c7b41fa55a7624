import type { Page } from "../model/tracker.ts";
import { isServiceError } from "../service/serviceError.ts";
import { Listing } from "./listing.ts";
import type { RowRegistry } from "./rowRegistry.ts";
import type { FailedRow, MessageRow, MoreRow, Row } from "./rows.ts";

/** How a list below a row is shown. */
export interface BranchParts {
  /**
   * Begins with the id of the row; by default it is that id. A row with two lists gives the second an id of its own.
   */
  readonly id?: string;
  /** Shown when the list is empty. Undefined: nothing is shown. */
  readonly empty?: string;
  /** Shown when the service does not have this list. `short` fits a narrow side bar. */
  readonly notListed?: { readonly short: string; readonly whole: string };
  /** Sorts what was loaded; without it the rows stand in the order of the service. */
  readonly compare?: (a: Row, b: Row) => number;
}

/**
 * A list below a row, which the service gives in pages, kept until it is refreshed: showing it again asks nothing of
 * the service. A row is made when its page arrives, so showing a long list costs no more than handing it over.
 */
export class Branch {
  readonly id: string;
  /** The row that the list is below. */
  readonly owner: Row;
  readonly listing: Listing<Row>;
  /** When its last page was asked for. */
  moreAskedAtMs = 0;
  readonly #rows: RowRegistry;
  readonly #parts: BranchParts;
  /** How many rows are read at first. */
  #extent: number;

  /** `extent`: how many rows are to be read at first, where these are more than the first page. */
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

  /** The rows that were read. Reads the first page, unless that was tried before. */
  async rows(): Promise<readonly Row[]> {
    if (this.isUnread || this.listing.isReading) {
      await this.listing.load(this.#extent);
      this.#extent = 0;
    }
    const { items } = this.listing;
    const { compare } = this.#parts;
    return compare ? items.toSorted(compare) : items;
  }

  /** The rows that were read, with the row that ends the list. */
  async rowsAndEnd(): Promise<readonly Row[]> {
    return [...(await this.rows()), ...this.end()];
  }

  /** The row that ends the list, if any: it tells of a failure, of a next page, or that the list is empty. */
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

  /** The row that stands for the next page. */
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
