import { anonymousUser, fullUser, minimalGroup, userById } from "../representations/people.ts";
import { badRequest } from "../server/answer.ts";
import type { Field, GroupId, OpenItem, StaticValue } from "../state/model.ts";
import type { State } from "../state/state.ts";
import { toInteger } from "../wire/bodyShape.ts";
import { isObject, type JsonObject } from "../wire/json.ts";
import { type AcceptContext, type Accepted, expectKind, type FieldKind, type ReadContext } from "./fieldKind.ts";

/** «None»: what a list holds when nothing is chosen. */
const none = 100;

const listFormat =
  'List fields values must be passed as an array of ids (integer) in \'bind_value_ids\'. Example: {"field_id": 1548, "bind_value_ids": [457]}';

const rgb: Readonly<Record<string, readonly [number, number, number] | undefined>> = { "red-wine": [114, 21, 35] };

function staticValue(value: StaticValue): Record<string, unknown> {
  const colour = rgb[value.colour ?? ""];
  return {
    // The service is not of one mind about the type of these ids.
    id: value.id % 2 === 0 ? value.id : String(value.id),
    label: value.label,
    color: colour ? { r: colour[0], g: colour[1], b: colour[2] } : null,
    tlp_color: colour ? null : (value.colour ?? null),
    is_hidden: value.isHidden,
  };
}

function readOne(field: Field, id: number | string, { state, origin }: ReadContext): Record<string, unknown> {
  switch (field.bind?.type) {
    case "users":
      return userById(state, Number(id), origin, fullUser);
    case "ugroups":
      return minimalGroup(state, String(id));
    default: {
      const known = field.bind?.values.find((value) => value.id === id);
      return known ? staticValue(known) : { id, label: "", color: null, tlp_color: null, is_hidden: true };
    }
  }
}

function noneValue(field: Field, origin: string): Record<string, unknown> {
  return field.bind?.type === "users"
    ? anonymousUser(origin, { id: none, real_name: "None", display_name: "None", username: "None" })
    : { id: none, label: "None", color: null, tlp_color: null, is_hidden: false };
}

export const listKind: FieldKind = {
  read: (field, value, context) => {
    const ids = expectKind(value, "list")?.ids ?? [];
    return ids.length === 0
      ? { values: [noneValue(field, context.origin)], bind_value_ids: [none] }
      : { values: ids.map((id) => readOne(field, id, context)), bind_value_ids: ids };
  },
  accept: (field, entry, context) => {
    const ids = entry.bind_value_ids;
    if (!Array.isArray(ids)) {
      throw badRequest(listFormat);
    }
    if ((field.type === "sb" || field.type === "rb") && ids.length > 1) {
      throw badRequest("Selectbox fields can only have one value");
    }
    const chosen: (number | string)[] = [];
    for (const id of ids) {
      const found = acceptOne(field, id, context);
      if (found === undefined) {
        return { problem: "" };
      }
      if (found !== none && !chosen.includes(found)) {
        chosen.push(found);
      }
    }
    return { value: { kind: "list", ids: chosen } };
  },
  isEmpty: (value) => expectKind(value, "list")?.ids.length === 0,
};

/** The id of a value of the field's list, 100 for «None»; undefined when there is no such value. */
function acceptOne(field: Field, id: unknown, { state }: AcceptContext): number | string | undefined {
  if (isNone(id)) {
    return none;
  }
  if (field.bind?.type === "ugroups") {
    if (!field.bind.groupIds.includes(String(id))) {
      throw badRequest(`The submitted value ${String(id)} is invalid`);
    }
    return String(id);
  }
  const number = toInteger(id);
  if (number === undefined) {
    return undefined;
  }
  if (field.bind?.type === "users") {
    return field.bind.userIds.includes(number) && state.users.has(number) ? number : undefined;
  }
  return field.bind?.values.some((value) => value.id === number) ? number : undefined;
}

function isNone(id: unknown): boolean {
  const number = toInteger(id);
  return number === none || number === 0;
}

