import { assertNever } from "../../core/util/assertNever.ts";
import type { Branch } from "./branch.ts";
import { type Listings, linksIdOf, reportsIdOf } from "./listings.ts";
import type { ArtifactNode, Node, TrackerNode } from "./nodes.ts";
import type { Redraw } from "./redraw.ts";
import type { Rows } from "./rows.ts";

/** A row with a list of the service right below it. */
export type BranchNode = Exclude<Node, { readonly kind: "attachment" | "repository" | "more" | "failed" | "message" }>;

/** The branches that are there, each under its id: made when first asked for, dropped together with the rows below them. */
export class Branches {
  readonly #listings: Listings;
  readonly #rows: Rows;
  readonly #redraw: Redraw;
  readonly #nowMs: () => number;
  readonly #byId = new Map<string, Branch>();
  /** When the page that is read last was asked for. */
  readonly #askedAtMs = new WeakMap<Branch, number>();

  constructor(listings: Listings, rows: Rows, redraw: Redraw, nowMs: () => number = () => performance.now()) {
    this.#listings = listings;
    this.#rows = rows;
    this.#redraw = redraw;
    this.#nowMs = nowMs;
  }

  get(id: string): Branch | undefined {
    return this.#byId.get(id);
  }

  /** All that are below a row; most rows have one. */
  ownedBy(node: Node): readonly Branch[] {
    return [...this.#byId.values()].filter(({ owner }) => owner.id === node.id);
  }

  /** Whether nothing has taken its place. */
  isCurrent(branch: Branch): boolean {
    return this.#byId.get(branch.id) === branch;
  }

  /** What is right below a row. */
  of(node: BranchNode): Branch {
    return this.#known(node.id, () => this.#create(node));
  }

  reportsOf(node: TrackerNode): Branch {
    return this.#known(reportsIdOf(node), () => this.#listings.reports(node));
  }

  linksOf(node: ArtifactNode): Branch {
    return this.#known(linksIdOf(node), () => this.#listings.links(node));
  }

  /** Puts a branch in the place of the one with its id. */
  put(branch: Branch): void {
    this.#byId.set(branch.id, branch);
  }

  /** Reads the next page, and shows meanwhile that it is on its way. */
  async readMore(branch: Branch): Promise<void> {
    const shown = branch.listing.items.length;
    this.#askedAtMs.set(branch, this.#nowMs());
    const reading = branch.listing.loadMore();
    const isFailed = branch.listing.failure !== undefined;
    // A row that ends a list is drawn again alone; where another takes its place, the list is.
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
  reread(node: Node): void {
    this.dropBelow(node);
    this.#redraw.row(node);
  }

  /** Forgets rows and branches by their ids; pages under way are given up. */
  drop(isDropped: (id: string) => boolean): void {
    for (const id of this.#byId.keys()) {
      if (isDropped(id)) {
        this.dropAlone(id);
      }
    }
    this.#rows.drop(isDropped);
  }

  /** Forgets all that is below a row. */
  dropBelow(node: Node): void {
    this.drop((id) => id.startsWith(`${node.id}/`));
    this.dropAlone(node.id);
  }

  /** Forgets a branch, and none of the rows that were read of it. */
  dropAlone(id: string): void {
    this.#byId.get(id)?.listing.cancel();
    this.#byId.delete(id);
  }

  #known(id: string, create: () => Branch): Branch {
    const branch = this.#byId.get(id) ?? create();
    this.#byId.set(id, branch);
    return branch;
  }

  #create(node: BranchNode): Branch {
    switch (node.kind) {
      case "connection":
        return this.#listings.projects(node);
      case "group":
        return this.#listings.assigned(node);
      case "query":
        return this.#listings.query(node);
      case "project":
        return this.#listings.trackers(node);
      case "tracker":
      case "allArtifacts":
        return this.#listings.artifacts(node);
      case "report":
        return this.#listings.reportArtifacts(node);
      case "artifact":
        return this.#listings.attachments(node);
      case "links":
        return this.#listings.linkedArtifacts(node);
      case "repositories":
        return this.#listings.repositories(node);
      default:
        return assertNever(node);
    }
  }
}
