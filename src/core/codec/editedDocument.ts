import { type Entry, type EntryChange, entryObject } from "../model/entry.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import {
  editedEntries,
  editedValues,
  entryLayout,
  indentAt,
  type Layout,
  type TextList,
  withItems,
} from "./editedList.ts";
import type { EntryNode, TextNode } from "./textTree.ts";

/** Tells how a format writes values, for changes in a text. */
export interface EditSyntax {
  /** Tells whether lists are written like `node`. */
  isList(node: TextNode): boolean;
  listOf(list: TextNode): TextList;
  /** Tells whether `node` says what would be printed for `value`. */
  says(node: TextNode, value: Json): boolean;
  /** Tells whether an object or list is laid out on one line. */
  isOnOneLine(text: string, node: TextNode): boolean;
  printEntry(entry: Entry, layout: Layout): string;
  printItem(item: Json, layout: Layout): string;
}

/**
 * Gives `text` with `changes` applied to its entries in `values`, and everything else byte for byte as it is. Entries
 * that are set are printed with the indentation and line endings found in the text.
 */
export function editDocument(
  text: string,
  values: TextNode,
  entries: readonly EntryNode[],
  changes: readonly EntryChange[],
  syntax: EditSyntax,
): string {
  const list = syntax.listOf(values);
  const fieldIds = new Map(entries.map(({ entry, node }) => [node, entry.fieldId]));
  const layout = entryLayout(text, list, (node, around) => layoutAt(text, node, around, syntax));
  const items = editedEntries(text, list.nodes, fieldIds, changes, (entry, node) =>
    node ? editEntry(text, node, entry, layout, syntax) : syntax.printEntry(entry, layout),
  );
  return withItems(text, { offset: 0, length: text.length }, list, items, layout);
}

/**
 * Gives the text of `entry` in the place of `node`. Where only items of one list change, only these are printed anew,
 * and the rest stays byte for byte.
 */
function editEntry(text: string, node: TextNode, entry: Entry, around: Layout, syntax: EditSyntax): string {
  const layout = layoutAt(text, node, around, syntax);
  const changed = changedList(node, entryObject(entry), syntax);
  const [first] = changed?.node.children ?? [];
  if (!changed || !first) {
    return syntax.printEntry(entry, layout);
  }
  const list = syntax.listOf(changed.node);
  const inList = layoutInList(text, changed.node, first, layout, syntax);
  const print = (item: Json) => syntax.printItem(item, inList);
  return withItems(text, node.whole, list, editedValues(text, list.nodes, changed.items, syntax.says, print), inList);
}

/**
 * Gives the layout of the entry or list at `node`: on one line if it is written so, else with the indentation of its
 * first line.
 */
function layoutAt(text: string, node: TextNode, { lineEnding, unit = "  " }: Layout, syntax: EditSyntax): Layout {
  const indent = indentAt(text, node.offset);
  return syntax.isOnOneLine(text, node) ? { indent, lineEnding } : { unit, indent, lineEnding };
}

/**
 * Gives the layout of a new item: that of the first item with parts of its own, or that of the list where all items are
 * single values.
 */
function layoutInList(text: string, list: TextNode, first: TextNode, around: Layout, syntax: EditSyntax): Layout {
  const sample = list.children.find(({ children }) => children.length > 0);
  return sample
    ? layoutAt(text, sample, around, syntax)
    : { ...layoutAt(text, list, around, syntax), indent: indentAt(text, first.whole.offset) };
}

/**
 * Finds the one list in `node` that has to change for `node` to say `value`. It is undefined where more has to change,
 * or where the list is to be empty.
 */
function changedList(
  node: TextNode,
  value: Json,
  syntax: EditSyntax,
): { readonly node: TextNode; readonly items: readonly Json[] } | undefined {
  if (Array.isArray(value)) {
    return syntax.isList(node) && value.length > 0 ? { node, items: value } : undefined;
  }
  const members = node.kind === "object" ? node.children : [];
  if (!isJsonObject(value) || Object.keys(value).join("\n") !== members.map(({ name }) => name).join("\n")) {
    return undefined;
  }
  const changed = members.filter((member) => !syntax.says(member, value[member.name ?? ""] ?? null));
  const [only] = changed;
  return only && changed.length === 1 ? changedList(only, value[only.name ?? ""] ?? null, syntax) : undefined;
}
