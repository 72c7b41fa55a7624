import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { isFreeValueId, noOptions, type OptionList, searchedLabel } from "../model/optionList.ts";
import { type CheckedField, type KindMeaning, wrongType } from "./kindMeaning.ts";
import { canonicalSet, isId, type MemberSet, setOfItems } from "./memberSet.ts";
import { checkId } from "./options.ts";
import type { ValueProblem } from "./valueProblem.ts";

export const openListMeaning: KindMeaning = {
  members: ["value", "bind_value_ids"],
  empty: { value: { bind_value_objects: [] } },
  canonical(members) {
    const { value, labels } = membersIn(members);
    if (value === undefined && Array.isArray(labels) && labels.every((label) => typeof label === "string")) {
      return canonicalSet(labels.map((label) => `label ${label}`));
    }
    const keys = labels === undefined ? objectsIn(value)?.map(openValueKey) : undefined;
    return keys?.every((key) => key !== undefined) ? canonicalSet(keys) : undefined;
  },
  check(members, field) {
    const { value, labels } = membersIn(members);
    if (value !== undefined && labels !== undefined) {
      return [{ code: "contradiction", severity: "warning", path: ["bind_value_ids"] }];
    }
    if (value === undefined) {
      return Array.isArray(labels) ? labels.flatMap(labelChecker(field)) : [wrongType(["bind_value_ids"], "array")];
    }
    return objectsIn(value)?.flatMap(openValueChecker(field)) ?? [wrongType(["value"], "bind_value_objects")];
  },
  set(members, { names = {} }) {
    const { value, labels } = membersIn(members);
    if (value === undefined) {
      return Array.isArray(labels) ? setOfLabels(members, labels, names) : undefined;
    }
    return setOfItems(labels === undefined ? objectsIn(value) : undefined, openValueKey, (others) =>
      others.every(isJsonObject)
        ? { ...members, value: { ...(value as JsonObject), bind_value_objects: others } }
        : undefined,
    );
  },
};

/** Gives the members in one of which the values stand. The service takes null for absent. */
function membersIn({ value, bind_value_ids: labels }: JsonObject): { readonly value?: Json; readonly labels?: Json } {
  return { ...(value != null && { value }), ...(labels != null && { labels }) };
}

/** Reads labels as a set. Each of them finds the value that has its name in any case. */
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
  return setOfItems(labels, keyOf, (others) => {
    const written = others.map((value) => labelOf(value, names));
    return written.every((label) => label !== undefined) ? { ...members, bind_value_ids: written } : undefined;
  });
}

function labelOf(value: Json, names: Readonly<Record<string, string>>): string | undefined {
  if (!isJsonObject(value)) {
    return typeof value === "string" ? value : undefined;
  }
  const label = value.id == null ? value.label : names[String(value.id)];
  return typeof label === "string" ? label : undefined;
}

function objectsIn(value: Json | undefined): readonly Json[] | undefined {
  const objects = isJsonObject(value) ? value.bind_value_objects : undefined;
  return Array.isArray(objects) ? objects : undefined;
}

/** The service looks in this order for the member that names a value. */
const openValueNames = ["id", "username", "email", "short_name", "label"] as const;

/** Finds the member that names the value. The label names a free value, even where its id stands there too. */
function namingMember(
  value: Json,
): { readonly name: (typeof openValueNames)[number]; readonly named: Json } | undefined {
  const object: JsonObject = isJsonObject(value) ? value : {};
  const isFree = isFreeValueId(object.id) && typeof object.label === "string";
  const name = isFree ? "label" : openValueNames.find((member) => object[member] != null);
  const named = name && object[name];
  return name && named != null ? { name, named } : undefined;
}

/** Tells what a reader calls a value; `nameOf` gives the name for an id. */
export function openValueName(value: Json, nameOf: (id: Json) => string): Json | undefined {
  if (!isJsonObject(value)) {
    return value;
  }
  const { id, label, username, email, short_name } = value;
  return id == null ? (label ?? username ?? email ?? short_name) : nameOf(id);
}

function openValueKey(value: Json): string | undefined {
  const naming = namingMember(value);
  return naming && isId(naming.named) ? `${naming.name} ${naming.named}` : undefined;
}

function openValueChecker(field: CheckedField): (value: Json, index: number) => readonly ValueProblem[] {
  const held = new Set((objectsIn(field.held?.value) ?? []).map(openValueKey));
  const heldIds = new Set([...held].flatMap((key) => (key?.startsWith("id ") ? [key.slice("id ".length)] : [])));
  return (value, index) => {
    const path = ["value", "bind_value_objects", index];
    const naming = namingMember(value);
    if (!naming || !isId(naming.named)) {
      return [wrongType(path, ...openValueNames)];
    }
    const { name, named } = naming;
    if (held.has(openValueKey(value))) {
      return [];
    }
    if (name === "id") {
      return isFreeValueId(named)
        ? [{ code: "freeValueId", severity: "warning", path: [...path, name], expected: [freeMember(field)] }]
        : checkId(named, [...path, name], field, heldIds);
    }
    // A new value may be named by its label only in lists of the tracker's own values.
    const others = name === "label" && membersBeside[field.bindsTo ?? "static"];
    if (others) {
      return [wrongType(path, ...others)];
    }
    return name === "label" || name === "email" ? checkFree(String(named), [...path, name], field) : [];
  };
}

/** The members that name people and groups, where labels do not. */
const membersBeside: Readonly<Record<NonNullable<CheckedField["bindsTo"]>, readonly string[] | undefined>> = {
  static: undefined,
  users: ["id", "username", "email"],
  ugroups: ["id", "short_name"],
};

/** Tells which member names a free value: people who are no users are named by their e-mail address. */
function freeMember({ bindsTo }: CheckedField): string {
  return bindsTo === "users" ? "email" : "label";
}

function checkFree(
  label: string,
  path: ValueProblem["path"],
  { options = noOptions }: CheckedField,
): readonly ValueProblem[] {
  if (label.includes(",")) {
    return [{ code: "commaInLabel", severity: "error", path }];
  }
  const known = path.at(-1) === "label" && knownOption(label, options);
  return known ? [{ code: "knownLabel", severity: "warning", path, expected: [String(known.id)] }] : [];
}

/** Checks labels in the deprecated form. A comma is allowed in a label that the tracker knows. */
function labelChecker(field: CheckedField): (label: Json, index: number) => readonly ValueProblem[] {
  return (label, index) =>
    typeof label === "string" && label.includes(",") && !knownOption(label, field.options ?? noOptions)
      ? [{ code: "commaInLabel", severity: "error", path: ["bind_value_ids", index] }]
      : [];
}

/** Finds the value of the tracker that has this label. Hidden values are left out, as they can be chosen no more. */
function knownOption(label: string, options: OptionList) {
  const known = options.labelled(label);
  return known && !known.isHidden ? known : undefined;
}
