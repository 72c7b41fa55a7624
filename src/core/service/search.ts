import type { Page } from "../model/tracker.ts";
import type { ArtifactSummary } from "../remembered.ts";
import { invalidAnswer, jsonOf } from "./answer.ts";
import { pageOf } from "./pagination.ts";
import { readSearchEntries } from "./readSearchEntries.ts";
import { isServiceError, ServiceError, type ServiceErrorFacts } from "./serviceError.ts";
import type { Session } from "./session.ts";
import { factsOf } from "./transport.ts";

/** Full-text search, where the service has it. */
export interface SearchRoutes {
  /**
   * POST /search: the artifacts that have the words anywhere, the best first. Takes three characters or more, else
   * `rejected`; a service without full text answers `notFound`. Other things than artifacts are left out.
   */
  searchFullText(keywords: string, offset: number, signal: AbortSignal): Promise<Page<ArtifactSummary>>;
}

// The most the service gives at once (service-api, 13.1).
const entriesPerPage = 50;

export function searchRoutes(session: Session): SearchRoutes {
  return {
    searchFullText: async (keywords, offset, signal) => {
      const request = session.request(
        "POST",
        "/search",
        { "Content-type": "application/json" },
        {
          query: { limit: String(entriesPerPage), offset: String(offset) },
          body: JSON.stringify({ keywords }),
        },
      );
      try {
        const { answer, key } = await session.send(request, signal);
        const json = jsonOf(request, answer, key);
        const items = readSearchEntries(json, session.origin);
        if (items === undefined || !Array.isArray(json)) {
          throw invalidAnswer(request, answer, "incomplete");
        }
        return pageOf(items, answer.headers, { offset, limit: entriesPerPage, arrived: json.length });
      } catch (error) {
        throw isServiceError(error) && error.kind === "answerLost"
          ? new ServiceError({ ...lossOf(error, signal), ...factsOf(request), cause: error })
          : error;
      }
    },
  };
}

/** What a lost answer means to a POST that changes nothing: it does not matter whether it was carried out. */
function lossOf({ status, code }: ServiceError, signal: AbortSignal): Pick<ServiceErrorFacts, "kind" | "status"> {
  if (signal.aborted) {
    return { kind: "cancelled" };
  }
  if (status !== undefined) {
    return { kind: "unavailable", status };
  }
  return { kind: code === undefined || code.endsWith("TIMEOUT") ? "timeout" : "unreachable" };
}
