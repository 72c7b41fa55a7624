/**
 * The trackers of which the service has refused a deletion with 403, which it does whoever the artifact is of: kept as
 * long as the window lives, or until the key may be another or everything is read again.
 */
export class RefusedDeletions {
  readonly #trackers = new Map<string, Set<number>>();

  has(connectionId: string, trackerId: number | undefined): boolean {
    return trackerId !== undefined && this.#trackers.get(connectionId)?.has(trackerId) === true;
  }

  add(connectionId: string, trackerId: number): void {
    this.#trackers.set(connectionId, (this.#trackers.get(connectionId) ?? new Set()).add(trackerId));
  }

  /** Of one connection, or of all. */
  clear(connectionId?: string): void {
    if (connectionId === undefined) {
      this.#trackers.clear();
    } else {
      this.#trackers.delete(connectionId);
    }
  }
}
