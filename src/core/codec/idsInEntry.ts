import type { Node } from "jsonc-parser";
import { membersOf } from "./jsonTree.ts";

/** An id in the value of an entry, with its place in the text. */
export interface LocatedId {
  /** `String(id)`. */
  readonly id: string;
  readonly offset: number;
  readonly length: number;
}

/**
 * The ids an entry names, in the order of the text: of list values, users and groups, linked artifacts and attachments.
 * A `value` that is a plain number is none.
 */
export function idsInEntry(entry: Node): readonly LocatedId[] {
  return membersOf(entry).flatMap(({ name, value }) => {
    switch (name) {
      case "bind_value_ids":
        return scalarIds(value);
      case "links":
      case "all_links":
        return objectIds(value);
      case "parent":
        return memberIds(value);
      case "value":
        return [...scalarIds(value), ...idsInValue(value)];
      default:
        return [];
    }
  });
}

function idsInValue(value: Node): readonly LocatedId[] {
  return membersOf(value).flatMap(({ name, value: inner }) => {
    switch (name) {
      case "bind_value_objects":
        return objectIds(inner);
      case "granted_groups":
        return scalarIds(inner);
      default:
        return [];
    }
  });
}

function scalarIds(array: Node): readonly LocatedId[] {
  return array.type === "array" ? (array.children ?? []).flatMap(idAt) : [];
}

function objectIds(array: Node): readonly LocatedId[] {
  return array.type === "array" ? (array.children ?? []).flatMap(memberIds) : [];
}

function memberIds(object: Node): readonly LocatedId[] {
  return membersOf(object).flatMap(({ name, value }) => (name === "id" ? idAt(value) : []));
}

function idAt({ type, value, offset, length }: Node): readonly LocatedId[] {
  return type === "number" || type === "string" ? [{ id: String(value), offset, length }] : [];
}
