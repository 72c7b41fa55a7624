import type { Page } from "../model/tracker.ts";
import type { ArtifactSummary } from "../pins/remembered.ts";
import { invalidAnswer } from "./answer.ts";
import { acceptedCodings } from "./contentCoding.ts";
import { pageOf } from "./pagination.ts";
import { readSearchEntries } from "./readSearchEntries.ts";
import type { Session } from "./session.ts";

/** Full-text search, where the service has it. */
export interface SearchRoutes {
  /**
   * POST /search: the artifacts that have the words anywhere, the best first. Takes three characters or more, else
   * `rejected`; a service without full text answers `notFound`. Other things than artifacts are left out.
   */
  searchFullText(keywords: string, offset: number, signal: AbortSignal): Promise<Page<ArtifactSummary>>;
}

// The most the service gives at once (test/service/README.md, Pages).
const entriesPerPage = 50;

export function searchRoutes(session: Session): SearchRoutes {
  return {
    searchFullText: async (keywords, offset, signal) => {
      const headers = { "Content-type": "application/json", "Accept-Encoding": acceptedCodings };
      const query = { limit: String(entriesPerPage), offset: String(offset) };
      const body = JSON.stringify({ keywords });
      const request = session.request("POST", "/search", headers, { query, body, isSafe: true });
      const { answer, json } = await session.readJson(request, signal);
      const items = readSearchEntries(json, session.origin);
      if (items === undefined || !Array.isArray(json)) {
        throw invalidAnswer(request, answer, "incomplete");
      }
      return pageOf(items, answer.headers, { offset, limit: entriesPerPage, arrived: json.length });
    },
  };
}
