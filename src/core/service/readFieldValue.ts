import { allUsers, projectAdministrators, projectMembers, registeredUsers } from "../labels/values.ts";
import type { FieldValue } from "../model/artifact.ts";
import { type FieldKind, fieldKind } from "../model/fieldKind.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { isFreeValueId } from "../model/optionList.ts";
import { nameOfLink, readShownValue } from "./readShownValue.ts";
import { serverDay } from "./serverDay.ts";
import { allOf, distinct, id, list, member, text, userName } from "./wire.ts";

/**
 * Reads a member of a returned artifact's `values` into the shape a PUT takes; undefined without a field id.
 *
 * A value that is not as its type should be gets neither kind nor entry: it never enters a text and is never sent.
 */
export function readFieldValue(value: unknown): FieldValue | undefined {
  const fieldId = id(member(value, "field_id"));
  if (fieldId === undefined) {
    return undefined;
  }
  const type = text(member(value, "type")) ?? "";
  const kind = fieldKind(type);
  const read = kind === undefined ? undefined : readers[kind](value);
  const label = text(member(value, "label")) ?? "";
  if (kind === undefined || read === undefined) {
    const shown = readShownValue(value, type);
    return { fieldId, type, label, names: {}, ...(shown && { shown }) };
  }
  const shown = tellsMore.has(kind) ? readShownValue(value, type) : undefined;
  return {
    fieldId,
    type,
    label,
    kind,
    entry: { fieldId, members: read.members },
    names: read.names ?? {},
    ...(shown && { shown }),
  };
}

/** A reader sees more of these kinds than can be written. */
const tellsMore = new Set<FieldKind>(["computed", "links"]);

interface Read {
  readonly members: JsonObject;
  readonly names?: Names;
}

/** Names by `String(id)` of the id as it is in the entry. */
type Names = Record<string, string>;

const readers: Readonly<Record<FieldKind, (value: unknown) => Read | undefined>> = {
  string: (value) => ofValue(stringOrEmpty(member(value, "value"))),
  text: readText,
  number: readNumber,
  date: readDate,
  list: readList,
  openList: readOpenList,
  links: readLinks,
  files: readFiles,
  computed: readComputed,
  permissions: readPermissions,
  steps: readSteps,
};

function ofValue(value: Json | undefined): Read | undefined {
  return value === undefined ? undefined : { members: { value } };
}

function stringOrEmpty(value: unknown): string | undefined {
  return value === null ? "" : typeof value === "string" ? value : undefined;
}

/**
 * Reads a text. Markdown comes rendered as `value` with its source as `commonmark`, the only sign of Markdown. A
 * service that tells no format takes a plain string, as a minimal service does (test/service/README.md).
 */
function readText(value: unknown): Read | undefined {
  if (member(value, "format") === undefined && member(value, "commonmark") === undefined) {
    return ofValue(stringOrEmpty(member(value, "value")));
  }
  const source = formattedText(member(value, "value"), member(value, "format"), member(value, "commonmark"));
  return source && { members: { value: { content: source.content, format: source.format } } };
}

const formats = new Set<unknown>(["text", "html", "commonmark"]);

function formattedText(
  returned: unknown,
  format: unknown,
  commonmark: unknown,
): { content: string; format: string } | undefined {
  if (commonmark !== undefined) {
    return typeof commonmark === "string" ? { content: commonmark, format: "commonmark" } : undefined;
  }
  const content = stringOrEmpty(returned);
  return content === undefined ? undefined : { content, format: formats.has(format) ? (format as string) : "text" };
}

/** Reads a number, unless JavaScript cannot hold it exactly: it would be shown, and saved, as another. */
function readNumber(value: unknown): Read | undefined {
  const number = member(value, "value");
  return ofValue(number === null ? "" : isExact(number) ? number : undefined);
}

function isExact(value: unknown): value is number {
  return (
    typeof value === "number" && Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  );
}

/**
 * Reads a date; one without time becomes its day alone. With the offset of the day on which it was read, it would
 * become the day before or after when somebody edits it across a change of daylight saving time.
 */
function readDate(value: unknown): Read | undefined {
  const date = stringOrEmpty(member(value, "value"));
  if (date === undefined || date === "") {
    return ofValue(date);
  }
  if (!/^\d{4}-\d{2}-\d{2}(T|$)/.test(date)) {
    return undefined;
  }
  return ofValue(member(value, "is_time_displayed") === false ? serverDay(date) : date);
}

const none = "100";

function readList(value: unknown): Read | undefined {
  const options = member(value, "values");
  const chosen = list(options);
  const given = member(value, "bind_value_ids");
  const ids = Array.isArray(given)
    ? given
    : Array.isArray(options)
      ? chosen.map((option) => member(option, "id"))
      : undefined;
  if (ids === undefined) {
    return undefined;
  }
  const isOfGroups = chosen.some(isGroup) || ids.some((item) => typeof item === "string" && groupId.test(item));
  const read: (number | string)[] = [];
  for (const item of ids) {
    const known = isOfGroups ? groupIdOf(item) : id(item);
    if (known === undefined) {
      return undefined;
    }
    if (String(known) !== none) {
      read.push(known);
    }
  }
  return { members: { bind_value_ids: distinct(read, String) }, names: namesOf(chosen) };
}

/** Ids of built-in groups look like this: `101_3` is the third one of project 101. */
const groupId = /^\d+_\d+$/;

