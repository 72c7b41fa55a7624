import { fieldKind } from "../field/fieldKind.ts";
import type { Artifact, Attachment, FieldValue, TrackerReference } from "../model/artifact.ts";
import type { FieldOption, ProjectSummary, Tracker, TrackerField, TrackerSummary } from "../model/tracker.ts";
import { readDefault } from "./readDefault.ts";
import { readFieldValue } from "./readFieldValue.ts";
import { id, known, list, member, text, userName } from "./wire.ts";

/**
 * The artifact in an answer of GET /artifacts/{id}; undefined when it is not one: without `values`, or another's.
 *
 * Only `values` has to be there (the seed shows nothing else); whatever is missing or malformed is left out.
 */
export function readArtifact(body: unknown, artifactId: number, origin: string): Artifact | undefined {
  const answeredId = id(member(body, "id")) ?? artifactId;
  const values = member(body, "values");
  return answeredId === artifactId && Array.isArray(values) ? artifactOf(body, artifactId, values, origin) : undefined;
}

/** The artifacts of a listing, which may leave out `values`; undefined when it is none. Items without an id are skipped. */
export function readArtifacts(body: unknown, origin: string): readonly Artifact[] | undefined {
  return listOf(body, (item) => {
    const artifactId = id(member(item, "id"));
    return artifactId === undefined ? undefined : artifactOf(item, artifactId, list(member(item, "values")), origin);
  });
}

function artifactOf(body: unknown, artifactId: number, values: readonly unknown[], origin: string): Artifact {
  const isOpen = member(body, "is_open");
  return known({
    id: artifactId,
    title: text(member(body, "title")),
    xref: text(member(body, "xref")),
    browserUrl: browserUrl(text(member(body, "html_url")), artifactId, origin),
    tracker: trackerReference(body),
    status: text(member(body, "status")) ?? text(member(member(body, "full_status"), "value")),
    isOpen: typeof isOpen === "boolean" ? isOpen : undefined,
    statusColor: text(member(member(body, "full_status"), "color")),
    submittedBy: userName(member(body, "submitted_by_user")),
    submittedOn: text(member(body, "submitted_on")),
    lastUpdatedBy: userName(member(body, "last_update_by_user")),
    lastModifiedOn: text(member(body, "last_modified_date")),
    assignees: list(member(body, "assignees"))
      .map(userName)
      .filter((name) => name !== undefined),
    values: fieldValues(values),
    attachments: attachments(values),
  });
}

/** A field occurs once: of two values for one field neither could be told to be the true one, so the first stays. */
function fieldValues(values: readonly unknown[]): readonly FieldValue[] {
  const fieldIds = new Set<number>();
  const read: FieldValue[] = [];
  for (const value of values) {
    const field = readFieldValue(value);
    if (field !== undefined && !fieldIds.has(field.fieldId)) {
      fieldIds.add(field.fieldId);
      read.push(field);
    }
  }
  return read;
}

/** Files without an address are left out: they cannot be fetched. A field without an id gives 0. */
function attachments(values: readonly unknown[]): readonly Attachment[] {
  return values
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
}

/** `/plugins/tracker/attachments/457-my%20file.txt` is `my file.txt`. */
function nameInUrl(url: string): string {
  const segment = /([^/?#]*)\/?(?:[?#].*)?$/.exec(url)?.[1] ?? "";
  return decoded(segment).replace(/^\d+-(?=.)/, "") || "attachment";
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // A lone `%` is part of the name then.
  }
}

function browserUrl(htmlUrl: string | undefined, artifactId: number, origin: string): string {
  const url = htmlUrl === undefined ? null : URL.parse(htmlUrl, origin);
  return url?.origin === origin ? url.href : `${origin}/plugins/tracker/?aid=${artifactId}`;
}

function trackerReference(body: unknown): TrackerReference | undefined {
  const tracker = member(body, "tracker");
  const trackerId = id(member(tracker, "id"));
  if (trackerId === undefined) {
    return undefined;
  }
  const project = member(tracker, "project") ?? member(body, "project");
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
  if (answeredId !== trackerId || !Array.isArray(fields)) {
    return undefined;
  }
  return known({
    id: trackerId,
    label: text(member(body, "label")) ?? "",
    itemName: text(member(body, "item_name")),
    projectId: id(member(member(body, "project"), "id")),
    titleFieldId: semanticField(body, "title"),
    statusFieldId: semanticField(body, "status"),
    workflowFieldId: workflowField(body),
    fields: fields.map(trackerField).filter((field) => field !== undefined),
  });
}

function semanticField(body: unknown, name: string): number | undefined {
  return id(member(member(member(body, "semantics"), name), "field_id"));
}

/** Whether it is used comes as `"1"`, `"0"` or `""`. */
function workflowField(body: unknown): number | undefined {
  const workflow = member(body, "workflow");
  const isUsed = [true, 1, "1"].some((value) => member(workflow, "is_used") === value);
  return isUsed ? id(member(workflow, "field_id")) : undefined;
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
    defaultMembers: kind && readDefault(field, type, kind),
    options: options(field),
  });
}

const none = 100;

function options(field: unknown): readonly FieldOption[] {
  const isOfGroups = member(member(field, "bindings"), "type") === "ugroups";
  return list(member(field, "values")).flatMap((option) => {
    const given = member(option, "id");
    const number = id(given);
    const asText = typeof given === "number" ? String(given) : text(given);
    const optionId = isOfGroups || number === undefined ? asText : number;
    return optionId === undefined || optionId === none
      ? []
      : {
          id: optionId,
          label:
            userName(member(option, "user_reference")) ??
            text(member(option, "label")) ??
            text(member(member(option, "ugroup_reference"), "label")) ??
            "",
          isHidden: member(option, "is_hidden") === true,
        };
  });
}

/** The projects of a listing; undefined when it is none. */
export function readProjects(body: unknown): readonly ProjectSummary[] | undefined {
  return listOf(body, (item) => {
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
        });
  });
}

/** The trackers of a listing; undefined when it is none. */
export function readTrackers(body: unknown): readonly TrackerSummary[] | undefined {
  return listOf(body, (item) => {
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

/** What GET /version tells. */
export function readServiceVersion(body: unknown): string | undefined {
  return text(member(body, "version_number"));
}

function listOf<T>(body: unknown, read: (item: unknown) => T | undefined): readonly T[] | undefined {
  return Array.isArray(body) ? body.map(read).filter((item) => item !== undefined) : undefined;
}
