import { type Entry, entryObject } from "../model/entry.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { Layout } from "./editedList.ts";
import { escapeXml, isElementName } from "./xmlText.ts";

/** All on one line, save the line ends in texts. */
export const compactLayout: Layout = { indent: "", lineEnding: "\n" };

/**
 * `<request>` with the entries, that of a draft with its tracker: what the service takes, and what a document shows.
 * `more` is what goes with them.
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

/** An entry as one `<item>`. */
export function printItem(entry: Entry, layout: Layout): string {
  return printElement("item", entryObject(entry), layout);
}

/**
 * Lists as elements of `<item>`, `<links/>` where there is none; objects as elements by their names; null and the empty
 * text as `<value></value>`.
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

/** A name no element can have becomes one that is refused when it is read: no other name takes its place unnoticed. */
function elementName(name: string): string {
  return isElementName(name) ? name : `:${name.replace(/[^A-Za-z0-9]/g, "_")}`;
}
