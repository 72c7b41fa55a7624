import { linkTypes } from "../dataset/trackers.ts";
import { isAlphanumeric } from "../fields/kinds.ts";
import { forwardLinks, reverseLinks } from "../fields/links.ts";
import { readFormat } from "../fields/texts.ts";
import {
  artifactRepresentation,
  changesetRepresentation,
  type ValuesFormat,
  versionHeaders,
} from "../representations/artifacts.ts";
import { trackerReference } from "../representations/references.ts";
import { type Answer, badRequest, type Checked, ok, RestError } from "../server/answer.ts";
import { pageHeaders, readPage, slice } from "../server/paging.ts";
import { type ApiRequest, choice, pathId, type Route, refuseReadOnly, signedIn } from "../server/router.ts";
import type { Artifact, Comment, Tracker } from "../state/model.ts";
import { canSeeArtifact, canSeeTracker, canSubmit, isTrackerAdmin } from "../state/permissions.ts";
import { lastChangeset } from "../state/state.ts";
import { invalidError, requiredError, requiredInteger, string, toInteger } from "../wire/bodyShape.ts";
import { parseDate } from "../wire/dates.ts";
import { isObject, type JsonObject } from "../wire/json.ts";
import { readableArtifact, writableArtifact } from "./access.ts";
import { type ChangeRequest, createArtifact, type Entry, readEntries, updateArtifact } from "./artifactChange.ts";
import { flatArtifact } from "./flat.ts";

const allow = "OPTIONS, GET, PUT, DELETE, PATCH";

export const artifactRoutes: readonly Route[] = [
  { method: "GET", path: "/artifacts", auth: "hybrid", allow: "OPTIONS, GET, POST", handle: getSeveral },
  { method: "POST", path: "/artifacts", auth: "required", allow: "OPTIONS, GET, POST", isMinimal: true, handle: post },
  { method: "GET", path: "/artifacts/:id", auth: "hybrid", allow, isMinimal: true, handle: get },
  { method: "PUT", path: "/artifacts/:id", auth: "required", allow, isMinimal: true, handle: put },
  { method: "DELETE", path: "/artifacts/:id", auth: "hybrid", allow, isMinimal: true, handle: remove },
  { method: "PATCH", path: "/artifacts/:id", auth: "required", allow, handle: move },
  { method: "GET", path: "/artifacts/:id/changesets", auth: "hybrid", allow: "OPTIONS, GET", handle: changesets },
  { method: "GET", path: "/artifacts/:id/links", auth: "hybrid", allow: "OPTIONS, GET", handle: links },
  { method: "GET", path: "/artifacts/:id/linked_artifacts", auth: "hybrid", allow: "OPTIONS, GET", handle: linked },
];

function get(request: ApiRequest): Answer {
  const id = pathId(request);
  const valuesFormat: ValuesFormat = choice(
    request,
    "values_format",
    ["", "collection", "by_field", "all"],
    "collection",
  );
  const structure = choice(request, "tracker_structure_format", ["", "minimal", "complete"], "minimal");
  const artifact = readableArtifact(request, id);
  const body = artifactRepresentation(request, artifact, valuesFormat, structure === "complete");
  return ok(body, versionHeaders(artifact));
}

function getSeveral(request: ApiRequest): Answer {
  const page = readPage(request, { fallback: 100, max: 100 });
  const ids = readIds(request.query.get("query"));
  const found = slice(ids, page).flatMap((id) => {
    const artifact = request.state.artifact(id);
    const isVisible = artifact && canSeeArtifact(request.state, request.caller, artifact);
    return isVisible ? [artifactRepresentation(request, artifact, "all")] : [];
  });
  return ok({ collection: found }, pageHeaders(page, ids.length));
}

