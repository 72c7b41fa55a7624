import type { FieldKind } from "../model/fieldKind.ts";
import type { JsonObject } from "../model/json.ts";
import { readFieldValue } from "./readFieldValue.ts";
import { groupFinder } from "./readOptions.ts";
import { isObject, list, member } from "./wire.ts";

/** Tells whether a field's default is the day an artifact is made on; `default_value` is the answer's day then. */
export function isTodayByDefault(field: unknown, kind: FieldKind): boolean {
  const type = member(member(field, "specific_properties"), "default_value_type");
  return kind === "date" && (type === 0 || type === "0");
}

/**
 * Gives the members that carry a field's `default_value`, as a POST takes them. It is undefined where the field has no
 * default, or one that is not as its type should be.
 */
export function readDefault(field: unknown, type: string, kind: FieldKind): JsonObject | undefined {
  const value = member(field, "default_value");
  if (value === undefined || value === null || value === "") {
    return undefined;
  }
  // A default has nearly the form of a value in an answer, so it is read as one.
  const returned = { field_id: 1, type, is_time_displayed: member(field, "is_time_displayed"), ...asReturned(value) };
  return readFieldValue(returned)?.entry?.members;

  function asReturned(given: unknown): object {
    switch (kind) {
      case "string":
        return { value: given };
      case "date":
        // A field with time tells `2026-02-24 10:30` without a zone, which means the service's own.
        return { value: typeof given === "string" ? given.replace(" ", "T") : given };
      case "number":
        return { value: typeof given === "string" && given.trim() !== "" ? Number(given) : given };
      case "text":
        return isObject(given) ? { value: given.content, format: given.format } : { value: given, format: "text" };
      case "list":
        return { values: Array.isArray(given) ? options(given) : undefined };
      case "openList":
        return { bind_type: bindType(), bind_value_objects: Array.isArray(given) ? options(given) : undefined };
      case "computed":
        return { is_autocomputed: false, manual_value: member(given, "value") };
      case "links":
      case "files":
      case "permissions":
      case "steps":
        return {};
    }
  }

  function bindType(): unknown {
    return member(member(field, "bindings"), "type");
  }

  /** Gives the options, ids of groups as texts: `152` too. Only `users_uri` tells `readFieldValue` which are groups. */
  function options(given: unknown): readonly unknown[] {
    if (bindType() !== "ugroups") {
      return list(given);
    }
    const groupOf = groupFinder(field);
    return list(given).map((option) =>
      isObject(option) ? { ...option, id: groupOf(option["id"]), users_uri: "" } : option,
    );
  }
}
