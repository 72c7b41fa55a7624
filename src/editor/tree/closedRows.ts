import type { Branches } from "./branches.ts";
import type { Node } from "./nodes.ts";
import type { Redraw } from "./redraw.ts";

/** The rows that are closed: a page under way below one is given up, since nobody waits for it. */
export class ClosedRows {
  readonly #branches: Branches;
  readonly #redraw: Redraw;
  readonly #closed = new Set<string>();

  constructor(branches: Branches, redraw: Redraw) {
    this.#branches = branches;
    this.#redraw = redraw;
  }

  closed(node: Node): void {
    this.#closed.add(node.id);
    for (const { listing } of this.#branches.ownedBy(node)) {
      if (listing.isReading) {
        listing.cancel();
      }
    }
  }

  /** VS Code keeps what it showed below: after a list that was given up that would be nothing. */
  opened(node: Node): void {
    this.#closed.delete(node.id);
    if (this.#branches.ownedBy(node).some(({ isUnread }) => isUnread)) {
      this.#redraw.row(node);
    }
  }

  /** Whether a closed row hides this one. */
  hides({ parent }: Node): boolean {
    return parent !== undefined && (this.#closed.has(parent.id) || this.hides(parent));
  }
}
