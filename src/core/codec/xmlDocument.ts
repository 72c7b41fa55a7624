import type { Span } from "../util/span.ts";
import type { KindOf, LocatedEntry } from "./documentEntries.ts";
import { duplicateFields, readId } from "./fieldIds.ts";
import { errorAt, type Problem } from "./problem.ts";
import { parseXmlTree } from "./xmlScanner.ts";
import type { XmlElement, XmlTree } from "./xmlTree.ts";
import { duplicateElements, isBlank, nameSpan, readMembers } from "./xmlValues.ts";

/** A parsed document with the elements of its entries, for what needs places inside of them. */
interface XmlDocument {
  readonly entries: readonly { readonly entry: LocatedEntry; readonly node: XmlElement }[];
  /** The element of the entries, where there is one. */
  readonly values?: XmlElement;
  /** Of a draft. */
  readonly trackerId?: number;
  /** Whether there is nothing in the text but what the elements tell. */
  readonly isPlain: boolean;
  readonly problems: readonly Problem[];
}

export function readXmlDocument(text: string, kindOf: KindOf): XmlDocument {
  return xmlDocumentOf(parseXmlTree(text), text, kindOf);
}

/** What a tree says to those who know the kinds of its fields. */
export function xmlDocumentOf(tree: XmlTree, text: string, kindOf: KindOf): XmlDocument {
  const isPlain = tree.problems.length === 0;
  if (!tree.root) {
    return { entries: [], isPlain, problems: tree.problems };
  }
  const root = readRoot(tree.root, isPlain);
  const read = (root.values?.children ?? []).map((node) => ({ node, ...readEntry(node, text, kindOf) }));
  const entries = read.flatMap(({ node, entry }) => (entry ? [{ node, entry }] : []));
  const problems = [
    ...tree.problems,
    ...root.problems,
    // Half a document has a problem already.
    ...read.flatMap((one) => one.problems).filter(({ code }) => isPlain || !halfEntryCodes.includes(code)),
    ...duplicateFields(entries.map(({ entry }) => entry)),
  ];
  return {
    entries,
    isPlain,
    ...(root.values && { values: root.values }),
    ...(root.trackerId !== undefined && { trackerId: root.trackerId }),
    problems: problems.toSorted((a, b) => a.offset - b.offset),
  };
}

const halfEntryCodes: readonly Problem["code"][] = ["missingFieldId", "missingValue"];

interface Root {
  readonly values?: XmlElement;
  readonly trackerId?: number;
  readonly problems: readonly Problem[];
}

/** Elements beside `values` that are no mistake: a draft names its tracker. */
const knownRootMembers = ["values", "tracker"];

function readRoot(root: XmlElement, isPlain: boolean): Root {
  const problems: Problem[] = [
    ...(root.name === "request" ? [] : [errorAt("rootNotRequest", nameSpan(root))]),
    ...duplicateElements(root.children.filter(({ name }) => knownRootMembers.includes(name))),
    ...root.children
      .filter(({ name }) => !knownRootMembers.includes(name))
      .map((child): Problem => {
        return { ...errorAt("unknownRootMember", nameSpan(child), { member: child.name }), severity: "warning" };
      }),
  ];
  const values = root.children.findLast(({ name }) => name === "values");
  if (!values) {
    return { problems: isPlain ? [...problems, errorAt("missingValues", root)] : problems };
  }
  if (values.children.length === 0 && !isBlank(values.text)) {
    return { problems: [...problems, errorAt("valuesNotArray", values.content)] };
  }
  const tracker = root.children.findLast(({ name }) => name === "tracker");
  const trackerId = readId(tracker?.children.findLast(({ name }) => name === "id")?.text.trim());
  return { values, ...(trackerId !== undefined && { trackerId }), problems };
}

function readEntry(
  element: XmlElement,
  source: string,
  kindOf: KindOf,
): { entry?: LocatedEntry; problems: readonly Problem[] } {
  const { name, children, text } = element;
  if (name !== "item") {
    return { problems: [errorAt("notItem", nameSpan(element), { member: name })] };
  }
  if ((children.length === 0 && !isBlank(text)) || children[0]?.name === "item") {
    return { problems: [errorAt("entryNotObject", element)] };
  }
  const idElement = children.findLast((child) => child.name === "field_id");
  if (!idElement) {
    return { problems: [errorAt("missingFieldId", element)] };
  }
  const fieldId = readId(idElement.text.trim());
  if (fieldId === undefined || idElement.children.length > 0) {
    return { problems: [errorAt("invalidFieldId", valueSpan(idElement))] };
  }
  const valueElement = children.find((child) => child.name !== "field_id");
  const value = valueElement ? valueSpan(valueElement) : element;
  const id = trimmedSpan(idElement.content, source);
  const { members, problems } = readMembers(children, kindOf(fieldId));
  const { field_id: _, ...rest } = members;
  return {
    entry: {
      fieldId,
      members: rest,
      offset: element.offset,
      length: element.length,
      fieldIdOffset: id.offset,
      fieldIdLength: id.length,
      valueOffset: value.offset,
      valueLength: value.length,
    },
    problems: valueElement ? problems : [...problems, errorAt("missingValue", element)],
  };
}

/** The text between the tags; the whole element where it is empty or holds elements. */
export function valueSpan({ offset, length, content, children }: XmlElement): Span {
  return children.length === 0 && content.length > 0 ? content : { offset, length };
}

function trimmedSpan({ offset, length }: Span, source: string): Span {
  const content = source.slice(offset, offset + length);
  return { offset: offset + content.length - content.trimStart().length, length: content.trim().length };
}
