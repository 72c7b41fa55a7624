import type { AuthorizedClient } from "./authorizedClient.ts";
import { readSearchEntries } from "./readSearchEntries.ts";

// The most the service gives at once (test/service/README.md, Pages).
const entriesPerPage = 50;

export type SearchRoutes = ReturnType<typeof searchRoutes>;

/** Full-text search, where the service has it. */
export function searchRoutes(client: AuthorizedClient) {
  return {
    /**
     * POST /search: the artifacts that have the words anywhere, the best first. Takes three characters or more, else
     * `rejected`; a service without full text answers `notFound`. Other things than artifacts are left out.
     */
    searchFullText: (keywords: string, offset: number, signal: AbortSignal) => {
      const page = { offset, limit: entriesPerPage, json: { keywords } };
      return client.readPage("/search", page, (json) => readSearchEntries(json, client.origin), signal);
    },
  };
}