export const openListKind: FieldKind = {
  read: (field, value, context) => {
    const items = expectKind(value, "openList")?.items ?? [];
    const objects = items.map((item) => readOpen(field, item, context));
    return {
      bind_value_objects: objects,
      bind_value_ids: objects.map((object) => openLabel(object)),
      bind_type: field.bind?.type ?? "static",
    };
  },
  accept: (field, entry, context) => {
    const objects = openObjects(entry);
    if (!objects) {
      throw badRequest(
        `Expected format for field ${field.id} : {"field_id" : 15458, "value" : {"bind_value_objects" : [{"id" : 123}, {"label" : "new"}]}}`,
      );
    }
    const made: { id: number; label: string }[] = [];
    const items: OpenItem[] = objects.map((object) => acceptOpen(field, object, context.state, made));
    const isNew = (item: OpenItem, index: number) => items.findIndex((each) => sameItem(each, item)) === index;
    const accepted: Accepted = {
      value: { kind: "openList", items: items.filter(isNew) },
      commit: () => field.freeValues.push(...made),
    };
    return accepted;
  },
  isEmpty: (value) => expectKind(value, "openList")?.items.length === 0,
};

function sameItem(a: OpenItem, b: OpenItem): boolean {
  return "id" in a ? "id" in b && a.id === b.id : "freeId" in b && a.freeId === b.freeId;
}

function readOpen(field: Field, item: OpenItem, context: ReadContext): Record<string, unknown> {
  if ("freeId" in item) {
    const free = field.freeValues.find((value) => value.id === item.freeId);
    return { id: `o${item.freeId}`, label: free?.label ?? "" };
  }
  const read = readOne(field, item.id, context);
  if (field.bind?.type !== "users") {
    return read;
  }
  const user = context.state.users.get(Number(item.id));
  return { ...read, label: user ? `${user.realName} (${user.username})` : "" };
}

function openLabel(object: Readonly<Record<string, unknown>>): unknown {
  return object.label ?? object.username;
}

/** The two ways to send an open list as one: objects, or the deprecated labels. */
function openObjects(entry: JsonObject): readonly JsonObject[] | undefined {
  if (isObject(entry.value) && Array.isArray(entry.value.bind_value_objects)) {
    const objects: unknown[] = entry.value.bind_value_objects;
    return objects.every(isObject) ? objects : undefined;
  }
  if (Array.isArray(entry.bind_value_ids)) {
    return entry.bind_value_ids.map((label) => ({ label: String(label) }));
  }
  return undefined;
}

function acceptOpen(field: Field, object: JsonObject, state: State, made: { id: number; label: string }[]): OpenItem {
  if (object.id !== undefined && object.id !== null) {
    return knownById(field, object.id);
  }
  const named = object.label ?? object.username ?? object.email ?? object.short_name;
  if (named === undefined || named === null) {
    throw badRequest(
      `Expected format for field ${field.id} : {"field_id" : 15458, "value" : {"bind_value_objects" : [{"id" : 123}]}}`,
    );
  }
  const label = String(named).trim();
  const known = knownByLabel(field, label, state);
  if (known !== undefined) {
    return { id: known };
  }
  const free = [...field.freeValues, ...made].find((value) => value.label === label);
  if (free) {
    return { freeId: free.id };
  }
  const fresh = { id: state.takeFreeValueId(), label };
  made.push(fresh);
  return { freeId: fresh.id };
}

function knownById(field: Field, id: unknown): OpenItem {
  const unknown = badRequest(`Bind Value with ID ${String(id)} does not exist for field ID ${field.id}`);
  const freeId = /^o(\d+)$/.exec(String(id));
  if (freeId) {
    if (!field.freeValues.some((value) => value.id === Number(freeId[1]))) {
      throw unknown;
    }
    return { freeId: Number(freeId[1]) };
  }
  const number = toInteger(id);
  switch (field.bind?.type) {
    case "ugroups":
      if (!field.bind.groupIds.includes(String(id))) {
        throw unknown;
      }
      return { id: String(id) };
    case "users":
      if (number === undefined || !field.bind.userIds.includes(number)) {
        throw unknown;
      }
      return { id: number };
    default:
      if (number === undefined || !field.bind?.values.some((value) => value.id === number)) {
        throw unknown;
      }
      return { id: number };
  }
}

function knownByLabel(field: Field, label: string, state: State): number | GroupId | undefined {
  switch (field.bind?.type) {
    case "users":
      return field.bind.userIds.find((id) => {
        const user = state.users.get(id);
        return user && [user.username, user.email, `${user.realName} (${user.username})`].includes(label);
      });
    case "ugroups":
      return field.bind.groupIds.find((id) => {
        const group = state.groups.get(id);
        return group && [group.shortName, group.label].includes(label);
      });
    default:
      return field.bind?.values.find((value) => value.label === label)?.id;
  }
}
