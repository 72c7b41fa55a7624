import { completeTracker, shortTracker } from "../representations/trackers.ts";
import { type Answer, badRequest, ok, RestError } from "../server/answer.ts";
import { pageHeaders, readPage, slice } from "../server/paging.ts";
import { type ApiRequest, choice, pathId, type Route } from "../server/router.ts";
import type { Project } from "../state/model.ts";
import { canSeeProject, canSeeTracker, isProjectAdmin, isTrackerAdmin } from "../state/permissions.ts";
import { isObject, type JsonObject } from "../wire/json.ts";
import { readableProject } from "./access.ts";
import { parseJson } from "./artifacts.ts";

export const projectRoutes: readonly Route[] = [
  { method: "GET", path: "/projects", auth: "hybrid", allow: "OPTIONS, GET, POST", handle: list },
  { method: "GET", path: "/projects/:id", auth: "hybrid", allow: "OPTIONS, GET, PATCH", handle: get },
  { method: "GET", path: "/projects/:id/trackers", auth: "hybrid", allow: "OPTIONS, GET", handle: trackers },
];

/** The query of a listing: an object, or nothing. */
export function readQuery(request: ApiRequest, refusal: string): JsonObject | undefined {
  const text = request.query.get("query");
  if (text === null || text === "") {
    return undefined;
  }
  const query = parseJson(text);
  if (!isObject(query)) {
    throw badRequest(refusal);
  }
  return query;
}

function list(request: ApiRequest): Answer {
  const page = readPage(request, { fallback: 10, max: 50, min: 0 });
  const query = readQuery(request, "query parameter must be a json object or empty");
  const isWanted = query ? readFilter(request, query) : () => true;
  const { state, caller } = request;
  const found = [...state.projects.values()].filter(
    (project) => project.status === "active" && canSeeProject(caller, project) && isWanted(project),
  );
  return ok(
    slice(found, page).map((project) => representation(request, project)),
    pageHeaders(page, found.length),
  );
}

function readFilter({ state, caller }: ApiRequest, query: JsonObject): (project: Project) => boolean {
  const keys = Object.keys(query);
  const [key = ""] = keys;
  if (key === "with_status") {
    throw RestError.of(403);
  }
  if (key === "shortname" && typeof query.shortname === "string") {
    return (project) => project.shortname === query.shortname;
  }
  if (keys.length !== 1 || !["is_member_of", "is_admin_of", "is_tracker_admin"].includes(key) || query[key] !== true) {
    throw badRequest(
      'You can only search on "shortname", "is_member_of": true, "is_admin_of": true, "is_tracker_admin": true or "with_status"',
    );
  }
  switch (key) {
    case "is_member_of":
      return (project) => !!caller && project.memberIds.includes(caller.id);
    case "is_admin_of":
      return (project) => isProjectAdmin(caller, project);
    default:
      return (project) =>
        [...state.trackers.values()].some(
          (tracker) => tracker.projectId === project.id && isTrackerAdmin(state, caller, tracker),
        );
  }
}

function get(request: ApiRequest): Answer {
  return ok(representation(request, readableProject(request, pathId(request))));
}

function representation({ caller }: ApiRequest, project: Project): Record<string, unknown> {
  const uri = `projects/${project.id}`;
  const resource = (type: string) => ({ type, uri: `${uri}/${type}` });
  return {
    id: project.id,
    uri,
    label: project.icon === "" ? project.label : `${project.icon} ${project.label}`,
    label_without_icon: project.label,
    shortname: project.shortname,
    status: project.status,
    access: project.access,
    is_template: false,
    resources: [resource("trackers"), resource("user_groups"), ...(project.usesSvn ? [resource("svn")] : [])],
    additional_informations: [],
    is_member_of: !!caller && project.memberIds.includes(caller.id),
    description: project.description,
    additional_fields: [],
    icon: project.icon,
  };
}

function trackers(request: ApiRequest): Answer {
  const id = pathId(request);
  const shape = choice(request, "representation", ["full", "minimal"], "full");
  const page = readPage(request, { fallback: 10, max: 50, min: 0 });
  const query = readQuery(request, "query parameter must be a json object or empty");
  const project = readableProject(request, id);
  const { state, caller } = request;
  if (query && query.is_tracker_admin !== true) {
    throw badRequest('You can only search on "is_tracker_admin": true');
  }
  const visible = [...state.trackers.values()].filter(
    (tracker) =>
      tracker.projectId === project.id &&
      canSeeTracker(state, caller, tracker) &&
      (!query || isTrackerAdmin(state, caller, tracker)),
  );
  const show = shape === "full" ? completeTracker : shortTracker;
  const shown = slice(visible, page).map((tracker) => show(request, tracker));
  return ok(shown, pageHeaders(page, visible.length));
}
