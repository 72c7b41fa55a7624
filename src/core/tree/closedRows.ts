import type { Branches } from "./branches.ts";
import type { Redraw } from "./redraw.ts";
import type { Row } from "./rows.ts";

/** The rows that are closed: a page under way below one is given up, since nobody waits for it. */
export class ClosedRows {
  readonly #branches: Branches;
  readonly #redraw: Redraw;
  readonly #closed = new Set<string>();

  constructor(branches: Branches, redraw: Redraw) {
    this.#branches = branches;
    this.#redraw = redraw;
  }

  closed(row: Row): void {
    this.#closed.add(row.id);
    for (const { listing } of this.#branches.ownedBy(row)) {
      if (listing.isReading) {
        listing.cancel();
      }
    }
  }

  /** VS Code keeps what it showed below: after a list that was given up that would be nothing. */
  opened(row: Row): void {
    this.#closed.delete(row.id);
    if (this.#branches.ownedBy(row).some(({ isUnread }) => isUnread)) {
      this.#redraw.row(row);
    }
  }

  /** Whether a closed row hides this one. */
  hides({ parent }: Row): boolean {
    return parent !== undefined && (this.#closed.has(parent.id) || this.hides(parent));
  }
}