function readIds(text: string | null): readonly number[] {
  if (text === null) {
    throw requiredError("query");
  }
  const query = parseJson(text);
  if (query === undefined) {
    throw badRequest('parameter "query" syntax error, invalid JSON');
  }
  if (!isObject(query) || query.id === undefined) {
    throw badRequest("Missing id entry in the query parameter");
  }
  if (!Array.isArray(query.id) || query.id.some((id) => typeof id !== "number" || !Number.isInteger(id))) {
    throw badRequest("id must be an array of int");
  }
  const ids: number[] = query.id;
  if (ids.length > 100) {
    throw RestError.of(403, "No more than 100 artifacts can be requested at once.");
  }
  const doubles = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
  if (doubles.length > 0) {
    throw badRequest(`One value or more are duplicated in id: ${doubles.join(", ")}`);
  }
  return ids.toSorted((a, b) => a - b);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bodyOf(request: ApiRequest): JsonObject {
  return isObject(request.body) ? request.body : {};
}

/**
 * The check and the write are two steps: others can write between them, unseen (test/service/README.md, Lost updates).
 */
function put(request: ApiRequest): Checked {
  const user = signedIn(request);
  const body = bodyOf(request);
  if (body.values === undefined || body.values === null || body.values === "") {
    throw requiredError("values");
  }
  const entries = readEntries(body.values);
  const comment = readComment(body.comment);
  const idText = request.params.id ?? "";
  if (!/^\d+$/.test(idText)) {
    throw RestError.of(404);
  }
  const artifact = writableArtifact(request, Number(idText));
  if (user.isReadOnlyAdministrator) {
    throw RestError.of(403, "You have not the permission to update this artifact");
  }
  checkConditions(request, artifact);
  const copied = lastChangeset(artifact).values;
  return { write: () => writeChecked(request, { user, entries, copied }, artifact.id, comment) };
}

function writeChecked(
  { state, clock }: ApiRequest,
  change: Pick<ChangeRequest, "user" | "entries" | "copied">,
  artifactId: number,
  comment: Comment | undefined,
): Answer {
  const artifact = state.artifact(artifactId);
  if (!artifact) {
    throw RestError.of(404);
  }
  const tracker = state.trackerOf(artifact);
  updateArtifact({ ...change, state, tracker, now: clock.nowSeconds() }, artifact, comment);
  return { status: 200, headers: versionHeaders(state.artifact(artifactId) ?? artifact) };
}

const maxCommentLength = 65_535;

export function readComment(value: unknown): Comment | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  if (!isObject(value)) {
    throw invalidError("comment");
  }
  if (value.format === undefined || value.format === null || value.format === "") {
    throw requiredError("comment[format]");
  }
  const format = readFormat(string(value.format, "comment[format]"));
  const body = value.body === undefined || value.body === null ? "" : string(asText(value.body), "comment[body]");
  if (Buffer.byteLength(body) > maxCommentLength) {
    throw badRequest(`Comment content can not contain more than ${maxCommentLength} characters.`);
  }
  return { body, format };
}

/** Numbers and true become texts. */
function asText(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value === true ? "1" : value;
}

const loosely = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/;

/** Equality with the version in both headers: a later date is as wrong as an earlier one. */
function checkConditions(request: ApiRequest, artifact: Artifact): void {
  const { submittedOn } = lastChangeset(artifact);
  const match = request.headers["if-match"];
  const unmodified = request.headers["if-unmodified-since"];
  const isMatch = match === undefined || (loosely.test(match) && Number(match) === submittedOn);
  const isUnmodified =
    unmodified === undefined || parseDate(unmodified, request.clock.nowSeconds(), request.state.zone) === submittedOn;
  if (!isMatch || !isUnmodified) {
    throw RestError.of(412, "Artifact has been modified since you last requested it. Please edit the latest version");
  }
}

function post(request: ApiRequest): Answer {
  const user = signedIn(request);
  const body = bodyOf(request);
  const tracker = readTracker(request, body);
  const formats = ["values", "values_by_field", "from_artifact"].filter((key) => isFilled(body[key]));
  const entries = body.values === undefined || body.values === null ? [] : readEntries(body.values);
  if (formats.length > 1) {
    throw badRequest("Not able to deal with both formats at the same time");
  }
  if (formats.length === 0) {
    throw badRequest("No valid data are provided");
  }
  refuseReadOnly(request);
  const { state, clock, origin } = request;
  if (!tracker || !canSeeTracker(state, user, tracker)) {
    throw RestError.of(404, "Tracker not found");
  }
  if (state.projectOf(tracker).status === "suspended") {
    throw RestError.of(403, "This project is suspended");
  }
  if (!tracker.fields.some((field) => canSubmit(state, user, field))) {
    throw RestError.of(403, "User can't write in destination tracker");
  }
  const isMissingRight = (field: Tracker["fields"][number]) =>
    field.isRequired && field.isUsed && !canSubmit(state, user, field) && field.defaultValue === undefined;
  if (
    tracker.fields.every((field) => !field.isRequired || isMissingRight(field)) &&
    tracker.fields.some(isMissingRight)
  ) {
    throw RestError.of(
      403,
      "You can't submit an artifact because you do not have the right to submit all required fields",
    );
  }
  const wanted = formats[0] === "values" ? entries : otherEntries(request, tracker, formats[0] ?? "", body);
  const artifact = createArtifact({ state, user, tracker, entries: wanted, now: clock.nowSeconds() });
  const suffix = formats[0] === "values_by_field" ? "?values_format=by_field" : "";
  const uri = `artifacts/${artifact.id}${suffix}`;
  return {
    status: 201,
    headers: { ...versionHeaders(artifact), Location: `${origin}/api/v1/${uri}` },
    body: { id: artifact.id, uri, tracker: trackerReference(state, tracker) },
  };
}

