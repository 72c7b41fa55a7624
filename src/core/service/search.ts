import { ownOriginOf } from "../connection/address.ts";
import type { ArtifactSummary } from "../model/artifact.ts";
import type { AuthorizedClient } from "./authorizedClient.ts";
import { trackerReference } from "./readArtifact.ts";
import { address, distinct, id, known, list, member, name, text } from "./wire.ts";

// The service gives no more at once (test/service/README.md, Pages).
const entriesPerPage = 50;

export type SearchRoutes = ReturnType<typeof searchRoutes>;

/** Makes the route of full-text search, where the service has it. */
export function searchRoutes(client: AuthorizedClient) {
  return {
    /**
     * Gives, by POST /search, the artifacts that have the words anywhere, the best first, and leaves out all else.
     * Fewer than three characters are `rejected`; a service without full text answers `notFound`.
     */
    searchFullText: (keywords: string, offset: number, signal: AbortSignal) => {
      const page = { offset, limit: entriesPerPage, json: { keywords } };
      return client.readPage("/search", page, (json) => readSearchEntries(json, client.origin), signal);
    },
  };
}

/** Gives the artifacts among what a search or a history lists; undefined when it is no list, or no item has an id. */
function readSearchEntries(body: unknown, origin: string): readonly ArtifactSummary[] | undefined {
  if (!Array.isArray(body) || (body.length > 0 && body.every((entry) => entryId(entry) === undefined))) {
    return undefined;
  }
  const artifacts = body.flatMap((entry) => readSearchEntry(entry, origin) ?? []);
  return distinct(artifacts, (artifact) => artifact.id);
}

function entryId(entry: unknown): number | undefined {
  return id(member(entry, "per_type_id")) ?? id(member(entry, "id"));
}

function readSearchEntry(entry: unknown, origin: string): ArtifactSummary | undefined {
  const artifactId = entryId(entry);
  const type = text(member(entry, "type"));
  if (artifactId === undefined || (type !== undefined && type !== "artifact")) {
    return undefined;
  }
  const page = URL.parse(address(member(entry, "html_url")) ?? "", origin);
  const isOwn = page !== null && ownOriginOf(page) === origin;
  return known({
    id: artifactId,
    title: name(member(entry, "title")),
    xref: name(member(entry, "xref")),
    browserUrl: isOwn && page.search !== "" ? page.href : undefined,
    // The badge of an artifact is its status.
    status: name(member(list(member(entry, "badges"))[0], "label")),
    tracker: trackerReference(member(entry, "tracker"), member(entry, "project")),
  });
}
