import { ownOriginOf } from "../connection/address.ts";
import type { Artifact, Attachment, FieldValue, LinkKind, TrackerReference } from "../model/artifact.ts";
import { readFieldValue } from "./readFieldValue.ts";
import { fieldsNotUpdatable } from "./readTracker.ts";
import { inServerDays, serverOffsetIn } from "./serverDay.ts";
import {
  address,
  distinct,
  flag,
  id,
  isObject,
  itemsByKey,
  itemsOf,
  known,
  list,
  member,
  name,
  text,
  userName,
} from "./wire.ts";

/**
 * Gives the artifact in an answer of GET /artifacts/{id}. It is undefined when the answer has no `values`, when it has
 * some and none tells its field, and when it is another artifact's.
 *
 * Only `values` has to be there (a minimal service shows nothing else); whatever is missing or malformed is left out.
 */
export function readArtifact(body: unknown, artifactId: number, origin: string): Artifact | undefined {
  const answeredId = id(member(body, "id")) ?? artifactId;
  const values = member(body, "values");
  const isArtifact =
    Array.isArray(values) &&
    (values.length === 0 || values.some((value) => id(member(value, "field_id")) !== undefined || isOfNoField(value)));
  return answeredId === artifactId && isArtifact
    ? artifactOf(body, artifactId, inServerDays(values, serverOffsetIn([body])), origin)
    : undefined;
}

/**
 * Tells whether a value has no field id, as the file field of a minimal service (test/service/README.md, A minimal
 * service).
 */
function isOfNoField(value: unknown): boolean {
  return member(value, "field_id") === undefined && Array.isArray(member(value, "file_descriptions"));
}

/**
 * Gives the artifacts of a listing, which may leave out `values`; undefined when it is none. Items without an id are
 * skipped, and each id comes once.
 */
export function readArtifacts(body: unknown, origin: string): readonly Artifact[] | undefined {
  const serverOffset = serverOffsetIn(list(body));
  return itemsOf(body, (item, artifactId) =>
    artifactOf(item, artifactId, inServerDays(list(member(item, "values")), serverOffset), origin),
  );
}

function artifactOf(body: unknown, artifactId: number, values: readonly unknown[], origin: string): Artifact {
  // Destructuring is faster than `member`, for thousands of rows; and no name here is that of a member which every
  // object inherits.
  const item = isObject(body) ? body : {};
  const { title, xref, html_url, status, full_status, is_open, submitted_on, last_modified_date } = item;
  const { tracker, project, submitted_by_user, last_update_by_user, assignees } = item;
  const statusLabel = name(status) ?? name(member(full_status, "value"));
  return known({
    id: artifactId,
    title: name(title),
    xref: name(xref),
    browserUrl: browserUrl(address(html_url), artifactId, origin),
    tracker: trackerReference(tracker, project),
    notUpdatable: fieldsNotUpdatable(tracker),
    status: statusLabel,
    // The service tells this of every artifact; without a status an artifact is neither open nor closed.
    isOpen: statusLabel === undefined ? undefined : flag(is_open),
    statusColor: name(member(full_status, "color")),
    submittedBy: userName(submitted_by_user),
    submittedOn: name(submitted_on),
    lastUpdatedBy: userName(last_update_by_user),
    lastModifiedOn: name(last_modified_date),
    assignees: distinct(
      list(assignees)
        .slice(0, maxAssignees)
        .map(userName)
        .filter((person) => person !== undefined),
      (person) => person,
    ),
    values: fieldValues(values),
    attachments: attachments(values),
  });
}

/** A tooltip or a row shows fewer people than this. */
const maxAssignees = 100;

/** Reads the values, one for each field: of two for one field nobody could tell which is true, so the first stays. */
function fieldValues(values: readonly unknown[]): readonly FieldValue[] {
  const read = values.map(readFieldValue).filter((field) => field !== undefined);
  return distinct(read, ({ fieldId }) => fieldId);
}

/** Reads the files, without those that have no address: nobody could fetch them. A field without an id gets 0. */
function attachments(values: readonly unknown[]): readonly Attachment[] {
  const read = values
    .filter((value) => member(value, "type") === "file")
    .flatMap((value) =>
      list(member(value, "file_descriptions")).map((file) => ({ file, fieldId: id(member(value, "field_id")) ?? 0 })),
    )
    .flatMap(({ file, fieldId }, index) => {
      const contentUrl = text(member(file, "html_url"));
      const size = member(file, "size");
      return contentUrl === undefined
        ? []
        : known({
            n: id(member(file, "id")) ?? index + 1,
            fieldId,
            name: text(member(file, "name")) ?? nameInUrl(contentUrl),
            sizeBytes: typeof size === "number" && size >= 0 ? size : undefined,
            mediaType: text(member(file, "type")),
            description: text(member(file, "description")),
            contentUrl,
          });
    });
  return distinct(read, ({ n }) => n);
}

/** Gives the name in an address: `/plugins/tracker/attachments/457-my%20file.txt` is `my file.txt`. */
function nameInUrl(url: string): string {
  const path = url.split(/[?#]/, 1)[0]?.replace(/\/$/, "") ?? "";
  const segment = path.slice(path.lastIndexOf("/") + 1);
  return decoded(segment).replace(/^\d+-(?=.)/, "") || "attachment";
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // A lone `%` is part of the name.
  }
}

/** The service writes paths like this. Parsing would not change such a path, and it leads nowhere else. */
const plainPath = /^\/[\w-][\w/-]*(?:\?[\w=&.-]*)?$/;

function browserUrl(htmlUrl: string | undefined, artifactId: number, origin: string): string {
  if (htmlUrl !== undefined && plainPath.test(htmlUrl)) {
    return origin + htmlUrl; // Parsing takes longer than all else that is read of a row.
  }
  const url = htmlUrl === undefined ? null : URL.parse(htmlUrl, origin);
  return url !== null && ownOriginOf(url) === origin ? url.href : `${origin}/plugins/tracker/?aid=${artifactId}`;
}

/** Gives the tracker that is referred to; `itsProject` counts where the tracker does not name its project. */
export function trackerReference(tracker: unknown, itsProject: unknown): TrackerReference | undefined {
  const trackerId = id(member(tracker, "id"));
  if (trackerId === undefined) {
    return undefined;
  }
  const project = member(tracker, "project") ?? itsProject;
  return known({
    id: trackerId,
    label: name(member(tracker, "label")),
    projectId: id(member(project, "id")),
    projectLabel: name(member(project, "label")),
  });
}

/** Gives the kinds of links in an answer of GET /artifacts/{id}/links; undefined when it has none. */
export function readLinkKinds(body: unknown): readonly LinkKind[] | undefined {
  return itemsByKey(member(body, "natures"), linkKind, ({ type, direction }) => `${direction} ${type}`);
}

function linkKind(item: unknown): LinkKind | undefined {
  // A link without a name is the plain one, as is one with an empty name.
  const type = text(member(item, "shortname")) ?? "";
  const direction = member(item, "direction");
  return direction === "forward" || direction === "reverse"
    ? { type, direction, label: text(member(item, "label")) ?? type }
    : undefined;
}
