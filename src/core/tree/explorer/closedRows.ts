import type { BranchRegistry } from "../branchRegistry.ts";
import type { Redraw } from "../redraw.ts";
import type { Row } from "../rows.ts";

/** The rows that are closed. A page that is being read below one is cancelled, because nobody waits for it. */
export class ClosedRows {
  readonly #branches: BranchRegistry;
  readonly #redraw: Redraw;
  readonly #closed = new Set<string>();

  constructor(branches: BranchRegistry, redraw: Redraw) {
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

  /** Draws the row again if its list was cancelled: VS Code would go on showing nothing below it. */
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
