import { makeKey } from "../dataset/people.ts";
import { artifactRepresentation } from "../representations/artifacts.ts";
import { anonymousUser, fullUser } from "../representations/people.ts";
import { minimalTracker } from "../representations/references.ts";
import { type Answer, badRequest, ok, RestError } from "../server/answer.ts";
import { pageHeaders, readNumber, readPage, slice } from "../server/paging.ts";
import { type ApiRequest, type Route, signedIn } from "../server/router.ts";
import type { AccessKey, User } from "../state/model.ts";
import { canSeeArtifact, canSeeTracker } from "../state/permissions.ts";
import { firstChangeset, lastChangeset } from "../state/state.ts";
import { list as listShape } from "../wire/bodyShape.ts";
import { parseDate, printIso } from "../wire/dates.ts";
import { isObject } from "../wire/json.ts";
import { parseJson } from "./artifacts.ts";

export const userRoutes: readonly Route[] = [
  { method: "GET", path: "/version", auth: "none", handle: version },
  { method: "GET", path: "/users", auth: "hybrid", allow: "OPTIONS, GET", handle: search },
  { method: "GET", path: "/users/:id", auth: "hybrid", allow: "OPTIONS, GET", handle: get },
  { method: "GET", path: "/users/:id/artifacts", auth: "required", allow: "OPTIONS, GET", handle: artifacts },
  { method: "GET", path: "/users/:id/history", auth: "required", allow: "OPTIONS, GET, PUT", handle: history },
  { method: "PUT", path: "/users/:id/history", auth: "required", allow: "OPTIONS, GET, PUT", handle: clearHistory },
  { method: "GET", path: "/users/:id/access_keys", auth: "required", allow: "OPTIONS, GET", handle: keysOf },
  { method: "POST", path: "/access_keys", auth: "required", allow: "OPTIONS, POST", handle: createKey },
  { method: "GET", path: "/access_keys/:id", auth: "required", allow: "OPTIONS, GET, DELETE", handle: getKey },
  { method: "DELETE", path: "/access_keys/:id", auth: "required", allow: "OPTIONS, GET, DELETE", handle: deleteKey },
];

function version(): Answer {
  return ok({ flavor_name: "Tuleap Community Edition", version_number: "17.4.99.1710340000" });
}

function get(request: ApiRequest): Answer {
  const text = request.params.id ?? "";
  if (text === "self") {
    return ok(request.caller ? fullUser(request.caller, request.origin) : anonymousUser(request.origin));
  }
  if (!/^\d+$/.test(text)) {
    throw badRequest("Provided User Id is not well formed.");
  }
  const user = request.state.users.get(Number(text));
  if (!user) {
    throw RestError.of(404, "User Id not found");
  }
  return ok(fullUser(user, request.origin));
}

function search(request: ApiRequest): Answer {
  // The maximum is stated but not enforced.
  const page = { limit: readNumber(request, "limit", 10), offset: readNumber(request, "offset", 0), max: 50 };
  const text = request.query.get("query") ?? "";
  const exact = text.startsWith("{") ? parseJson(text) : undefined;
  const users = [...request.state.users.values()];
  let found: readonly User[];
  if (isObject(exact)) {
    const name = exact.username ?? exact.loginname;
    found = users.filter((user) => (name === undefined ? user.email === exact.email : user.username === name));
  } else if (text.length < 3) {
    throw badRequest("Invalid value specified for `query`. Minimum 3 characters required.");
  } else {
    const wanted = text.toLowerCase();
    found = users.filter((user) => `${user.realName} ${user.username}`.toLowerCase().includes(wanted));
  }
  return ok(
    slice(found, page).map((user) => fullUser(user, request.origin)),
    pageHeaders(page, found.length),
  );
}

function artifacts(request: ApiRequest): Answer {
  const user = signedIn(request);
  if (request.params.id !== "self") {
    throw RestError.of(403, "This route only support `self` pseudo id");
  }
  const page = readPage(request, { fallback: 250, max: 250 });
  const query = parseJson(request.query.get("query") ?? "");
  const isSubmitter = isObject(query) && query.submitted_by === true;
  const isAssignee = isObject(query) && query.assigned_to === true;
  if (!isSubmitter && !isAssignee) {
    throw badRequest("You must specify either `assigned_to: true` or `submitted_by: true`");
  }
  const { state } = request;
  const found = [...state.trackers.values()]
    .filter((tracker) => canSeeTracker(state, user, tracker))
    .flatMap((tracker) => state.artifactIds(tracker.id))
    .flatMap((id) => {
      const artifact = state.artifact(id);
      return artifact && canSeeArtifact(state, user, artifact) ? [artifact] : [];
    })
    .filter((artifact) => {
      const { semantics } = state.trackerOf(artifact);
      const values = lastChangeset(artifact).values;
      const assigned = semantics.contributor === undefined ? undefined : values.get(semantics.contributor);
      const status = semantics.status && values.get(semantics.status.fieldId);
      const isOpen =
        semantics.status === undefined ||
        (status?.kind === "list" && semantics.status.openValueIds.some((id) => id === status.ids[0]));
      const isMine =
        (isSubmitter && firstChangeset(artifact).submittedBy === user.id) ||
        (isAssignee && assigned?.kind === "list" && assigned.ids.includes(user.id));
      return isOpen && isMine;
    });
  const shown = slice(found, page).map((artifact) => {
    const all = artifactRepresentation({ ...request, caller: user }, artifact, "none");
    const { id, uri, html_url, title, xref } = all;
    return { id, uri, html_url, title, xref, tracker: minimalTracker(state, state.trackerOf(artifact)) };
  });
  return ok(shown, pageHeaders(page, found.length));
}

