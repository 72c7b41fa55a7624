import { memberNode, type TextNode } from "./textTree.ts";

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
export function idsInEntry(entry: TextNode): readonly LocatedId[] {
  return entry.children.flatMap((member) => {
    switch (member.name) {
      case "bind_value_ids":
        return scalarIds(member);
      case "links":
      case "all_links":
        return objectIds(member);
      case "parent":
        return memberIds(member);
      case "value":
        return [...scalarIds(member), ...idsInValue(member)];
      default:
        return [];
    }
  });
}

function idsInValue(value: TextNode): readonly LocatedId[] {
  return membersIn(value).flatMap((member) => {
    switch (member.name) {
      case "bind_value_objects":
        return objectIds(member);
      case "granted_groups":
        return scalarIds(member);
      default:
        return [];
    }
  });
}

function scalarIds(list: TextNode): readonly LocatedId[] {
  return itemsOf(list).flatMap(idAt);
}

function objectIds(list: TextNode): readonly LocatedId[] {
  return itemsOf(list).flatMap(memberIds);
}

function memberIds(object: TextNode): readonly LocatedId[] {
  const id = memberNode(object, "id");
  return id ? idAt(id) : [];
}

function itemsOf(node: TextNode): readonly TextNode[] {
  return node.kind === "list" ? node.children : [];
}

function membersIn(node: TextNode): readonly TextNode[] {
  return node.kind === "object" ? node.children : [];
}

function idAt({ kind, scalar, offset, length }: TextNode): readonly LocatedId[] {
  const id = typeof scalar === "string" ? scalar.trim() : scalar;
  return kind === "scalar" && (typeof id === "number" || (typeof id === "string" && id !== ""))
    ? [{ id: String(id), offset, length }]
    : [];
}
