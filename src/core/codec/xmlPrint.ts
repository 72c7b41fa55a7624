import { type Entry, entryObject } from "../model/entry.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { Layout } from "./editedList.ts";
import { escapeXml, isElementName } from "./xmlText.ts";

/** Puts everything on one line, except for line ends in texts. */
export const compactLayout: Layout = { indent: "", lineEnding: "\n" };

/**
 * Prints `<request>` with the entries, as the service takes it and a document shows it; with `trackerId` it is that of
 * a draft. `more` is what is sent along with the entries.
 */
export function printRequest(
  entries: readonly Entry[],
  trackerId: number | undefined,
  layout: Layout,
  more: JsonObject = {},
): string {
  const values = entries.map(entryObject);
  const request: JsonObject = { ...(trackerId !== undefined && { tracker: { id: trackerId } }), values, ...more };
  return printElement("request", request, layout);
}

/** Prints an entry as one `<item>`. */
export function printItem(entry: Entry, layout: Layout): string {
  return printElement("item", entryObject(entry), layout);
}

/**
 * Prints lists as elements of `<item>`, or as `<links/>` where there is none; objects as elements by their names; null
 * and the empty text as `<value></value>`.
 */
export function printElement(name: string, value: Json, layout: Layout): string {
  const tag = elementName(name);
  const { unit, indent, lineEnding } = layout;
  if (typeof value !== "object" || value === null) {
    const text = value === null ? "" : escapeXml(String(value)).replaceAll("\n", lineEnding);
    return `<${tag}>${text}</${tag}>`;
  }
  const inner = unit === undefined ? layout : { ...layout, indent: indent + unit };
  const children = isJsonObject(value)
    ? Object.entries(value).map(([member, child]) => printElement(member, child, inner))
    : value.map((child) => printElement("item", child, inner));
  if (children.length === 0) {
    return `<${tag}/>`;
  }
  const before = unit === undefined ? "" : lineEnding + inner.indent;
  const after = unit === undefined ? "" : lineEnding + indent;
  return `<${tag}>${children.map((child) => before + child).join("")}${after}</${tag}>`;
}

/**
 * Turns a name that no element can have into one that is refused when it is read, so that it does not become another
 * valid name.
 */
function elementName(name: string): string {
  return isElementName(name) ? name : `:${name.replace(/[^A-Za-z0-9]/g, "_")}`;
}
