import type { Node } from "jsonc-parser";
import { isSameJson } from "../field/canonicalJson.ts";
import type { Entry } from "../model/entry.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { DocumentEntries } from "./documentEntries.ts";
import {
  editedEntries,
  editedValues,
  entryLayout,
  indentAt,
  type Layout,
  type TextList,
  withItems,
} from "./editedList.ts";
import type { EntryChange } from "./entryChange.ts";
import { readJsonDocument } from "./jsonDocument.ts";
import { membersOf, nodeValue } from "./jsonTree.ts";
import { readPrintedDocument } from "./printedDocument.ts";

/** Reads `{ "values": [ entry, … ] }`. Never throws: whatever is wrong is among the problems. */
export function parseJsonDocument(text: string): DocumentEntries {
  const printed = readPrintedDocument(text);
  if (printed) {
    return { entries: printed, problems: [] };
  }
  const { entries, problems, trackerId } = readJsonDocument(text);
  return { entries: entries.map(({ entry }) => entry), problems, ...(trackerId !== undefined && { trackerId }) };
}

/**
 * `entries` as a document, that of a draft with its tracker: what the editor's own formatter would make of it, so
 * formatting changes nothing.
 */
export function printJsonDocument(entries: readonly Entry[], trackerId?: number): string {
  const tracker = trackerId === undefined ? {} : { tracker: { id: trackerId } };
  return `${JSON.stringify({ ...tracker, values: entries.map(entryObject) }, null, 2)}\n`;
}

/** What goes over the wire and into the text for an entry. */
export function entryObject({ fieldId, members }: Entry): { readonly [member: string]: Json } {
  return { field_id: fieldId, ...members };
}

/**
 * `text` with `changes` applied to its entries, everything else byte for byte as it is. Entries that are set are printed
 * with the indentation and line endings found in the text. A text that is no JSON, or has no `values`, comes back as it
 * is: see the problems of `parseJsonDocument`.
 */
export function editJsonDocument(text: string, changes: readonly EntryChange[]): string {
  const { entries, values, problems } = readJsonDocument(text);
  if (!values || changes.length === 0 || problems.some(({ code }) => syntaxCodes.includes(code))) {
    return text;
  }
  const list = listOf(values);
  const fieldIds = new Map(entries.map(({ entry, node }) => [node, entry.fieldId]));
  const layout = entryLayout(text, list, (node, around) => layoutAt(text, node, around));
  const items = editedEntries(text, list.nodes, fieldIds, changes, (entry, node) =>
    node ? editEntry(text, node, entry, layout) : printValue(entryObject(entry), layout),
  );
  return withItems(text, { offset: 0, length: text.length }, list, items, layout);
}

/** The entry printed; where only the items of one list are others, only these, the rest byte for byte. */
function editEntry(text: string, node: Node, entry: Entry, around: Layout): string {
  const layout = layoutAt(text, node, around);
  const changed = changedList(node, entryObject(entry));
  const first = changed?.node.children?.[0];
  if (!changed || !first) {
    return printValue(entryObject(entry), layout);
  }
  const list = listOf(changed.node);
  const inList = layoutInList(text, changed.node, first, layout);
  const isSame = (child: Node, item: Json) => isSameJson(nodeValue(child), item);
  const print = (item: Json) => printValue(item, inList);
  return withItems(text, node, list, editedValues(text, list.nodes, changed.items, isSame, print), inList);
}

function listOf({ offset, length, children = [] }: Node): TextList<Node> {
  const content = { offset: offset + 1, length: length - 2 };
  return { offset, length, content, nodes: children, open: "[", close: "]", empty: "[]", separator: "," };
}

/** The list of `node` that is all that is other in `value`; undefined where more is, or where one of the two is empty. */
function changedList(node: Node, value: Json): { readonly node: Node; readonly items: readonly Json[] } | undefined {
  if (Array.isArray(value)) {
    return node.type === "array" && value.length > 0 ? { node, items: value } : undefined;
  }
  const members = membersOf(node);
  if (!isJsonObject(value) || Object.keys(value).join("\n") !== members.map(({ name }) => name).join("\n")) {
    return undefined;
  }
  const changed = members.filter((member) => !isSameJson(nodeValue(member.value), value[member.name]));
  const [only] = changed;
  return only && changed.length === 1 ? changedList(only.value, value[only.name] ?? null) : undefined;
}

const syntaxCodes: readonly string[] = ["syntax", "comment", "trailingComma"];

/** The layout of the entry at `node`: on one line where it is on one, else indented from where it starts. */
function layoutAt(text: string, node: Node, { lineEnding, unit = "  " }: Layout): Layout {
  const indent = indentAt(text, node.offset);
  const isOneLine = !text.slice(node.offset, node.offset + node.length).includes("\n");
  return isOneLine ? { indent, lineEnding } : { unit, indent, lineEnding };
}

/** The layout of a new item: that of the first item that has a layout; among single values that of the list. */
function layoutInList(text: string, list: Node, first: Node, around: Layout): Layout {
  const sample = list.children?.find(({ children = [] }) => children.length > 0);
  return sample
    ? layoutAt(text, sample, around)
    : { ...layoutAt(text, list, around), indent: indentAt(text, first.offset) };
}

function printValue(value: Json, { unit, indent, lineEnding }: Layout): string {
  // Line breaks inside of strings are escaped: all there are belong to the layout.
  return JSON.stringify(value, null, unit).replaceAll("\n", lineEnding + indent);
}
