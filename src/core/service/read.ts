import type { Artifact, Attachment, FieldValue, LinkKind, TrackerReference } from "../model/artifact.ts";
import { type FieldKind, fieldKind } from "../model/fieldKind.ts";
import type {
  LinkType,
  ProjectSummary,
  ReportSummary,
  Tracker,
  TrackerField,
  TrackerSummary,
  Transition,
} from "../model/tracker.ts";
import type { User } from "../model/user.ts";
import { isTodayByDefault, readDefault } from "./readDefault.ts";
import { readFieldValue } from "./readFieldValue.ts";
import { readOptions, takesOthers } from "./readOptions.ts";
import { readRules } from "./readRules.ts";
import { inServerDays, serverOffsetIn } from "./serverDay.ts";
import { distinct, id, isObject, itemsByKey, itemsOf, known, list, member, text, userName } from "./wire.ts";

/**
 * The artifact in an answer of GET /artifacts/{id}; undefined when it is not one: without `values`, with values none of
 * which tells its field, or another's.
 *
 * Only `values` has to be there (a minimal service shows nothing else); whatever is missing or malformed is left out.
 * `readField` stands for `readFieldValue` where some values are known already.
 */
export function readArtifact(
  body: unknown,
  artifactId: number,
  origin: string,
  readField: (value: unknown, index: number) => FieldValue | undefined = readFieldValue,
): Artifact | undefined {
  const answeredId = id(member(body, "id")) ?? artifactId;
  const values = member(body, "values");
  const isArtifact =
    Array.isArray(values) &&
    (values.length === 0 || values.some((value) => id(member(value, "field_id")) !== undefined || isOfNoField(value)));
  return answeredId === artifactId && isArtifact
    ? artifactOf(body, artifactId, inServerDays(values, serverOffsetIn([body])), origin, readField)
    : undefined;
}

/** The file field of a minimal service shows no id (test/service/README.md, A minimal service). */
function isOfNoField(value: unknown): boolean {
  return member(value, "field_id") === undefined && Array.isArray(member(value, "file_descriptions"));
}

/** The artifacts of a listing, which may leave out `values`; undefined when it is none. Items without an id are skipped, each id stands once. */
export function readArtifacts(body: unknown, origin: string): readonly Artifact[] | undefined {
  const serverOffset = serverOffsetIn(list(body));
  return itemsOf(body, (item) => {
    const artifactId = id(member(item, "id"));
    const values = inServerDays(list(member(item, "values")), serverOffset);
    return artifactId === undefined ? undefined : artifactOf(item, artifactId, values, origin);
  });
}

function artifactOf(
  body: unknown,
  artifactId: number,
  values: readonly unknown[],
  origin: string,
  readField: (value: unknown, index: number) => FieldValue | undefined = readFieldValue,
): Artifact {
  // By name rather than member by member: there are thousands of rows, and no name here is one of every object's own.
  const item = isObject(body) ? body : {};
  const { title, xref, html_url, status, full_status, is_open, submitted_on, last_modified_date } = item;
  const { tracker, project, submitted_by_user, last_update_by_user, assignees } = item;
  const statusLabel = text(status) ?? text(member(full_status, "value"));
  return known({
    id: artifactId,
    title: text(title),
    xref: text(xref),
    browserUrl: browserUrl(text(html_url), artifactId, origin),
    tracker: trackerReference(tracker, project),
    notUpdatable: notUpdatable(tracker),
    status: statusLabel,
    // Told of every artifact; without a status it is neither open nor closed.
    isOpen: statusLabel === undefined ? undefined : flag(is_open),
    statusColor: text(member(full_status, "color")),
    submittedBy: userName(submitted_by_user),
    submittedOn: text(submitted_on),
    lastUpdatedBy: userName(last_update_by_user),
    lastModifiedOn: text(last_modified_date),
    assignees: distinct(
      list(assignees)
        .map(userName)
        .filter((name) => name !== undefined),
      (name) => name,
    ),
    values: fieldValues(values, readField),
    attachments: attachments(values),
  });
}

