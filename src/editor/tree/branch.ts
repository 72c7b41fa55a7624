import { Listing } from "../../core/listing.ts";
import type { Page } from "../../core/model/tracker.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import type { FailedNode, MessageNode, MoreNode, Node } from "./nodes.ts";
import { childOf, type Rows } from "./rows.ts";

/** What a list says where it has no rows to show. */
export interface BranchTexts {
  /** Undefined: nothing. */
  readonly empty?: string;
  /** Of a service without this list, which is no failure: what fits a narrow side bar, and the whole of it. */
  readonly notListed?: { readonly short: string; readonly whole: string };
}

export interface BranchParts<T> {
  /** Begins with the id of `owner`, and is that where the row has one list only. */
  readonly id: string;
  /** The row that the list is below. */
  readonly owner: Node;
  readonly read: (offset: number, signal: AbortSignal) => Promise<Page<T>>;
  readonly rowOf: (item: T) => Node;
  readonly texts: BranchTexts;
  /** Sorts what was loaded; without it the rows stand in the order of the service. */
  readonly compare?: (a: Node, b: Node) => number;
}

/**
 * A list below a row, which the service gives in pages, kept until it is refreshed: showing it again asks nothing of the
 * service. A row is made when its page arrives, so showing a long list costs no more than handing it over.
 */
export class Branch {
  readonly id: string;
  readonly owner: Node;
  readonly #rows: Rows;
  readonly #texts: BranchTexts;
  readonly #listing: Listing<Node>;
  readonly #compare: BranchParts<unknown>["compare"];

  private constructor(
    { id, owner, texts, compare }: Pick<BranchParts<unknown>, "id" | "owner" | "texts" | "compare">,
    listing: Listing<Node>,
    rows: Rows,
  ) {
    this.#compare = compare;
    this.id = id;
    this.owner = owner;
    this.#rows = rows;
    this.#texts = texts;
    this.#listing = listing;
  }

  static of<T>(parts: BranchParts<T>, rows: Rows): Branch {
    const { read, rowOf } = parts;
    const readRows = async (offset: number, signal: AbortSignal): Promise<Page<Node>> => {
      const page = await read(offset, signal);
      return signal.aborted ? { items: [] } : { ...page, items: page.items.map(rowOf) };
    };
    return new Branch(parts, new Listing(readRows, (row) => row.id), rows);
  }

  get listing(): Pick<
    Listing<Node>,
    | "load"
    | "loadMore"
    | "add"
    | "include"
    | "remove"
    | "cancel"
    | "renew"
    | "isLoaded"
    | "isReading"
    | "hasMore"
    | "total"
    | "failure"
    | "items"
  > {
    return this.#listing;
  }

  /** Whether nothing is known of the list and nobody is about to find out. */
  get isUnread(): boolean {
    const { isLoaded, isReading, failure } = this.#listing;
    return !isLoaded && !isReading && failure === undefined;
  }

  /** Whether the service answers that there is no such list. */
  get isNotListed(): boolean {
    const { isLoaded, failure } = this.#listing;
    return !isLoaded && isServiceError(failure) && failure.kind === "notFound";
  }

  /** The rows as far as they were read; the first page is asked for unless that was tried before. */
  async rows(): Promise<readonly Node[]> {
    if (this.isUnread || this.#listing.isReading) {
      await this.#listing.load();
    }
    const { items } = this.#listing;
    return this.#compare ? items.toSorted(this.#compare) : items;
  }

  /** The row after the last one: what failed, what there is more of, or that there is nothing. */
  end(shown = this.#listing.items.length): Node | undefined {
    const { failure, hasMore, isLoaded, isReading } = this.#listing;
    const { empty, notListed } = this.#texts;
    if (failure !== undefined && !isReading) {
      return this.isNotListed && notListed !== undefined
        ? this.#message(notListed.short, this.owner.kind === "connection", notListed.whole)
        : this.#rows.row<FailedNode>({ kind: "failed", ...this.#child("failed"), error: failure });
    }
    if (hasMore) {
      return this.more();
    }
    return shown === 0 && isLoaded && empty !== undefined ? this.#message(empty, false) : undefined;
  }

  /** The row that stands for the next page. */
  more(): MoreNode {
    const { total, isReading, items } = this.#listing;
    const row = this.#rows.row<MoreNode>({
      kind: "more",
      ...this.#child("more"),
      ...{ shown: items.length, isReading },
    });
    return Object.assign(row, { total });
  }

  #message(text: string, isWayToOpen: boolean, whole = text): MessageNode {
    const state = { kind: "message", ...this.#child("state"), isReading: false } as const;
    return this.#rows.row<MessageNode>({ ...state, text, whole, isWayToOpen });
  }

  #child(segment: string) {
    const { connectionId } = childOf(this.owner, segment);
    return { id: `${this.id}/${segment}`, connectionId, parent: this.owner, branchId: this.id };
  }
}
