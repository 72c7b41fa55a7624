import type { LocatedId } from "./idsInEntry.ts";
import { valueSpan } from "./xmlDocument.ts";
import type { XmlElement } from "./xmlTree.ts";

/** The ids an entry names, in the order of the text: what `idsInEntry` is for JSON. */
export function idsInXmlEntry(entry: XmlElement): readonly LocatedId[] {
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
        return [...scalarIds(member), ...member.children.flatMap(idsInValue)];
      default:
        return [];
    }
  });
}

function idsInValue(member: XmlElement): readonly LocatedId[] {
  switch (member.name) {
    case "bind_value_objects":
      return objectIds(member);
    case "granted_groups":
      return scalarIds(member);
    default:
      return [];
  }
}

function scalarIds({ children }: XmlElement): readonly LocatedId[] {
  return children.filter(({ name }) => name === "item").flatMap(idAt);
}

function objectIds({ children }: XmlElement): readonly LocatedId[] {
  return children.filter(({ name }) => name === "item").flatMap(memberIds);
}

function memberIds({ children }: XmlElement): readonly LocatedId[] {
  return children.filter(({ name }) => name === "id").flatMap(idAt);
}

function idAt(element: XmlElement): readonly LocatedId[] {
  const id = element.text.trim();
  return element.children.length === 0 && id !== "" ? [{ id, ...valueSpan(element) }] : [];
}
