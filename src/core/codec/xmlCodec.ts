import { sameMeaning } from "../field/meaning.ts";
import type { Entry } from "../model/entry.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { type DocumentEntries, documentEntries, type KindOf } from "./documentEntries.ts";
import { editDocument, type Syntax } from "./editedDocument.ts";
import { indentAt, type Layout, type TextList } from "./editedList.ts";
import type { EntryChange } from "./entryChange.ts";
import { readXmlDocument } from "./xmlDocument.ts";
import { printElement, printItem, printRequest } from "./xmlPrint.ts";
import { forbiddenCharacters, isElementName } from "./xmlText.ts";
import type { XmlElement } from "./xmlTree.ts";

/**
 * Reads `<request><values><item>…`. The kind of a field tells what XML does not: which texts are numbers, and which
 * empty elements lists. Never throws: whatever is wrong is among the problems.
 */
export function parseXmlDocument(text: string, kindOf: KindOf): DocumentEntries {
  return documentEntries(readXmlDocument(text, kindOf));
}

/**
 * `entries` as a document, that of a draft with its tracker, indented by two spaces, texts exactly as they are.
 *
 * There is no XML declaration, as in the requests of the service's own examples: without one XML is UTF-8. What XML
 * cannot hold (`xmlProblems`) is printed so that reading it is an error at its place, and nothing else is.
 */
export function printXmlDocument(entries: readonly Entry[], trackerId?: number): string {
  return `${printRequest(entries, trackerId, { unit: "  ", indent: "", lineEnding: "\n" })}\n`;
}

/** Why an entry cannot be part of an XML document. */
export interface XmlProblem {
  readonly fieldId: number;
  readonly reason: /** A character XML 1.0 has no form for. */
    | "character"
    /** A member whose name no element can have. */
    | "name"
    /** A value that would be read as another one, `12` where a text belongs. Its type is a mistake there already. */
    | "type";
  /** Where in the entry's members. */
  readonly path: readonly (string | number)[];
  /** Of `character`: the first one at the place. */
  readonly codePoint?: number;
}

/** What of `entries` an XML document cannot hold: without any, reading what `printXmlDocument` prints gives the same. */
export function xmlProblems(entries: readonly Entry[], kindOf: KindOf): readonly XmlProblem[] {
  return entries.flatMap((entry): readonly XmlProblem[] => {
    const { fieldId, members } = entry;
    const unprintable = unprintableParts(members, fieldId, []);
    if (unprintable.length > 0) {
      return unprintable;
    }
    const kind = kindOf(fieldId);
    const read = parseXmlDocument(printXmlDocument([entry]), () => kind).entries[0]?.members;
    return read && sameMeaning(members, read, kind)
      ? []
      : [{ fieldId, reason: "type", path: read ? firstDifference(members, read, []) : [] }];
  });
}

/**
 * `text` with `changes` applied to its entries. A text that is not plain XML, or has no `values`, comes back as it is: see
 * the problems of `parseXmlDocument`.
 */
export function editXmlDocument(text: string, changes: readonly EntryChange[]): string {
  const { entries, values, isPlain } = readXmlDocument(text, () => undefined);
  return values && isPlain && changes.length > 0 ? editDocument(text, { values, entries }, changes, syntax) : text;
}

const syntax: Syntax<XmlElement> = {
  isList: ({ children }) => children.length > 0 && children.every(({ name }) => name === "item"),
  listOf,
  membersOf: ({ children }) => children.map((value) => ({ name: value.name, value })),
  says: isPrintedAs,
  printEntry: printItem,
  printItem: (item, layout) => printElement("item", item, layout),
  layoutAt,
  layoutInList,
};

function listOf({ offset, length, name, content, children }: XmlElement): TextList<XmlElement> {
  const tags = { open: `<${name}>`, close: `</${name}>`, empty: `<${name}/>` };
  return { offset, length, content, nodes: children, ...tags, separator: "" };
}

/** Whether `element` says what would be printed for `value`. */
function isPrintedAs(element: XmlElement, value: Json): boolean {
  const { children, text } = element;
  if (Array.isArray(value)) {
    const isList = children.length === value.length && children.every(({ name }) => name === "item");
    return (
      isList &&
      (children.length > 0 || text === "") &&
      children.every((child, at) => isPrintedAs(child, value[at] ?? null))
    );
  }
  if (isJsonObject(value)) {
    return (
      hasNames(element, Object.keys(value)) && children.every((child) => isPrintedAs(child, value[child.name] ?? null))
    );
  }
  const said = typeof value === "number" ? text.trim() : text;
  return children.length === 0 && said === (value === null ? "" : String(value));
}

function hasNames({ children }: XmlElement, names: readonly string[]): boolean {
  return (
    children.length > 0 && children.length === names.length && children.every(({ name }, at) => name === names[at])
  );
}

/** On one line where the element begins on one. */
function layoutAt(text: string, { offset, content, children }: XmlElement, around: Layout): Layout {
  const { lineEnding, unit = "  " } = around;
  const indent = indentAt(text, offset);
  const isOneLine = !text.slice(content.offset, children[0]?.offset ?? content.offset).includes("\n");
  return isOneLine ? { indent, lineEnding } : { unit, indent, lineEnding };
}

/** The layout of a new item: that of the first item with members; among single texts that of the list. */
function layoutInList(text: string, list: XmlElement, first: XmlElement, around: Layout): Layout {
  const sample = list.children.find(({ children }) => children.length > 0);
  return sample
    ? layoutAt(text, sample, around)
    : { ...layoutAt(text, list, around), indent: indentAt(text, first.offset) };
}

function unprintableParts(value: Json, fieldId: number, path: XmlProblem["path"]): readonly XmlProblem[] {
  if (typeof value === "string") {
    const [first] = forbiddenCharacters(value);
    return first ? [{ fieldId, reason: "character", path, codePoint: first.codePoint }] : [];
  }
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, member]) => {
      const at = [...path, name];
      return isElementName(name) ? unprintableParts(member, fieldId, at) : [{ fieldId, reason: "name", path: at }];
    });
  }
  return Array.isArray(value) ? value.flatMap((item, index) => unprintableParts(item, fieldId, [...path, index])) : [];
}

/** The innermost place at which two values differ. */
function firstDifference(a: Json, b: Json, path: XmlProblem["path"]): XmlProblem["path"] {
  const parts = partsOf(a);
  const others = new Map(partsOf(b));
  const isAlike = Array.isArray(a) === Array.isArray(b) && parts.length === others.size && parts.length > 0;
  const differing = isAlike && parts.find(([key, part]) => JSON.stringify(part) !== JSON.stringify(others.get(key)));
  return differing ? firstDifference(differing[1], others.get(differing[0]) ?? null, [...path, differing[0]]) : path;
}

function partsOf(value: Json): readonly (readonly [string | number, Json])[] {
  if (Array.isArray(value)) {
    return [...value.entries()];
  }
  return isJsonObject(value) ? Object.entries(value) : [];
}