function isFilled(value: unknown): boolean {
  return isObject(value) ? Object.keys(value).length > 0 : Array.isArray(value) ? value.length > 0 : !!value;
}

function readTracker({ state }: ApiRequest, body: JsonObject): Tracker | undefined {
  const { tracker } = body;
  if (tracker === undefined || tracker === null || !isObject(tracker)) {
    throw invalidError("tracker", "Expecting an item of type `Tuleap\\Tracker\\REST\\TrackerReference`");
  }
  const id = requiredInteger(tracker, "id", "tracker[id]");
  if (isObject(tracker.project)) {
    throw invalidError("tracker[project]", "Expecting an item of type `Tuleap\\Project\\REST\\ProjectReference`");
  }
  return state.trackers.get(id);
}

/** The entries of the two other ways to create: by name of field, or from another artifact's title. */
function otherEntries(request: ApiRequest, tracker: Tracker, format: string, body: JsonObject): readonly Entry[] {
  if (format === "values_by_field") {
    const byName = body.values_by_field;
    if (!isObject(byName)) {
      throw invalidError("values_by_field");
    }
    return Object.entries(byName).map(([name, members]) => {
      const field = tracker.fields.find((each) => each.name === name && each.isUsed);
      if (!field) {
        throw badRequest(`Field ${name} does not exist in the tracker`);
      }
      if (!isAlphanumeric(field.type)) {
        throw badRequest(`Field ${name} cannot be set by its name, use "values"`);
      }
      return { fieldId: field.id, members: isObject(members) ? members : {}, path: `values_by_field[${name}]` };
    });
  }
  const source = isObject(body.from_artifact) ? toInteger(body.from_artifact.id) : undefined;
  if (source === undefined) {
    throw requiredError("from_artifact[id]");
  }
  const artifact = readableArtifact(request, source);
  const { title } = artifactRepresentation(request, artifact, "none");
  const titleFieldId = tracker.semantics.title;
  return titleFieldId === undefined
    ? []
    : [{ fieldId: titleFieldId, members: { value: title ?? "" }, path: "values[0]" }];
}

const deletionWindowSeconds = 24 * 3600;

function remove(request: ApiRequest): Answer {
  const { state, caller, clock, settings } = request;
  const artifact = writableArtifact(request, pathId(request));
  if (!caller || caller.isReadOnlyAdministrator || !isTrackerAdmin(state, caller, state.trackerOf(artifact))) {
    throw RestError.of(403);
  }
  const limit = settings.deletionLimit;
  const now = clock.nowSeconds();
  const recent = state.deletions.filter((each) => each.userId === caller.id && each.at > now - deletionWindowSeconds);
  const headers = (left: number) => ({ "X-RateLimit-Limit": String(limit), "X-RateLimit-Remaining": String(left) });
  if (limit === 0) {
    throw RestError.of(403, "Deletion of artifacts is not allowed", headers(0));
  }
  if (recent.length >= limit) {
    throw RestError.of(429, "The limit of artifacts deletions has been reached for the previous 24 hours.", headers(0));
  }
  state.deleteArtifact(artifact.id);
  state.deletions.push({ userId: caller.id, at: now });
  return { status: 200, headers: headers(limit - recent.length - 1) };
}

