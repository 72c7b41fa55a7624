import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { noOptions } from "../model/optionList.ts";
import { type CheckedField, type KindMeaning, wrongType } from "./kindMeaning.ts";
import { canonicalSet, isId, setOfItems } from "./memberSet.ts";
import type { ValueProblem } from "./valueProblem.ts";

/** Tells whether a list value is not «None», which the service reads and writes as 100 or 0. */
export function isSome(id: Json): boolean {
  return String(id) !== "100" && String(id) !== "0";
}

/** Gives the ids that the members of a list name, by `String(id)`. */
function listedIds(members: JsonObject | undefined): ReadonlySet<string> {
  const ids = members?.bind_value_ids;
  return new Set(Array.isArray(ids) ? ids.map(String) : []);
}

/**
 * Tells what is wrong with the id of a value. An id that the artifact holds already is never unknown: a structure
 * leaves out people who left, among others, and the service takes back what it gave.
 */
export function checkId(
  id: Json,
  path: ValueProblem["path"],
  { options = noOptions, takesOthers }: CheckedField,
  held: ReadonlySet<string>,
): readonly ValueProblem[] {
  if (!isId(id)) {
    return [wrongType(path, "id")];
  }
  // Some lists have too many values, or values of other projects, for the structure to tell them.
  const isKnown =
    options.isEmpty ||
    !isSome(id) ||
    held.has(String(id)) ||
    options.get(id) !== undefined ||
    (takesOthers && /^\d+$/.test(String(id)));
  return isKnown ? [] : [{ code: "unknownOption", severity: "warning", path }];
}

/** The id that means «nothing chosen», which is among the values of no field (test/service/README.md, Trackers). */
export const noValue = "100";

/**
 * Gives the values that the members of a list field choose, by `String(id)`: `[noValue]` for nothing, which is written
 * as `[]`, 100 or 0. It is undefined where the members are no list of ids.
 */
export function chosenIds(members: JsonObject | undefined): readonly string[] | undefined {
  const ids = members?.bind_value_ids;
  if (!Array.isArray(ids) || !ids.every(isId)) {
    return undefined;
  }
  const chosen = ids.filter(isSome).map(String);
  return chosen.length === 0 ? [noValue] : chosen;
}

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
    const held = listedIds(field.held);
    const problems = ids.flatMap((id, index) => checkId(id, ["bind_value_ids", index], field, held));
    const takesOne = field.type === "sb" || field.type === "rb";
    return takesOne && ids.filter(isSome).length > 1
      ? [{ code: "severalValues", severity: "warning", path: ["bind_value_ids"] }, ...problems]
      : problems;
  },
  set(members, { type }) {
    const ids = members.bind_value_ids;
    return Array.isArray(ids) && severalTypes.has(type)
      ? setOfItems(ids.filter(isSome), idKey, (others) => ({ ...members, bind_value_ids: others }))
      : undefined;
  },
};

export const permissionsMeaning: KindMeaning = {
  members: ["value"],
  empty: { value: { granted_groups: [] } },
  canonical({ value }) {
    const groups = grantedGroups(value);
    if (!isJsonObject(value) || !Array.isArray(groups) || !groups.every(isId)) {
      return undefined;
    }
    const isUsed = value.is_used_by_default ?? groups.length > 0;
    return isUsed === groups.length > 0 ? canonicalSet(groups.map(String)) : undefined;
  },
  check({ value }) {
    const groups = grantedGroups(value);
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
    const value = isJsonObject(members.value) ? members.value : {};
    return setOfItems(value.granted_groups, idKey, (others) => ({
      ...members,
      value: {
        ...value,
        granted_groups: others,
        ...(value.is_used_by_default !== undefined && { is_used_by_default: others.length > 0 }),
      },
    }));
  },
};

function grantedGroups(value: Json | undefined): Json | undefined {
  return isJsonObject(value) ? value.granted_groups : undefined;
}

/** The types of lists that hold several values. The others hold one, which is no set. */
const severalTypes: ReadonlySet<string> = new Set(["msb", "cb"]);

function idKey(id: Json): string | undefined {
  return isId(id) ? String(id) : undefined;
}
