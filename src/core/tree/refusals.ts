/** The routes that some services do not have. */
export type Route = "reports" | "links" | "assigned";

/**
 * Remembers what the services of connections were found to refuse, or not to have. It does so as long as the window
 * lives, or until that may have changed, as with another key or when everything is read again.
 */
export class Refusals<What> {
  readonly #refused = new Map<string, Set<What>>();

  has(connectionId: string, what: What | undefined): boolean {
    return what !== undefined && this.#refused.get(connectionId)?.has(what) === true;
  }

  add(connectionId: string, what: What): void {
    this.#refused.set(connectionId, (this.#refused.get(connectionId) ?? new Set()).add(what));
  }

  /** Forgets those of one connection, or of all. */
  clear(connectionId?: string): void {
    if (connectionId === undefined) {
      this.#refused.clear();
    } else {
      this.#refused.delete(connectionId);
    }
  }
}