/** Only what a client can rely on of the move «under construction»: its checks and the dry run. */
function move(request: ApiRequest): Answer {
  const user = signedIn(request);
  const id = pathId(request);
  const body = bodyOf(request);
  if (!isObject(body.move)) {
    throw requiredError("move");
  }
  const targetId = requiredInteger(body.move, "tracker_id", "move[tracker_id]");
  const artifact = writableArtifact(request, id);
  const { state } = request;
  const source = state.trackerOf(artifact);
  const target = state.trackers.get(targetId);
  if (!target) {
    throw RestError.of(404, "Target tracker not found");
  }
  if (source.id === target.id) {
    throw badRequest("An artifact cannot be moved in the same tracker");
  }
  if (!isTrackerAdmin(state, user, source) || !isTrackerAdmin(state, user, target)) {
    throw badRequest("User must be admin of both trackers");
  }
  if (body.move.dry_run !== true) {
    throw RestError.of(500, "This reference service does not move artifacts, it only tries");
  }
  const isIn = (name: string) => target.fields.some((field) => field.name === name);
  const describe = (fields: Tracker["fields"]) =>
    fields.map((field) => ({ field_id: field.id, label: field.label, name: field.name }));
  return ok({
    dry_run: {
      fields: {
        fields_migrated: describe(source.fields.filter((field) => isIn(field.name))),
        fields_not_migrated: describe(source.fields.filter((field) => !isIn(field.name))),
        fields_partially_migrated: [],
      },
    },
  });
}

function changesets(request: ApiRequest): Answer {
  const id = pathId(request);
  const fields = choice(request, "fields", ["all", "comments"], "all");
  const order = choice(request, "order", ["asc", "desc"], "asc");
  const page = readPage(request, { fallback: 10, max: 50 });
  const artifact = readableArtifact(request, id);
  const all = slice(artifact.changesets, page).map((changeset) =>
    changesetRepresentation(request, artifact, changeset, fields === "all"),
  );
  const shown =
    fields === "all"
      ? all.filter((changeset, index) => index === 0 || tellsMore(changeset, all[index - 1]))
      : all.filter(hasComment);
  return ok(order === "desc" ? shown.reverse() : shown, pageHeaders(page, artifact.changesets.length));
}

type ChangesetRepresentation = ReturnType<typeof changesetRepresentation>;

/**
 * What changes nothing that the caller may read, and says nothing, is dropped from its page, save as its first
 * (test/service/README.md, History).
 */
function tellsMore(changeset: ChangesetRepresentation, before: ChangesetRepresentation | undefined): boolean {
  return hasComment(changeset) || inInstants(changeset.values) !== inInstants(before?.values);
}

/** The values as a text that is the same in every zone. */
function inInstants(values: unknown): string {
  // In a text the quotes are escaped: what stands between two plain ones is a value.
  return (JSON.stringify(values) ?? "").replace(/"\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d"/g, (date) =>
    String(Date.parse(date.slice(1, -1))),
  );
}

function hasComment({ last_comment }: ChangesetRepresentation): boolean {
  return last_comment.body !== "";
}

function links(request: ApiRequest): Answer {
  const artifact = readableArtifact(request, pathId(request));
  const natureOf = (shortname: string, direction: "forward" | "reverse") => {
    const type = linkTypes.find((each) => each.shortname === shortname);
    return {
      shortname,
      direction,
      label: type?.[direction] ?? "is Linked to",
      uri: `artifacts/${artifact.id}/linked_artifacts?nature=${encodeURIComponent(shortname)}&direction=${direction}`,
    };
  };
  const typesOf = (list: readonly { readonly type: string }[]) => [...new Set(list.map((link) => link.type))];
  return ok({
    natures: [
      ...typesOf(forwardLinks(artifact)).map((type) => natureOf(type, "forward")),
      ...typesOf(reverseLinks(request.state, artifact.id)).map((type) => natureOf(type, "reverse")),
    ],
  });
}

function linked(request: ApiRequest): Answer {
  const id = pathId(request);
  if (request.query.get("direction") === null) {
    throw requiredError("direction");
  }
  const direction = choice(request, "direction", ["forward", "reverse"], "forward");
  const format = choice(request, "output_format", ["nested", "flat", "flat_with_semicolon_string_array"], "nested");
  const page = readPage(request, { fallback: 10, max: 50 });
  const artifact = readableArtifact(request, id);
  const { state, caller } = request;
  const nature = request.query.get("nature") ?? "";
  const all = direction === "forward" ? forwardLinks(artifact) : reverseLinks(state, id);
  const ids = all.filter((link) => link.type === nature).map((link) => link.id);
  const found = slice(ids, page).flatMap((each) => {
    const other = state.artifact(each);
    return other && canSeeArtifact(state, caller, other) ? [other] : [];
  });
  const headers = pageHeaders(page, ids.length);
  return format === "nested"
    ? ok({ collection: found.map((each) => artifactRepresentation(request, each, "all")) }, headers)
    : ok(
        found.map((each) => flatArtifact(request, each, format !== "flat")),
        headers,
      );
}
