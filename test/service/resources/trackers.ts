import { linkTypes } from "../dataset/trackers.ts";
import { artifactRepresentation } from "../representations/artifacts.ts";
import { completeTracker } from "../representations/trackers.ts";
import { type Answer, ok, RestError } from "../server/answer.ts";
import { pageHeaders, readPage, slice } from "../server/paging.ts";
import { type ApiRequest, choice, pathId, type Route } from "../server/router.ts";
import type { Artifact, Report, Tracker } from "../state/model.ts";
import { canSeeArtifact } from "../state/permissions.ts";
import { readableTracker } from "./access.ts";
import { readExpertQuery } from "./expertQuery.ts";
import { flatArtifact } from "./flat.ts";
import { readTrackerQuery } from "./trackerQuery.ts";

export const trackerRoutes: readonly Route[] = [
  { method: "GET", path: "/trackers/:id", auth: "hybrid", allow: "OPTIONS, GET, PATCH", handle: get },
  { method: "GET", path: "/trackers/:id/artifacts", auth: "hybrid", allow: "OPTIONS, GET", handle: artifacts },
  { method: "GET", path: "/trackers/:id/tracker_reports", auth: "hybrid", allow: "OPTIONS, GET", handle: reports },
  {
    method: "GET",
    path: "/trackers/:id/used_artifact_links",
    auth: "hybrid",
    allow: "OPTIONS, GET",
    handle: usedLinks,
  },
  { method: "GET", path: "/trackers/:id/parent_artifacts", auth: "hybrid", allow: "OPTIONS, GET", handle: parents },
  { method: "GET", path: "/tracker_reports/:id", auth: "hybrid", allow: "OPTIONS, GET", handle: report },
  {
    method: "GET",
    path: "/tracker_reports/:id/artifacts",
    auth: "hybrid",
    allow: "OPTIONS, GET",
    handle: reportArtifacts,
  },
];

function get(request: ApiRequest): Answer {
  return ok(completeTracker(request, readableTracker(request, pathId(request))));
}

function artifacts(request: ApiRequest): Answer {
  const id = pathId(request);
  const values = choice(request, "values", ["", "all"], "");
  const order = choice(request, "order", ["asc", "desc"], "asc");
  const page = readPage(request, { fallback: 100, max: 1000 });
  const tracker = readableTracker(request, id);
  const { state } = request;
  const query = withoutBackslashes(request.query.get("query") ?? "");
  const expert = withoutBackslashes(request.query.get("expert_query") ?? "");
  const show = (artifact: Artifact) => artifactRepresentation(request, artifact, values === "all" ? "all" : "none");
  if (query !== "" || expert !== "") {
    const isWanted =
      query !== "" ? readTrackerQuery(request, tracker, query) : readExpertQuery(request, tracker, expert);
    const found = artifactsWhere(request, tracker, isWanted);
    return ok(slice(found, page).map(show), pageHeaders(page, found.length));
  }
  const size = state.countArtifacts(tracker.id);
  const ids =
    order === "asc"
      ? state.artifactIds(tracker.id, page.offset, page.limit)
      : [
          ...state.artifactIds(
            tracker.id,
            Math.max(size - page.offset - page.limit, 0),
            Math.min(page.limit, Math.max(size - page.offset, 0)),
          ),
        ].reverse();
  return ok(visible(request, ids).map(show), pageHeaders(page, size));
}

/** This route alone takes one level of backslashes away from its queries (test/service/README.md, Queries). */
function withoutBackslashes(query: string): string {
  return query.replace(/\\(.?)/gs, "$1");
}

/** The visible ones among the ids: pages get shorter by those the caller may not see. */
function visible({ state, caller }: ApiRequest, ids: readonly number[]): readonly Artifact[] {
  return ids.flatMap((id) => {
    const artifact = state.artifact(id);
    return artifact && canSeeArtifact(state, caller, artifact) ? [artifact] : [];
  });
}

function artifactsWhere(
  request: ApiRequest,
  tracker: Tracker,
  isWanted: (artifact: Artifact) => boolean,
): readonly Artifact[] {
  return visible(request, request.state.artifactIds(tracker.id)).filter(isWanted);
}

function reports(request: ApiRequest): Answer {
  const id = pathId(request);
  const page = readPage(request, { fallback: 10, max: 1000 });
  const tracker = readableTracker(request, id);
  const found = [...request.state.reports.values()].filter(
    (each) => each.trackerId === tracker.id && isReadable(request, each),
  );
  return ok(slice(found, page).map(reportRepresentation), pageHeaders(page, found.length));
}

function isReadable({ caller }: ApiRequest, { ownerId }: Report): boolean {
  return ownerId === undefined || ownerId === caller?.id;
}

function reportRepresentation({ id, label, isPublic, isDefault }: Report): Record<string, unknown> {
  const uri = `tracker_reports/${id}`;
  return {
    id,
    uri,
    label,
    is_public: isPublic,
    is_default: isDefault,
    resources: [{ type: "artifacts", uri: `${uri}/artifacts` }],
  };
}

function readableReport(request: ApiRequest): Report {
  const found = request.state.reports.get(pathId(request));
  if (!found) {
    throw RestError.of(404);
  }
  readableTracker(request, found.trackerId);
  if (!isReadable(request, found)) {
    throw RestError.of(403);
  }
  return found;
}

function report(request: ApiRequest): Answer {
  return ok(reportRepresentation(readableReport(request)));
}

function reportArtifacts(request: ApiRequest): Answer {
  const values = choice(request, "values", ["", "all", "from_table_renderer"], "");
  const format = choice(request, "output_format", ["nested", "flat", "flat_with_semicolon_string_array"], "nested");
  const page = readPage(request, { fallback: 10, max: 50 });
  const found = readableReport(request);
  const tracker = readableTracker(request, found.trackerId);
  const status = tracker.semantics.status;
  const isWanted = (artifact: Artifact) => {
    const value = status ? artifact.changesets.at(-1)?.values.get(status.fieldId) : undefined;
    const isOpen = value?.kind === "list" && status?.openValueIds.some((id) => id === value.ids[0]) === true;
    return !found.isOpenOnly || isOpen;
  };
  const matching = artifactsWhere(request, tracker, isWanted);
  const shown = slice(matching, page).map((artifact) =>
    format === "nested"
      ? artifactRepresentation(request, artifact, values === "" ? "none" : "collection")
      : flatArtifact(request, artifact, format !== "flat"),
  );
  return ok(shown, pageHeaders(page, matching.length));
}

function usedLinks(request: ApiRequest): Answer {
  readableTracker(request, pathId(request));
  const page = readPage(request, { fallback: 10, max: 50 });
  const used = linkTypes
    .filter((type) => !type.isSystem)
    .map((type) => ({ shortname: type.shortname, forward_label: type.forward }));
  return ok(slice(used, page), pageHeaders(page, used.length));
}

function parents(request: ApiRequest): Answer {
  const tracker = readableTracker(request, pathId(request));
  const page = readPage(request, { fallback: 100, max: 1000 });
  const parentId = tracker.parentTrackerId;
  const ids = parentId === undefined ? [] : request.state.artifactIds(parentId);
  const shown = visible(request, slice(ids, page)).map((artifact) => {
    const { id, uri, xref, title } = artifactRepresentation(request, artifact, "none");
    return { id, uri, xref, title };
  });
  return ok(shown, pageHeaders(page, ids.length));
}
