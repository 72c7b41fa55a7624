/** What some services do not have. */
type Route = "reports" | "links" | "assigned";

/**
 * What services were found not to have, each asked for once: kept as long as the window lives, or until the person asks
 * for everything of a connection again.
 */
export class AbsentRoutes {
  readonly #absent = new Map<string, Set<Route>>();

  has(connectionId: string, route: Route): boolean {
    return this.#absent.get(connectionId)?.has(route) === true;
  }

  add(connectionId: string, route: Route): void {
    this.#absent.set(connectionId, (this.#absent.get(connectionId) ?? new Set()).add(route));
  }

  /** Of one connection, or of all. */
  clear(connectionId?: string): void {
    if (connectionId === undefined) {
      this.#absent.clear();
    } else {
      this.#absent.delete(connectionId);
    }
  }
}
