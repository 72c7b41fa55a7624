import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import { type CheckedField, type KindMeaning, wrongType } from "../kindMeaning.ts";
import { type MemberSet, membersByKey } from "../memberSet.ts";
import { optionIndex, searchedLabel } from "../optionIndex.ts";
import { canonicalSet, isId } from "../sets.ts";
import type { ValueProblem } from "../valueProblem.ts";

export const listMeaning: KindMeaning = {
  members: ["bind_value_ids"],
  empty: { bind_value_ids: [] },
  canonical({ bind_value_ids: ids }) {
    return Array.isArray(ids) && ids.every(isId) ? canonicalSet(ids.filter(isSome).map(String)) : undefined;
  },
  request(members) {
    const ids = members.bind_value_ids;
    return Array.isArray(ids) && !ids.every(isSome) ? { ...members, bind_value_ids: ids.filter(isSome) } : members;
  },
  check({ bind_value_ids: ids }, field) {
    if (!Array.isArray(ids)) {
      return [wrongType(["bind_value_ids"], "array")];
    }
    const problems = ids.flatMap((id, index) => checkId(id, ["bind_value_ids", index], field));
    const takesOne = field.type === "sb" || field.type === "rb";
    return takesOne && ids.filter(isSome).length > 1
      ? [{ code: "severalValues", severity: "warning", path: ["bind_value_ids"] }, ...problems]
      : problems;
  },
  set(members, { type }) {
    const ids = members.bind_value_ids;
    const chosen = Array.isArray(ids) ? membersByKey(ids.filter(isSome), idKey) : undefined;
    return chosen && severalTypes.has(type)
      ? {
          members: chosen,
          withMembers: (others) => ({ ...members, bind_value_ids: others.map(({ json }) => json) }),
        }
      : undefined;
  },
};

export const openListMeaning: KindMeaning = {
  members: ["value", "bind_value_ids"],
  empty: { value: { bind_value_objects: [] } },
  canonical({ value, bind_value_ids: labels }) {
    if (value === undefined && Array.isArray(labels) && labels.every((label) => typeof label === "string")) {
      return canonicalSet(labels.map((label) => `label ${label}`));
    }
    const objects = labels === undefined && isJsonObject(value) ? value.bind_value_objects : undefined;
    const keys = Array.isArray(objects) ? objects.map(openValueKey) : [undefined];
    return keys.every((key) => key !== undefined) ? canonicalSet(keys) : undefined;
  },
  request: (members) => members,
  check({ value, bind_value_ids: labels }, field) {
    if (value !== undefined && labels !== undefined) {
      return [{ code: "contradiction", severity: "warning", path: ["bind_value_ids"] }];
    }
    if (value === undefined) {
      return Array.isArray(labels) ? [] : [wrongType(["bind_value_ids"], "array")];
    }
    const objects = isJsonObject(value) ? value.bind_value_objects : undefined;
    if (!Array.isArray(objects)) {
      return [wrongType(["value"], "bind_value_objects")];
    }
    return objects.flatMap((object, index) => checkOpenValue(object, ["value", "bind_value_objects", index], field));
  },
  set(members, { names = {} }) {
    const { value, bind_value_ids: labels } = members;
    if (value === undefined) {
      return Array.isArray(labels) ? setOfLabels(members, labels, names) : undefined;
    }
    const objects = labels === undefined && isJsonObject(value) ? value.bind_value_objects : undefined;
    const named = Array.isArray(objects) ? membersByKey(objects, openValueKey) : undefined;
    return (
      named && {
        members: named,
        withMembers: (others) =>
          others.every(({ json }) => isJsonObject(json))
            ? {
                ...members,
                value: { ...(value as JsonObject), bind_value_objects: others.map(({ json }) => json) },
              }
            : undefined,
      }
    );
  },
};

