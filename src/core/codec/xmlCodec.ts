import { sameMeaning } from "../field/meaning.ts";
import type { Entry } from "../model/entry.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { DocumentEntries, KindOf } from "./documentEntries.ts";
import type { EntryChange } from "./entryChange.ts";
import { keptItems } from "./keptItems.ts";
import { readXmlDocument } from "./xmlDocument.ts";
import { printElement, printItem, printRequest, type XmlLayout } from "./xmlPrint.ts";
import { forbiddenCharacters, isElementName } from "./xmlText.ts";
import type { XmlElement } from "./xmlTree.ts";

/**
 * Reads `<request><values><item>…`. The kind of a field tells what XML does not: which texts are numbers, and which
 * empty elements lists. Never throws: whatever is wrong is among the problems.
 */
export function parseXmlDocument(text: string, kindOf: KindOf): DocumentEntries {
  const { entries, problems, trackerId } = readXmlDocument(text, kindOf);
  return { entries: entries.map(({ entry }) => entry), problems, ...(trackerId !== undefined && { trackerId }) };
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
 * `text` with `changes` applied to its entries, everything else byte for byte as it is. Entries that are set are printed
 * with the indentation and line endings found in the text. A text that is not plain XML, or has no `values`, comes back
 * as it is: see the problems of `parseXmlDocument`.
 */
export function editXmlDocument(text: string, changes: readonly EntryChange[]): string {
  const { entries, values, isPlain } = readXmlDocument(text, () => undefined);
  if (!values || !isPlain || changes.length === 0) {
    return text;
  }
  const latest = new Map(
    changes.map((change) => [change.kind === "set" ? change.entry.fieldId : change.fieldId, change]),
  );
  const fieldOfElement = new Map(entries.map(({ entry, element }) => [element, entry.fieldId]));
  const layout = layoutOf(text, values);
  const items = values.children.flatMap((element, index): Item[] => {
    const change = latest.get(fieldOfElement.get(element) ?? 0);
    if (!change) {
      return [{ index, text: text.slice(element.offset, element.offset + element.length) }];
    }
    return change.kind === "set" ? [{ index, text: editItem(text, element, change.entry, layout) }] : [];
  });
  const present = new Set(fieldOfElement.values());
  const added = [...latest.values()].flatMap((change): Item[] =>
    change.kind === "set" && !present.has(change.entry.fieldId) ? [{ text: printItem(change.entry, layout) }] : [],
  );
  const body = joinItems(text, values, [...items, ...added], layout);
  return text.slice(0, values.offset) + body + text.slice(values.offset + values.length);
}

/** The entry printed; where only the items of one list are others, only these, the rest byte for byte. */
function editItem(text: string, element: XmlElement, entry: Entry, around: XmlLayout): string {
  const layout = layoutAt(text, element, around);
  const list = changedList(element, { field_id: entry.fieldId, ...entry.members });
  const first = list?.element.children[0];
  if (!list || !first) {
    return printItem(entry, layout);
  }
  const inList = layoutAt(text, first, layout);
  const items = keptItems(list.element.children, list.items, isPrintedAs).map(
    ({ item, kept }): Item =>
      kept
        ? { index: kept.index, text: text.slice(kept.node.offset, kept.node.offset + kept.node.length) }
        : { text: printElement("item", item, inList) },
  );
  const end = list.element.offset + list.element.length;
  return (
    text.slice(element.offset, list.element.offset) +
    joinItems(text, list.element, items, inList) +
    text.slice(end, element.offset + element.length)
  );
}

/** The list in `element` that is all that is other in `value`; undefined where more is, or where one of the two is empty. */
function changedList(
  element: XmlElement,
  value: Json,
): { readonly element: XmlElement; readonly items: readonly Json[] } | undefined {
  const { children } = element;
  if (Array.isArray(value)) {
    const isList = children.length > 0 && children.every(({ name }) => name === "item");
    return isList && value.length > 0 ? { element, items: value } : undefined;
  }
  if (!isJsonObject(value) || !hasNames(element, Object.keys(value))) {
    return undefined;
  }
  const changed = children.filter((child) => !isPrintedAs(child, value[child.name] ?? null));
  const [only] = changed;
  return only && changed.length === 1 ? changedList(only, value[only.name] ?? null) : undefined;
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

interface Item {
  /** Among the elements as they were; undefined for a new one. */
  readonly index?: number;
  readonly text: string;
}

function layoutOf(text: string, values: XmlElement): XmlLayout {
  const lineEnding = text.includes("\r\n") ? "\r\n" : "\n";
  const outer = indentAt(text, values.offset);
  const unit = outer === "" ? "  " : outer;
  const first = values.children[0];
  if (first) {
    return layoutAt(text, first, { indent: outer, lineEnding, unit });
  }
  return text.trim().includes("\n") ? { unit, indent: outer + unit, lineEnding } : { indent: "", lineEnding };
}

/** The layout of the entry `element`: on one line where it begins on one, else indented from where it starts. */
function layoutAt(text: string, { offset, content, children }: XmlElement, around: XmlLayout): XmlLayout {
  const { lineEnding, unit = "  " } = around;
  const indent = indentAt(text, offset);
  const isOneLine = !text.slice(content.offset, children[0]?.offset ?? content.offset).includes("\n");
  return isOneLine ? { indent, lineEnding } : { unit, indent, lineEnding };
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** The element of a list with `items`, and the white space that was between those that stay. */
function joinItems(text: string, values: XmlElement, items: readonly Item[], layout: XmlLayout): string {
  const { children, content } = values;
  if (items.length === 0) {
    return children.length === 0 ? text.slice(values.offset, values.offset + values.length) : `<${values.name}/>`;
  }
  const before = (index: number): string => {
    const previous = children[index - 1];
    const end = children[index]?.offset ?? content.offset + content.length;
    return text.slice(previous ? previous.offset + previous.length : content.offset, end);
  };
  const last = children.at(-1);
  const isSpread = layout.unit !== undefined || before(0).includes("\n");
  const start = last ? before(0) : isSpread ? layout.lineEnding + layout.indent : "";
  const outer = layout.lineEnding + indentAt(text, values.offset);
  const tail = last ? text.slice(last.offset + last.length, content.offset + content.length) : isSpread ? outer : "";
  const separator = children.length > 1 ? before(children.length - 1) : start;
  const joined = items.map(({ index, text: item }, position) => {
    return position === 0 ? start + item : (index ? before(index) : separator) + item;
  });
  return `<${values.name}>${joined.join("")}${tail}</${values.name}>`;
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