/** Of the whole structure, whose rights are those on this artifact; undefined for a reference to the tracker alone. */
function notUpdatable(tracker: unknown): readonly number[] | undefined {
  const fields = member(tracker, "fields");
  return Array.isArray(fields)
    ? fields
        .map(trackerField)
        .flatMap((field) => (field?.kind === undefined || field.isUpdatable ? [] : [field.fieldId]))
    : undefined;
}

/** A field occurs once: of two values for one field neither could be told to be the true one, so the first stays. */
function fieldValues(
  values: readonly unknown[],
  readField: (value: unknown, index: number) => FieldValue | undefined,
): readonly FieldValue[] {
  const read = values.map(readField).filter((field) => field !== undefined);
  return distinct(read, ({ fieldId }) => fieldId);
}

/** Files without an address are left out: they cannot be fetched. A field without an id gives 0. */
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

/** `/plugins/tracker/attachments/457-my%20file.txt` is `my file.txt`. */
function nameInUrl(url: string): string {
  const path = url.split(/[?#]/, 1)[0]?.replace(/\/$/, "") ?? "";
  const segment = path.slice(path.lastIndexOf("/") + 1);
  return decoded(segment).replace(/^\d+-(?=.)/, "") || "attachment";
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // A lone `%` is part of the name then.
  }
}

/** As the service writes them: nothing that parsing would make another address of, or lead elsewhere. */
const plainPath = /^\/[\w-][\w/-]*(?:\?[\w=&.-]*)?$/;

function browserUrl(htmlUrl: string | undefined, artifactId: number, origin: string): string {
  if (htmlUrl !== undefined && plainPath.test(htmlUrl)) {
    return origin + htmlUrl; // Parsing takes longer than all else that is read of a row.
  }
  const url = htmlUrl === undefined ? null : URL.parse(htmlUrl, origin);
  return url?.origin === origin ? url.href : `${origin}/plugins/tracker/?aid=${artifactId}`;
}

function trackerReference(tracker: unknown, itsProject: unknown): TrackerReference | undefined {
  const trackerId = id(member(tracker, "id"));
  if (trackerId === undefined) {
    return undefined;
  }
  const project = member(tracker, "project") ?? itsProject;
  return known({
    id: trackerId,
    label: text(member(tracker, "label")),
    projectId: id(member(project, "id")),
    projectLabel: text(member(project, "label")),
  });
}

/** The structure in an answer of GET /trackers/{id}; undefined when it is not one: without `fields`, or another's. */
export function readTracker(body: unknown, trackerId: number): Tracker | undefined {
  const answeredId = id(member(body, "id")) ?? trackerId;
  const fields = member(body, "fields");
  const workflow = member(body, "workflow");
  if (answeredId !== trackerId || !Array.isArray(fields)) {
    return undefined;
  }
  return known({
    id: trackerId,
    label: text(member(body, "label")) ?? "",
    itemName: text(member(body, "item_name")),
    projectId: id(member(member(body, "project"), "id")),
    titleFieldId: semanticField(body, "title"),
    descriptionFieldId: semanticField(body, "description"),
    statusFieldId: semanticField(body, "status"),
    openValueIds: openValueIds(body),
    contributorFieldId: semanticField(body, "contributor"),
    parentTrackerId: id(member(member(body, "parent"), "id")),
    workflowFieldId: workflowField(body),
    transitions: transitions(body),
    mayFreeze: workflowField(body) !== undefined && member(workflow, "is_advanced") === false ? true : undefined,
    rules: readRules(body),
    fields: inFormOrder(
      distinct(
        fields.map(trackerField).filter((field) => field !== undefined),
        ({ fieldId }) => fieldId,
      ),
      member(body, "structure"),
    ),
  });
}

/** The fields as the tracker's form has them. What the form does not tell of stays in the order of the list, behind. */
function inFormOrder(fields: readonly TrackerField[], structure: unknown): readonly TrackerField[] {
  const places = new Map(idsInForm(structure).map((fieldId, index) => [fieldId, index]));
  const placeOf = ({ fieldId }: TrackerField) => places.get(fieldId) ?? Number.MAX_SAFE_INTEGER;
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Groups hold columns, which hold fields. Not by recursion: nobody says how deep. */
function idsInForm(structure: unknown): readonly number[] {
  const ids: number[] = [];
  const toCome = list(structure).toReversed();
  while (toCome.length > 0) {
    const element = toCome.pop();
    ids.push(id(member(element, "id")) ?? 0);
    for (const inner of list(member(element, "content")).toReversed()) {
      toCome.push(inner);
    }
  }
  return ids;
}

function semanticField(body: unknown, name: string): number | undefined {
  return id(member(member(member(body, "semantics"), name), "field_id"));
}

function openValueIds(body: unknown): Tracker["openValueIds"] {
  const listed = member(member(member(body, "semantics"), "status"), "value_ids");
  return Array.isArray(listed)
    ? listed.map((value) => id(value) ?? text(value)).filter((value) => value !== undefined)
    : undefined;
}

/** Whether it is used comes as `"1"`, `"0"` or `""`. */
function workflowField(body: unknown): number | undefined {
  const workflow = member(body, "workflow");
  const isUsed = [true, 1, "1"].some((value) => member(workflow, "is_used") === value);
  return isUsed ? id(member(workflow, "field_id")) : undefined;
}

function transitions(body: unknown): readonly Transition[] | undefined {
  const listed = member(member(body, "workflow"), "transitions");
  return workflowField(body) === undefined || !Array.isArray(listed)
    ? undefined
    : listed.flatMap((transition) => {
        const toId = id(member(transition, "to_id"));
        return toId === undefined ? [] : known({ fromId: id(member(transition, "from_id")), toId });
      });
}

const layoutTypes = new Set(["fieldset", "column", "linebreak", "separator", "staticrichtext"]);

function trackerField(field: unknown): TrackerField | undefined {
  const fieldId = id(member(field, "field_id"));
  const type = text(member(field, "type"));
  if (fieldId === undefined || type === undefined || layoutTypes.has(type)) {
    return undefined;
  }
  const kind = fieldKind(type);
  const permissions = member(field, "permissions");
  // Where the service does not tell, it decides when asked: its refusal changes nothing.
  const may = (permission: string) => !Array.isArray(permissions) || permissions.includes(permission);
  return known({
    fieldId,
    name: text(member(field, "name")) ?? "",
    label: text(member(field, "label")) ?? "",
    type,
    kind,
    isRequired: member(field, "required") === true,
    isUpdatable: may("update"),
    isSubmittable: may("create"),
    ...(kind && readDefaults(field, type, kind)),
    options: readOptions(field),
    bindsTo: bindsTo(field),
    takesOthers: bindsTo(field) === "users" && takesOthers(field) ? true : undefined,
    hasTime: type === "date" ? member(field, "is_time_displayed") === true : undefined,
    ...(kind === "files" && readUploads(field)),
    linkTypes: kind === "links" ? linkTypes(field) : undefined,
  });
}

/** What a file field tells of uploads (test/service/README.md, Uploads). */
function readUploads(field: unknown): Pick<TrackerField, "takesUploads" | "largestUploadBytes"> {
  const most = member(field, "max_size_upload");
  return known({
    takesUploads: text(member(field, "file_creation_uri")) === undefined ? undefined : (true as const),
    largestUploadBytes: typeof most === "number" && most > 0 ? most : undefined,
  });
}

/** What «today» was when the structure was read is worth nothing later, so it is not kept. */
function readDefaults(
  field: unknown,
  type: string,
  kind: FieldKind,
): Pick<TrackerField, "defaultMembers" | "isTodayByDefault"> {
  const members = readDefault(field, type, kind);
  return members && isTodayByDefault(field, kind) ? { isTodayByDefault: true } : known({ defaultMembers: members });
}

function bindsTo(field: unknown): TrackerField["bindsTo"] {
  // A list of all users there are names where they are found instead of its values.
  const found = member(member(member(field, "values"), "resource"), "type");
  const type = member(member(field, "bindings"), "type") ?? found;
  return type === "static" || type === "users" || type === "ugroups" ? type : undefined;
}

function linkTypes(field: unknown): readonly LinkType[] | undefined {
  const types = member(field, "allowed_types");
  return Array.isArray(types)
    ? types.flatMap((type) => {
        const shortname = text(member(type, "shortname"));
        // The empty name is the plain link.
        const label = text(member(type, "forward_label")) ?? shortname;
        return shortname && label
          ? [known({ shortname, label, reverseLabel: text(member(type, "reverse_label")) })]
          : [];
      })
    : undefined;
}

/** The projects of a listing; undefined when it is none. */
export function readProjects(body: unknown): readonly ProjectSummary[] | undefined {
  return itemsOf(body, (item) => {
    const projectId = id(member(item, "id"));
    const resources = member(item, "resources");
    const has = (type: string) =>
      Array.isArray(resources) ? resources.some((resource) => member(resource, "type") === type) : undefined;
    return projectId === undefined
      ? undefined
      : known({
          id: projectId,
          label: text(member(item, "label")) ?? text(member(item, "shortname")) ?? "",
          shortname: text(member(item, "shortname")),
          hasTrackers: has("trackers"),
          hasSvn: has("svn"),
          isMember: flag(member(item, "is_member_of")),
        });
  });
}

/** The reports of a listing; undefined when it is none. */
export function readReports(body: unknown): readonly ReportSummary[] | undefined {
  return itemsOf(body, (item) => {
    const reportId = id(member(item, "id"));
    return reportId === undefined
      ? undefined
      : known({
          id: reportId,
          label: text(member(item, "label")) ?? "",
          isPublic: flag(member(item, "is_public")),
          isDefault: flag(member(item, "is_default")),
        });
  });
}

/** The users of a listing; undefined when it is none. Whoever has no id or login is left out: nobody could refer to them. */
export function readUsers(body: unknown): readonly User[] | undefined {
  return itemsOf(body, readUser);
}

/** A user in an answer; undefined when it is none, as whoever is not signed in. */
export function readUser(body: unknown): User | undefined {
  const userId = id(member(body, "id"));
  const username = text(member(body, "username"));
  const status = text(member(body, "status"));
  return userId === undefined || username === undefined
    ? undefined
    : known({
        id: userId,
        username,
        realName: text(member(body, "real_name")),
        label: userName(body) ?? username,
        isActive: status === undefined ? undefined : status === "A" || status === "R",
      });
}

/** The kinds of links in an answer of GET /artifacts/{id}/links; undefined when it is none. */
export function readLinkKinds(body: unknown): readonly LinkKind[] | undefined {
  return itemsByKey(member(body, "natures"), linkKind, ({ type, direction }) => `${direction} ${type}`);
}

function linkKind(item: unknown): LinkKind | undefined {
  // No name at all is the plain link, too.
  const type = text(member(item, "shortname")) ?? "";
  const direction = member(item, "direction");
  return direction === "forward" || direction === "reverse"
    ? { type, direction, label: text(member(item, "label")) ?? type }
    : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** The trackers of a listing; undefined when it is none. */
export function readTrackers(body: unknown): readonly TrackerSummary[] | undefined {
  return itemsOf(body, (item) => {
    const trackerId = id(member(item, "id"));
    return trackerId === undefined
      ? undefined
      : known({
          id: trackerId,
          label: text(member(item, "label")) ?? "",
          itemName: text(member(item, "item_name")),
        });
  });
}

/** The id in an answer of POST /artifacts. */
export function readCreatedId(body: unknown): number | undefined {
  return id(member(body, "id"));
}

/** Name of the user an answer of GET /users/self tells of. */
export function readUserName(body: unknown): string | undefined {
  return userName(body);
}

/** Id of the user an answer of GET /users/self tells of. */
export function readUserId(body: unknown): number | undefined {
  return id(member(body, "id"));
}

/** What GET /version tells. */
export function readServiceVersion(body: unknown): string | undefined {
  return text(member(body, "version_number"));
}
