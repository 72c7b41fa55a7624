import type { Page } from "../model/tracker.ts";
import { Branch, type BranchTexts } from "./branch.ts";
import type { TreeService } from "./ports.ts";
import type { Redraw } from "./redraw.ts";
import type { RowRegistry } from "./rowRegistry.ts";
import type { Row } from "./rows.ts";

/** A list of the service below a row. */
export interface ListParts<T> {
  /** Begins with the id of the row; by default it is that id. A row with two lists gives the second an id of its own. */
  readonly id?: string;
  readonly read: (service: TreeService, offset: number, signal: AbortSignal) => Promise<Page<T>>;
  readonly rowOf: (item: T) => Row;
  readonly texts: BranchTexts;
  /** Sorts what was loaded; without it the rows stand in the order of the service. */
  readonly compare?: (a: Row, b: Row) => number;
}

/** The branches under their ids. A branch is made when first asked for, and dropped together with the rows below it. */
export class BranchRegistry {
  readonly #service: (connectionId: string) => Promise<TreeService>;
  readonly #rows: RowRegistry;
  readonly #redraw: Redraw;
  readonly #nowMs: () => number;
  readonly #byId = new Map<string, Branch>();
  /** When the last page was asked for. */
  readonly #askedAtMs = new WeakMap<Branch, number>();

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

  /** The list below a row, made where there is none yet. */
  of<T>(owner: Row, parts: ListParts<T>): Branch {
    const branch = this.#byId.get(parts.id ?? owner.id) ?? this.create(owner, parts);
    this.#byId.set(branch.id, branch);
    return branch;
  }

  /** Makes a list without keeping it: see `put`. */
  create<T>(owner: Row, parts: ListParts<T>): Branch {
    return Branch.of<T>(
      {
        ...parts,
        id: parts.id ?? owner.id,
        owner,
        read: async (offset, signal) => await parts.read(await this.#service(owner.connectionId), offset, signal),
      },
      this.#rows,
    );
  }

  /** Puts a branch in the place of the one with its id. */
  put(branch: Branch): void {
    this.#byId.set(branch.id, branch);
  }

  /** The branches right below a row; most rows have one. */
  ownedBy(row: Row): readonly Branch[] {
    return [...this.#byId.values()].filter(({ owner }) => owner.id === row.id);
  }

  /** Whether the branch is still kept, and no other has taken its place. */
  isCurrent(branch: Branch): boolean {
    return this.#byId.get(branch.id) === branch;
  }

  /** Reads the next page, and shows meanwhile that it is on its way. */
  async readMore(branch: Branch): Promise<void> {
    const shown = branch.listing.items.length;
    this.#askedAtMs.set(branch, this.#nowMs());
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

  /** How long ago `readMore` asked for a page. */
  readingMoreForMs(branch: Branch): number {
    return this.#nowMs() - (this.#askedAtMs.get(branch) ?? 0);
  }

  /** Has a row, and all below it, read again when it is drawn. */
  reread(row: Row): void {
    this.dropBelow(row);
    this.#redraw.row(row);
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
