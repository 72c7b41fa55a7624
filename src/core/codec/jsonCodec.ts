import type { Node } from "jsonc-parser";
import { isSameJson } from "../field/canonicalJson.ts";
import { type Entry, entryObject } from "../model/entry.ts";
import type { Json } from "../model/json.ts";
import { type DocumentEntries, documentEntries } from "./documentEntries.ts";
import { editDocument, type Syntax } from "./editedDocument.ts";
import { indentAt, type Layout, type TextList } from "./editedList.ts";
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
  return documentEntries(readJsonDocument(text));
}

/**
 * `entries` as a document, that of a draft with its tracker: what the editor's own formatter would make of it, so
 * formatting changes nothing.
 */
export function printJsonDocument(entries: readonly Entry[], trackerId?: number): string {
  const tracker = trackerId === undefined ? {} : { tracker: { id: trackerId } };
  return `${JSON.stringify({ ...tracker, values: entries.map(entryObject) }, null, 2)}\n`;
}

/**
 * `text` with `changes` applied to its entries. A text that is no JSON, or has no `values`, comes back as it is: see the
 * problems of `parseJsonDocument`.
 */
export function editJsonDocument(text: string, changes: readonly EntryChange[]): string {
  const { entries, values, problems } = readJsonDocument(text);
  return !values || changes.length === 0 || problems.some(({ code }) => syntaxCodes.includes(code))
    ? text
    : editDocument(text, { values, entries }, changes, syntax);
}

const syntaxCodes: readonly string[] = ["syntax", "comment", "trailingComma"];

const syntax: Syntax<Node> = {
  isList: ({ type }) => type === "array",
  listOf,
  membersOf,
  says: (node, value) => isSameJson(nodeValue(node), value),
  printEntry: (entry, layout) => printValue(entryObject(entry), layout),
  printItem: printValue,
  layoutAt,
  layoutInList,
};

function listOf({ offset, length, children = [] }: Node): TextList<Node> {
  const content = { offset: offset + 1, length: length - 2 };
  return { offset, length, content, nodes: children, open: "[", close: "]", empty: "[]", separator: "," };
}

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
