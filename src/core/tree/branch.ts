import type { Page } from "../model/tracker.ts";
import { isServiceError } from "../service/serviceError.ts";
import { Listing } from "./listing.ts";
import type { RowRegistry } from "./rowRegistry.ts";
import type { FailedRow, MessageRow, MoreRow, Row } from "./rows.ts";

/** The texts of a list that has no rows. */
export interface BranchTexts {
  /** Shown when the list is empty. Undefined: nothing is shown. */
  readonly empty?: string;
  /** Shown when the service does not have this list. `short` fits a narrow side bar. */
  readonly notListed?: { readonly short: string; readonly whole: string };
}

interface BranchParts<T> {
  /** Begins with the id of `owner`. It equals that id when the row has one list only. */
  readonly id: string;
  /** The row that the list is below. */
  readonly owner: Row;
  readonly read: (offset: number, signal: AbortSignal) => Promise<Page<T>>;
  readonly rowOf: (item: T) => Row;
  readonly texts: BranchTexts;
  /** Sorts what was loaded; without it the rows stand in the order of the service. */
  readonly compare?: (a: Row, b: Row) => number;
}

/**
 * A list below a row, which the service gives in pages, kept until it is refreshed: showing it again asks nothing of the
 * service. A row is made when its page arrives, so showing a long list costs no more than handing it over.
 */
export class Branch {
  readonly id: string;
  readonly owner: Row;
  readonly listing: Listing<Row>;
  readonly #rows: RowRegistry;
  readonly #texts: BranchTexts;
  readonly #compare: ((a: Row, b: Row) => number) | undefined;

  private constructor(
    { id, owner, texts, compare }: Omit<BranchParts<never>, "read" | "rowOf">,
    listing: Listing<Row>,
    rows: RowRegistry,
  ) {
    this.id = id;
    this.owner = owner;
    this.listing = listing;
    this.#rows = rows;
    this.#texts = texts;
    this.#compare = compare;
  }

  static of<T>(parts: BranchParts<T>, rows: RowRegistry): Branch {
    const { read, rowOf } = parts;
    const readRows = async (offset: number, signal: AbortSignal): Promise<Page<Row>> => {
      const page = await read(offset, signal);
      return signal.aborted ? { items: [] } : { ...page, items: page.items.map(rowOf) };
    };
    return new Branch(parts, new Listing(readRows, (row) => row.id), rows);
  }

  /** Whether no page was read, none is being read and none has failed. */
  get isUnread(): boolean {
    const { isLoaded, isReading, failure } = this.listing;
    return !isLoaded && !isReading && failure === undefined;
  }

  /** Whether the service answered that it does not have this list. */
  get isNotListed(): boolean {
    const { isLoaded, failure } = this.listing;
    return !isLoaded && isServiceError(failure) && failure.kind === "notFound";
  }

  /** The rows that were read. Reads the first page, unless that was tried before. */
  async rows(): Promise<readonly Row[]> {
    if (this.isUnread || this.listing.isReading) {
      await this.listing.load();
    }
    const { items } = this.listing;
    return this.#compare ? items.toSorted(this.#compare) : items;
  }

  /** The rows that were read, with the row that ends the list. */
  async rowsAndEnd(): Promise<readonly Row[]> {
    return [...(await this.rows()), ...this.end()];
  }

  /** The row that ends the list, if any: it tells of a failure, of a next page, or that the list is empty. */
  end(): readonly Row[] {
    const { failure, hasMore, isLoaded, isReading, items } = this.listing;
    const { empty, notListed } = this.#texts;
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