function isGroup(option: unknown): boolean {
  return member(option, "users_uri") !== undefined || text(member(option, "uri"))?.startsWith("user_groups/") === true;
}

function groupIdOf(value: unknown): string | undefined {
  if (typeof value === "string" && groupId.test(value)) {
    return value;
  }
  const number = id(value);
  return number === undefined ? undefined : String(number);
}

function namesOf(options: readonly unknown[]): Names {
  const names: Names = {};
  for (const option of options) {
    if (!isFree(option)) {
      addName(names, member(option, "id"), text(member(option, "label")) ?? userName(option));
    }
  }
  return names;
}

function addName(names: Names, givenId: unknown, givenName: unknown): void {
  const name = text(givenName);
  const key = id(givenId)?.toString() ?? text(givenId);
  if (key !== undefined && key !== none && name !== undefined) {
    names[key] = name;
  }
}

function readOpenList(value: unknown): Read | undefined {
  const objects = member(value, "bind_value_objects");
  const bindType = member(value, "bind_type");
  const read = allOf(objects, (option) => openListOption(option, bindType));
  return read && { members: { value: { bind_value_objects: distinct(read, keyOf) } }, names: namesOf(list(objects)) };
}

function openListOption(option: unknown, bindType: unknown): JsonObject | undefined {
  if (isFree(option)) {
    const label = text(member(option, "label"));
    return label === undefined ? undefined : bindType === "users" ? { email: label } : { label };
  }
  const optionId = member(option, "id");
  // Older services give an email in place of an id for people without an account.
  const email = text(member(option, "email"));
  if (optionId === null && email !== undefined) {
    return { email };
  }
  if (bindType === "ugroups" || isGroup(option) || (typeof optionId === "string" && groupId.test(optionId))) {
    const group = groupIdOf(optionId);
    return group === undefined ? undefined : { id: group };
  }
  const known = id(optionId);
  return known === undefined ? undefined : { id: known };
}

/** Tells whether a user typed the value rather than chose it. */
function isFree(option: unknown): boolean {
  const optionId = member(option, "id");
  return typeof optionId === "string" && isFreeValueId(optionId);
}

/** Reads the links from here; those to here (`reverse_links`) belong to the other artifacts. */
function readLinks(value: unknown): Read | undefined {
  const links = member(value, "links");
  const read = allOf(links, readLink);
  return read && { members: { links: distinct(read, keyOf) }, names: Object.fromEntries(list(links).map(namedLink)) };
}

function readLink(link: unknown): JsonObject | undefined {
  const target = id(member(link, "id"));
  const type = member(link, "type") ?? "";
  return target === undefined || typeof type !== "string"
    ? undefined
    : type === ""
      ? { id: target }
      : { id: target, type };
}

function namedLink(link: unknown): readonly [string, string] {
  const target = String(member(link, "id"));
  return [target, nameOfLink(link, target)];
}

function readFiles(value: unknown): Read | undefined {
  const files = member(value, "file_descriptions");
  const ids = allOf(files, (file) => id(member(file, "id")));
  const names: Names = {};
  for (const file of list(files)) {
    addName(names, member(file, "id"), member(file, "name"));
  }
  return ids && { members: { value: distinct(ids, String) }, names };
}

function readComputed(value: unknown): Read | undefined {
  const isComputed = member(value, "is_autocomputed");
  if (isComputed === true) {
    return { members: { is_autocomputed: true } };
  }
  const manual = member(value, "manual_value");
  return isComputed === false && isExact(manual) ? { members: { manual_value: manual } } : undefined;
}

function readPermissions(value: unknown): Read | undefined {
  const groups = allOf(member(value, "granted_groups_ids"), groupIdOf);
  const labels = list(member(value, "granted_groups"));
  const names: Names = {};
  groups?.forEach((group, index) => {
    addName(names, group, groupName(labels[index]));
  });
  return groups && { members: { value: { granted_groups: distinct(groups, String) } }, names };
}

/**
 * Gives the name that people know a group by. In this field the service tells the groups that each project has by its
 * own names for them (test/service/README.md, Values as read).
 */
function groupName(label: unknown): unknown {
  return ownGroups.get(label) ?? label;
}

const ownGroups = new Map<unknown, string>([
  ["all_users", allUsers],
  ["registered_users", registeredUsers],
  ["project_members", projectMembers],
  ["project_admins", projectAdministrators],
]);

function readSteps(value: unknown): Read | undefined {
  const steps = member(value, "value");
  const each = Array.isArray(steps) ? distinct(steps, (step) => id(member(step, "id")) ?? step) : undefined;
  return ofValue(allOf(each, readStep));
}

function readStep(step: unknown): JsonObject | undefined {
  const description = stepText(step, "description");
  const results = stepText(step, "expected_results");
  const rank = member(step, "rank");
  return description === undefined || results === undefined || !isExact(rank)
    ? undefined
    : {
        description: description.content,
        description_format: description.format,
        expected_results: results.content,
        expected_results_format: results.format,
        rank,
      };
}

function stepText(step: unknown, name: string): { content: string; format: string } | undefined {
  return formattedText(member(step, name), member(step, `${name}_format`), member(step, `commonmark_${name}`));
}

function keyOf(members: JsonObject): string {
  return JSON.stringify(Object.entries(members));
}