export const permissionsMeaning: KindMeaning = {
  members: ["value"],
  empty: { value: { granted_groups: [] } },
  canonical({ value }) {
    const groups = isJsonObject(value) ? value.granted_groups : undefined;
    if (!isJsonObject(value) || !Array.isArray(groups) || !groups.every(isId)) {
      return undefined;
    }
    const isUsed = value.is_used_by_default ?? groups.length > 0;
    return isUsed === groups.length > 0 ? canonicalSet(groups.map(String)) : undefined;
  },
  request: (members) => members,
  check({ value }) {
    const groups = isJsonObject(value) ? value.granted_groups : undefined;
    if (!isJsonObject(value) || !Array.isArray(groups)) {
      return [wrongType(["value"], "granted_groups")];
    }
    const problems = groups.flatMap((group, index) =>
      isId(group) ? [] : [wrongType(["value", "granted_groups", index], "id")],
    );
    return value.is_used_by_default === true && groups.length === 0
      ? [...problems, { code: "contradiction", severity: "warning", path: ["value", "is_used_by_default"] }]
      : problems;
  },
  set(members) {
    const { value } = members;
    const groups = isJsonObject(value) ? value.granted_groups : undefined;
    const granted = Array.isArray(groups) ? membersByKey(groups, idKey) : undefined;
    return (
      granted && {
        members: granted,
        withMembers: (others) => ({
          ...members,
          value: {
            ...(value as JsonObject),
            granted_groups: others.map(({ json }) => json),
            ...((value as JsonObject).is_used_by_default !== undefined && { is_used_by_default: others.length > 0 }),
          },
        }),
      }
    );
  },
};

/** The lists that hold several values; the others hold one, which is no set. */
const severalTypes: ReadonlySet<string> = new Set(["msb", "cb"]);

/** The values of an open list by their labels, which find what has that name in any case. */
function setOfLabels(
  members: JsonObject,
  labels: readonly Json[],
  names: Readonly<Record<string, string>>,
): MemberSet | undefined {
  const idOf = new Map(Object.entries(names).map(([id, name]) => [searchedLabel(name), id]));
  const keyOf = (label: Json): string | undefined => {
    if (typeof label !== "string") {
      return undefined;
    }
    const id = idOf.get(searchedLabel(label));
    return id === undefined ? `label ${label}` : `id ${id}`;
  };
  const named = membersByKey(labels, keyOf);
  return (
    named && {
      members: named,
      withMembers(others) {
        const written = others.map(({ json }) => labelOf(json, names));
        return written.every((label) => label !== undefined) ? { ...members, bind_value_ids: written } : undefined;
      },
    }
  );
}

function labelOf(value: Json, names: Readonly<Record<string, string>>): string | undefined {
  if (!isJsonObject(value)) {
    return typeof value === "string" ? value : undefined;
  }
  const label = value.id == null ? value.label : names[String(value.id)];
  return typeof label === "string" ? label : undefined;
}

function idKey(id: Json): string | undefined {
  return isId(id) ? String(id) : undefined;
}

/** Whether a list value is not «None», which the service reads and writes as 100 or 0. */
function isSome(id: Json): boolean {
  return String(id) !== "100" && String(id) !== "0";
}

/** In the order in which the service looks for what an object names. */
const openValueNames = ["id", "username", "email", "short_name", "label"] as const;

function openValueKey(value: Json): string | undefined {
  const name = isJsonObject(value) ? openValueNames.find((member) => value[member] != null) : undefined;
  const named = name && (value as JsonObject)[name];
  return named != null && isId(named) ? `${name} ${named}` : undefined;
}

function checkOpenValue(value: Json, path: ValueProblem["path"], field: CheckedField): readonly ValueProblem[] {
  if (openValueKey(value) === undefined) {
    return [wrongType(path, ...openValueNames)];
  }
  const { id } = value as JsonObject;
  return id == null ? [] : checkId(id, [...path, "id"], field);
}

function checkId(id: Json, path: ValueProblem["path"], { options = [] }: CheckedField): readonly ValueProblem[] {
  if (!isId(id)) {
    return [wrongType(path, "id")];
  }
  // Some lists have too many values, or values of others, for the structure to tell them.
  const isKnown = options.length === 0 || !isSome(id) || optionIndex(options).byId.has(String(id));
  return isKnown ? [] : [{ code: "unknownOption", severity: "warning", path }];
}
