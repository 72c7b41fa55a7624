import { isJsonObject, type Json } from "../model/json.ts";
import { type KindMeaning, wrongType } from "./kindMeaning.ts";
import { canonicalSet, isId, setOfItems } from "./memberSet.ts";
import { checkId, isSome, listedIds } from "./options.ts";

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

/** The lists that hold several values; the others hold one, which is no set. */
const severalTypes: ReadonlySet<string> = new Set(["msb", "cb"]);

function idKey(id: Json): string | undefined {
  return isId(id) ? String(id) : undefined;
}
