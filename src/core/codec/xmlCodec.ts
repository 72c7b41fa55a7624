import { fieldFinder } from "../field/fieldFinder.ts";
import { sameMeaning } from "../field/meaning.ts";
import type { Entry } from "../model/entry.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { KindOf } from "./documentEntries.ts";
import { type DocumentCodec, type Format, formatCodec } from "./formatCodec.ts";
import { errorAt, type XmlProblem } from "./problem.ts";
import { knownRootMembers } from "./readEntries.ts";
import { xmlSnippet } from "./snippet.ts";
import type { TextNode } from "./textTree.ts";
import { xmlPlaceAt } from "./xmlPlace.ts";
import { printElement, printItem, printRequest } from "./xmlPrint.ts";
import { forbiddenCharacters, isElementName } from "./xmlText.ts";
import { parseXmlTree } from "./xmlTree.ts";
import { duplicateElements, isBlank, readMembers } from "./xmlValues.ts";

const format: Format = {
  parse: parseXmlTree,
  placeAt: xmlPlaceAt,
  isWhole: ({ problems }) => problems.length === 0,
  rootProblems: ({ name, nameSpan, whole, children }) => [
    ...(name === "request" ? [] : [errorAt("rootNotRequest", nameSpan ?? whole)]),
    ...duplicateElements(children.filter((child) => knownRootMembers.includes(child.name))),
  ],
  holdsEntries: isBlankOrParent,
  entryProblem(node) {
    const { name = "", nameSpan, whole, kind } = node;
    if (name !== "item") {
      return errorAt("notItem", nameSpan ?? whole, { member: name });
    }
    return kind === "list" || !isBlankOrParent(node) ? errorAt("entryNotObject", whole) : undefined;
  },
  idIn: ({ scalar }) => (typeof scalar === "string" ? scalar.trim() : undefined),
  readMembers: ({ children }, kind) => readMembers(children, kind),
  tellsHalves: true,
  isList: ({ children }) => children.length > 0 && children.every(({ name }) => name === "item"),
  listOf({ name, whole, content, children }) {
    const tags = { open: `<${name}>`, close: `</${name}>`, empty: `<${name}/>` };
    return { ...whole, content, nodes: children, ...tags, separator: "" };
  },
  says: isPrintedAs,
  isOnOneLine(text, { content, children }) {
    return !text.slice(content.offset, children[0]?.whole.offset ?? content.offset).includes("\n");
  },
  printEntry: printItem,
  printItem: (item, layout) => printElement("item", item, layout),
};

const codec = formatCodec(format);

/**
 * Reads and writes documents as XML, `<request><values><item>…`. All other code reaches the reader of XML only
 * through it. The kind of a field tells what XML does not: which texts are numbers, and which empty elements are lists.
 *
 * The text of a draft names its tracker. What is printed is indented by two spaces, but texts stay exactly as they are.
 * There is no XML declaration, as in the requests of the service's own examples: without one XML is UTF-8. What XML
 * cannot hold (`unprintable`) is printed so that reading the text gives an error at that place.
 */
export const xmlCodec: DocumentCodec = {
  ...codec,
  print: printXmlDocument,
  unprintable: xmlProblems,
  snippet: xmlSnippet,
};

function printXmlDocument(entries: readonly Entry[], trackerId?: number): string {
  return `${printRequest(entries, trackerId, { unit: "  ", indent: "", lineEnding: "\n" })}\n`;
}

/**
 * Tells which of `entries` an XML document cannot hold. Where there are none, reading what is printed gives the same.
 */
function xmlProblems(entries: readonly Entry[], kindOf: KindOf): readonly XmlProblem[] {
  const unprintable = new Map(entries.map((entry) => [entry, unprintableParts(entry.members, entry.fieldId, [])]));
  const printable = entries.filter((entry) => unprintable.get(entry)?.length === 0);
  const inText = fieldFinder(codec.parse(printXmlDocument(printable), kindOf).entries);
  return entries.flatMap((entry): readonly XmlProblem[] => {
    const { fieldId, members } = entry;
    const parts = unprintable.get(entry) ?? [];
    if (parts.length > 0) {
      return parts;
    }
    const kind = kindOf(fieldId);
    const read = inText(fieldId)?.members;
    return read && sameMeaning(members, read, kind)
      ? []
      : [{ fieldId, reason: "type", path: read ? firstDifference(members, read, []) : [] }];
  });
}

/** Tells whether an element has no text beside its elements or in their place. */
function isBlankOrParent({ scalar }: TextNode): boolean {
  return scalar === undefined || isBlank(scalar);
}

/** Tells whether `element` says what would be printed for `value`. */
function isPrintedAs({ children, scalar }: TextNode, value: Json): boolean {
  if (Array.isArray(value)) {
    const isList = children.length === value.length && children.every(({ name }) => name === "item");
    return (
      isList &&
      (children.length > 0 || scalar === "") &&
      children.every((child, at) => isPrintedAs(child, value[at] ?? null))
    );
  }
  if (isJsonObject(value)) {
    const names = Object.keys(value);
    return (
      children.length > 0 &&
      children.length === names.length &&
      children.every((child, at) => child.name === names[at] && isPrintedAs(child, value[child.name ?? ""] ?? null))
    );
  }
  const said = typeof value === "number" ? String(scalar).trim() : scalar;
  return children.length === 0 && said === (value === null ? "" : String(value));
}

function unprintableParts(value: Json, fieldId: number, path: XmlProblem["path"]): readonly XmlProblem[] {
  if (typeof value === "string") {
    const [first] = forbiddenCharacters(value);
    return first ? [{ fieldId, reason: "character", path, codePoint: first.codePoint }] : [];
  }
  return partsOf(value).flatMap(([key, part]): readonly XmlProblem[] => {
    const at = [...path, key];
    return typeof key === "number" || isElementName(key)
      ? unprintableParts(part, fieldId, at)
      : [{ fieldId, reason: "name", path: at }];
  });
}

/** Finds the innermost place at which two values differ. */
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
