import type { Node } from "jsonc-parser";
import { isSameJson } from "../field/canonicalJson.ts";
import type { Entry } from "../model/entry.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { DocumentEntries } from "./documentEntries.ts";
import type { EntryChange } from "./entryChange.ts";
import { readJsonDocument } from "./jsonDocument.ts";
import { membersOf, nodeValue } from "./jsonTree.ts";
import { keptItems } from "./keptItems.ts";
import { readPrintedDocument } from "./printedDocument.ts";

export type { DocumentEntries, LocatedEntry } from "./documentEntries.ts";

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
  const latest = new Map(
    changes.map((change) => [change.kind === "set" ? change.entry.fieldId : change.fieldId, change]),
  );
  const fieldOfNode = new Map(entries.map(({ entry, node }) => [node, entry.fieldId]));
  const layout = layoutOf(text, values);
  const items = (values.children ?? []).flatMap((node, index): Item[] => {
    const change = latest.get(fieldOfNode.get(node) ?? 0);
    if (!change) {
      return [{ index, text: text.slice(node.offset, node.offset + node.length) }];
    }
    return change.kind === "set" ? [{ index, text: editEntry(text, node, change.entry, layout) }] : [];
  });
  const present = new Set(fieldOfNode.values());
  const added = [...latest.values()].flatMap((change): Item[] =>
    change.kind === "set" && !present.has(change.entry.fieldId) ? [{ text: printEntry(change.entry, layout) }] : [],
  );
  const body = joinItems(text, values, [...items, ...added], layout);
  return text.slice(0, values.offset) + body + text.slice(values.offset + values.length);
}

/** The entry printed; where only the items of one list are others, only these, the rest byte for byte. */
function editEntry(text: string, node: Node, entry: Entry, around: Layout): string {
  const layout = layoutAt(text, node, around);
  const list = changedList(node, entryObject(entry));
  const first = list?.node.children?.[0];
  if (!list || !first) {
    return printEntry(entry, layout);
  }
  const inList = layoutInList(text, list.node, first, layout);
  const items = keptItems(list.node.children ?? [], list.items, (child, item) =>
    isSameJson(nodeValue(child), item),
  ).map(
    ({ item, kept }): Item =>
      kept
        ? { index: kept.index, text: text.slice(kept.node.offset, kept.node.offset + kept.node.length) }
        : { text: printValue(item, inList) },
  );
  const body = joinItems(text, list.node, items, inList);
  return text.slice(node.offset, list.node.offset) + body + endOf(text, node, list.node);
}

function endOf(text: string, outer: Node, inner: Node): string {
  return text.slice(inner.offset + inner.length, outer.offset + outer.length);
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

interface Item {
  /** Among the elements of the array as it was; undefined for a new one. */
  readonly index?: number;
  readonly text: string;
}

/** How entries are laid out. */
interface Layout {
  /** Undefined where an entry is on one line. */
  readonly unit?: string;
  /** Of the line an entry starts on. */
  readonly indent: string;
  readonly lineEnding: string;
}

function layoutOf(text: string, values: Node): Layout {
  const lineEnding = text.includes("\r\n") ? "\r\n" : "\n";
  const outer = indentAt(text, values.offset);
  const first = values.children?.[0];
  if (first) {
    return layoutAt(text, first, { indent: outer, lineEnding, unit: unitOf(outer) });
  }
  const unit = unitOf(outer);
  return text.trim().includes("\n") ? { unit, indent: outer + unit, lineEnding } : { indent: "", lineEnding };
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

function unitOf(indent: string): string {
  return indent === "" ? "  " : indent;
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function printEntry(entry: Entry, layout: Layout): string {
  return printValue(entryObject(entry), layout);
}

function printValue(value: Json, { unit, indent, lineEnding }: Layout): string {
  // Line breaks inside of strings are escaped: all there are belong to the layout.
  return JSON.stringify(value, null, unit).replaceAll("\n", lineEnding + indent);
}

/** The array of `items`, with the white space and commas that were between those that stay. */
function joinItems(text: string, values: Node, items: readonly Item[], layout: Layout): string {
  const nodes = values.children ?? [];
  const end = values.offset + values.length - 1;
  if (items.length === 0) {
    return nodes.length === 0 ? text.slice(values.offset, end + 1) : "[]";
  }
  const before = (index: number): string => {
    const previous = nodes[index - 1];
    return text.slice(previous ? previous.offset + previous.length : values.offset + 1, nodes[index]?.offset);
  };
  const last = nodes.at(-1);
  const isSpread = layout.unit !== undefined || before(0).includes("\n");
  const outer = layout.lineEnding + indentAt(text, values.offset);
  const start = last ? before(0) : isSpread ? layout.lineEnding + layout.indent : "";
  const tail = last ? text.slice(last.offset + last.length, end) : isSpread ? outer : "";
  const separator = nodes.length > 1 ? before(nodes.length - 1) : `,${start === "" ? " " : start}`;
  const joined = items.map(({ index, text: item }, position) => {
    if (position === 0) {
      return start + item;
    }
    return (index ? before(index) : separator) + item;
  });
  return `[${joined.join("")}${tail}]`;
}
