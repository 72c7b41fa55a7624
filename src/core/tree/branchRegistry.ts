import type { Page } from "../model/tracker.ts";
import { Branch, type BranchParts } from "./branch.ts";
import type { TreeService } from "./ports.ts";
import type { Redraw } from "./redraw.ts";
import type { RowRegistry } from "./rowRegistry.ts";
import type { Row } from "./rows.ts";

/** A list of the service below a row. */
export interface ListParts<T> extends BranchParts {
  readonly read: (service: TreeService, offset: number, signal: AbortSignal) => Promise<Page<T>>;
  readonly rowOf: (item: T) => Row;
}

/**
 * Holds the branches under their ids. A branch is made when first asked for, and dropped together with the rows below
 * it.
 */
export class BranchRegistry {
  readonly #service: (connectionId: string) => Promise<TreeService>;
  readonly #rows: RowRegistry;
  readonly #redraw: Redraw;
  readonly #nowMs: () => number;
  readonly #byId = new Map<string, Branch>();
  /** The numbers of rows to read of lists that are read anew, by the ids of their branches. */
  readonly #extents = new Map<string, number>();

  /** `service` throws for an unknown id. */
  constructor(
    service: (connectionId: string) => Promise<TreeService>,
    rows: RowRegistry,
    redraw: Redraw,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#service = service;
    this.#rows = rows;
    this.#redraw = redraw;
    this.#nowMs = nowMs;
  }

  get(id: string): Branch | undefined {
    return this.#byId.get(id);
  }

  /** Gives the list below a row, and makes it where there is none yet. */
  of<T>(owner: Row, parts: ListParts<T>): Branch {
    const known = this.#byId.get(parts.id ?? owner.id);
    if (known) {
      return known;
    }
    const readRows = async (offset: number, signal: AbortSignal): Promise<Page<Row>> => {
      const page = await parts.read(await this.#service(owner.connectionId), offset, signal);
      return signal.aborted ? { items: [] } : { ...page, items: page.items.map(parts.rowOf) };
    };
    const branch = new Branch(owner, parts, readRows, this.#rows, this.#extents.get(parts.id ?? owner.id));
    this.#extents.delete(branch.id);
    this.#byId.set(branch.id, branch);
    return branch;
  }

  /** Gives the branches right below a row; most rows have one. */
  ownedBy(row: Row): readonly Branch[] {
    return [...this.#byId.values()].filter(({ owner }) => owner.id === row.id);
  }

  /** Tells whether the branch is still kept, and no other has taken its place. */
  isCurrent(branch: Branch): boolean {
    return this.#byId.get(branch.id) === branch;
  }

  /** Reads the next page, and shows meanwhile that it is on its way. */
  async readMore(branch: Branch): Promise<void> {
    const shown = branch.listing.items.length;
    branch.moreAskedAtMs = this.#nowMs();
    const reading = branch.listing.loadMore();
    const isFailed = branch.listing.failure !== undefined;
    // The row that ends the list is drawn again alone. When another row takes its place, the whole list is drawn again.
    this.#redraw.row(isFailed ? branch.owner : branch.more());
    await reading;
    if (this.isCurrent(branch)) {
      const isSame = branch.listing.items.length === shown && branch.listing.failure === undefined;
      this.#redraw.row(isSame && branch.listing.hasMore ? branch.more() : branch.owner);
    }
  }

  /** Tells how long ago `readMore` asked for a page. */
  readingMoreForMs(branch: Branch): number {
    return this.#nowMs() - branch.moreAskedAtMs;
  }

  /** Has a row, and all below it, read again when it is drawn. */
  reread(row: Row): void {
    this.dropBelow(row);
    this.#redraw.row(row);
  }

  /** Remembers how far these lists were read, so that they are read anew as far. */
  keepExtents(isKept: (id: string) => boolean): void {
    for (const [id, { listing }] of this.#byId) {
      if (isKept(id) && listing.extent > 0) {
        this.#extents.set(id, listing.extent);
      }
    }
  }

  /** Forgets rows and branches by their ids, and cancels pages that are being read. */
  drop(isDropped: (id: string) => boolean): void {
    for (const id of this.#byId.keys()) {
      if (isDropped(id)) {
        this.dropAlone(id);
      }
    }
    this.#rows.drop(isDropped);
  }

  /** Forgets all that is below a row. */
  dropBelow(row: Row): void {
    this.drop((id) => id.startsWith(`${row.id}/`));
    this.dropAlone(row.id);
  }

  /** Forgets a branch, but keeps the rows that were read of it. */
  dropAlone(id: string): void {
    this.#byId.get(id)?.listing.cancel();
    this.#byId.delete(id);
  }
}