function ownHistory(request: ApiRequest): User {
  const user = signedIn(request);
  const text = request.params.id ?? "";
  if (!/^\d+$/.test(text)) {
    throw badRequest("invalid value specified for `id`");
  }
  if (Number(text) !== user.id) {
    throw RestError.of(403, "You can only access to your own history");
  }
  return user;
}

function history(request: ApiRequest): Answer {
  const user = ownHistory(request);
  const { state, zones } = request;
  const visited = state.clearedHistories.has(user.id) ? [] : [501, 502, 901];
  const entries = visited.flatMap((id, index) => {
    const artifact = state.artifact(id);
    if (!artifact || !canSeeArtifact(state, user, artifact)) {
      return [];
    }
    const tracker = state.trackerOf(artifact);
    const { xref, html_url, title } = artifactRepresentation({ ...request, caller: user }, artifact, "none");
    return [
      {
        visit_time: printIso(1735689600 - index * 3600, zones.current),
        xref,
        html_url,
        title,
        color_name: tracker.colourName,
        type: "artifact",
        per_type_id: id,
        icon: null,
        small_icon: null,
        icon_name: "fa-solid fa-list-ol",
        project: { id: tracker.projectId, uri: `projects/${tracker.projectId}`, label: state.projectOf(tracker).label },
        quick_links: [],
        badges: [],
      },
    ];
  });
  return ok({ entries });
}

function clearHistory(request: ApiRequest): Answer {
  const user = ownHistory(request);
  const body = isObject(request.body) ? request.body : {};
  if (listShape(body.history_entries, "history_entries").length > 0) {
    throw RestError.of(403, "You can only clear your history");
  }
  request.state.clearedHistories.add(user.id);
  return { status: 200, headers: {} };
}

function keyRepresentation(key: AccessKey, zone: string): Record<string, unknown> {
  return {
    id: key.id,
    creation_date: printIso(key.createdOn, zone),
    expiration_date: key.expiresOn === undefined ? null : printIso(key.expiresOn, zone),
    description: key.description,
    last_used_on: key.lastUsedOn === undefined ? null : printIso(key.lastUsedOn, zone),
    last_used_by: key.lastUsedOn === undefined ? null : "127.0.0.1",
    scopes: key.scopes.map((scope) => ({ identifier: scope, name: "REST", description: "Access to the REST API" })),
  };
}

function ownKey(request: ApiRequest): AccessKey {
  const user = signedIn(request);
  const text = request.params.id ?? "";
  const id = text === "self" ? request.keyId : Number(text);
  const key = request.state.keys.find((each) => each.id === id && each.userId === user.id && !each.isRevoked);
  if (!key) {
    throw RestError.of(404);
  }
  return key;
}

function getKey(request: ApiRequest): Answer {
  return ok(keyRepresentation(ownKey(request), request.state.zone));
}

function createKey(request: ApiRequest): Answer {
  const user = signedIn(request);
  const body = isObject(request.body) ? request.body : {};
  const expiresOn = parseDate(String(body.expiration_date ?? ""), request.clock.nowSeconds(), request.state.zone);
  const id = Math.max(...request.state.keys.map((key) => key.id)) + 1;
  const key: AccessKey = {
    ...makeKey("member", id),
    userId: user.id,
    description: typeof body.description === "string" ? body.description.trim() : "",
    createdOn: request.clock.nowSeconds(),
    expiresOn,
    scopes: listShape(body.scopes, "scopes").map(String),
  };
  request.state.keys.push(key);
  return { status: 201, headers: {}, body: { identifier: key.text } };
}

function deleteKey(request: ApiRequest): Answer {
  ownKey(request).isRevoked = true;
  return { status: 200, headers: {} };
}

function keysOf(request: ApiRequest): Answer {
  const user = signedIn(request);
  if (Number(request.params.id) !== user.id) {
    throw RestError.of(403);
  }
  const page = readPage(request, { fallback: 10, max: 50 });
  const keys = request.state.keys.filter((key) => key.userId === user.id && !key.isRevoked);
  return ok(
    slice(keys, page).map((key) => keyRepresentation(key, request.state.zone)),
    pageHeaders(page, keys.length),
  );
}
