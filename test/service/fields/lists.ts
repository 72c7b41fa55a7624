import { anonymousUser, fullUser, minimalGroup, userById } from "../representations/people.ts";
import { badRequest } from "../server/answer.ts";
import type { Bind, Field, GroupId, OpenItem, StaticValue } from "../state/model.ts";
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

/** Only lists of people say that nobody is chosen; all others are empty. */
function nothingChosen(field: Field, origin: string): Record<string, unknown> {
  return field.bind?.type === "users"
    ? { values: [anonymousUser(origin)], bind_value_ids: [none] }
    : { values: [], bind_value_ids: [] };
}

export const listKind: FieldKind = {
  read: (field, value, context) => {
    const ids = expectKind(value, "list")?.ids ?? [];
    return ids.length === 0
      ? nothingChosen(field, context.origin)
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
  if (field.bind?.type === "users") {
    if (number === undefined) {
      throw badRequest(`The submitted value ${String(id)} is invalid`);
    }
    return takesUser(field.bind, number, state) ? number : undefined;
  }
  if (number === undefined) {
    return undefined;
  }
  return field.bind?.values.some((value) => value.id === number) ? number : undefined;
}

function takesUser({ userIds, takesEverybody }: UsersBind, id: number, state: State): boolean {
  return state.users.has(id) && (userIds.includes(id) || takesEverybody === true);
}

type UsersBind = Extract<Bind, { readonly type: "users" }>;

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
    const labels = entry.bind_value_ids;
    const objects = isObject(entry.value) ? entry.value.bind_value_objects : undefined;
    const made: Made = [];
    let items: readonly OpenItem[];
    if (Array.isArray(objects) && objects.every(isObject)) {
      items = objects.map((object) => acceptOpen(field, object, context.state, made));
    } else if (Array.isArray(labels)) {
      items = labels.map((label) => acceptLabel(field, String(label), context.state, made));
    } else {
      throw badRequest(openListFormat);
    }
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

const openListFormat = "OpenList fields values must be passed as an array of labels (string) in 'bind_value_ids'";

type Made = { id: number; label: string }[];

/** The deprecated way: a label of a known value, in whatever case, is that value. */
function acceptLabel(field: Field, label: string, state: State, made: Made): OpenItem {
  const known = knownByLabel(field, label.trim(), state);
  return known === undefined ? freeItem(field, label, state, made) : { id: known };
}

/** A label always makes a free value, also that of a known one: known ones are named by id. */
function acceptOpen(field: Field, object: JsonObject, state: State, made: Made): OpenItem {
  const { id, label } = object;
  const isFreeId = /^o\d+$/.test(String(id));
  if (id !== undefined && id !== null && !(isFreeId && field.bind?.type === "static" && typeof label === "string")) {
    return knownById(field, id, state, made);
  }
  switch (field.bind?.type) {
    case "users":
      return acceptPerson(field, object, state, made);
    case "ugroups":
      return acceptGroup(field, object, state);
    default:
      if (typeof label !== "string") {
        throw badRequest(openListFormat);
      }
      return freeItem(field, label, state, made);
  }
}

function acceptPerson(field: Field, { username, email }: JsonObject, state: State, made: Made): OpenItem {
  const all = [...state.users.values()];
  if (typeof username === "string") {
    const user = all.find((each) => each.username === username);
    if (!user) {
      throw badRequest(`Cannot Bind to user "${username}" for field ID ${field.id}`);
    }
    return { id: user.id };
  }
  if (typeof email !== "string") {
    throw badRequest(openListFormat);
  }
  const user = all.find((each) => each.email === email);
  return user ? { id: user.id } : freeItem(field, email, state, made);
}

function acceptGroup(field: Field, { short_name: name }: JsonObject, state: State): OpenItem {
  const groupIds = field.bind?.type === "ugroups" ? field.bind.groupIds : [];
  const groupId = groupIds.find((id) => state.groups.get(id)?.shortName === name);
  if (groupId === undefined) {
    throw badRequest(openListFormat);
  }
  return { id: groupId };
}

/** A comma ends a label. The same label is the same free value. */
function freeItem(field: Field, given: string, state: State, made: Made): OpenItem {
  const label = (given.split(",")[0] ?? "").trim();
  const free = [...field.freeValues, ...made].find((value) => value.label === label);
  if (free) {
    return { freeId: free.id };
  }
  const fresh = { id: state.takeFreeValueId(), label };
  made.push(fresh);
  return { freeId: fresh.id };
}

function knownById(field: Field, id: unknown, state: State, made: Made): OpenItem {
  const unknown = badRequest(`Bind Value with ID ${String(id)} does not exist for field ID ${field.id}`);
  const number = toInteger(id);
  switch (field.bind?.type) {
    case "ugroups": {
      const group = state.groups.get(String(id));
      if (!group) {
        throw unknown;
      }
      // One that the list is not bound to is kept by its name alone.
      return field.bind.groupIds.includes(String(id)) ? { id: String(id) } : freeItem(field, group.label, state, made);
    }
    case "users":
      if (number === undefined || !state.users.has(number)) {
        throw badRequest(`Cannot Bind to user with ID ${String(id)} for field ID ${field.id}`);
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
  const searched = label.toLowerCase();
  const isMeant = (...names: readonly string[]) => names.some((name) => name.toLowerCase() === searched);
  switch (field.bind?.type) {
    case "users":
      return field.bind.userIds.find((id) => {
        const user = state.users.get(id);
        return user && isMeant(user.username, user.email, `${user.realName} (${user.username})`);
      });
    case "ugroups":
      return field.bind.groupIds.find((id) => {
        const group = state.groups.get(id);
        return group && isMeant(group.shortName, group.label);
      });
    default:
      return field.bind?.values.find((value) => isMeant(value.label))?.id;
  }
}
