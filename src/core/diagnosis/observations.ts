import type { RequestLine } from "../service/serviceClient.ts";

/** Holds what has become so far of requests of one kind, such as `GET /api/v1/artifacts/{id}`. */
interface ObservedRoute {
  readonly route: string;
  readonly count: number;
  /** The outcome of the last request: `200`, `404 notFound`, `timeout`. */
  readonly outcome: string;
}

/** A failure, as the log tells it. */
interface ObservedFailure {
  readonly atMs: number;
  readonly text: string;
}

const maxFailures = 20;
const maxRoutes = 60;
const maxFailureLength = 500;

/** Keeps for a report what was seen of each connection in this window: routes without ids, outcomes, last failures. */
export class Observations {
  readonly #routes = new Map<string, Map<string, ObservedRoute>>();
  readonly #failures: ObservedFailure[] = [];

  request(connectionId: string, line: RequestLine): void {
    const routes = this.#routes.get(connectionId) ?? new Map<string, ObservedRoute>();
    this.#routes.set(connectionId, routes);
    const route = `${line.method} ${templateOf(line.path)}`;
    if (routes.has(route) || routes.size < maxRoutes) {
      const outcome = [line.status, line.errorKind].filter((part) => part !== undefined).join(" ");
      routes.set(route, { route, count: (routes.get(route)?.count ?? 0) + 1, outcome });
    }
  }

  failure(text: string, atMs: number): void {
    this.#failures.push({ atMs, text: text.length > maxFailureLength ? `${text.slice(0, maxFailureLength)}…` : text });
    this.#failures.splice(0, this.#failures.length - maxFailures);
  }

  /** Gives the routes of a connection in the order of the alphabet. */
  routesOf(connectionId: string): readonly ObservedRoute[] {
    return [...(this.#routes.get(connectionId)?.values() ?? [])].toSorted((a, b) => (a.route < b.route ? -1 : 1));
  }

  /** Gives the failures in the order in which they came. */
  get failures(): readonly ObservedFailure[] {
    return this.#failures;
  }
}

/** Gives a path without what tells artifacts, projects, people and searches from each other. */
function templateOf(path: string): string {
  const [route = ""] = path.split("?");
  return route
    .split("/")
    .map((segment) => (/^v\d+$/.test(segment) || /^[a-z_]*$/.test(segment) ? segment : "{id}"))
    .join("/");
}
