import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { Span } from "../util/span.ts";
import { errorAt, type Problem } from "./problem.ts";
import type { TextNode, TextTree } from "./textTree.ts";
import { blanked, plainXml, writtenIn } from "./xmlMarkup.ts";
import { resolveReferences } from "./xmlText.ts";

/** As for JSON: more would hold up the editor. */
const maxLength = 16 * 1024 * 1024;
/** One more than for JSON, where the innermost values are no level of their own. */
const maxDepth = 101;
/** More than anybody reads. */
const maxProblems = 100;
/** How many tags that lack their other half are told at once: each takes one more reading. */
const maxLoneTags = 5;

/**
 * Reads `text` as plain XML 1.0, tolerating a byte order mark and an XML declaration. The problems tell what is not
 * well-formed, and what no document of ours holds: document types and with them entities, comments, processing
 * instructions, attributes, namespaces, text beside elements. What is wrong counts as white space, and what is open at the
 * end ends there. Takes time in proportion to the text. Never throws.
 */
export function parseXmlTree(text: string): TextTree {
  if (text.length > maxLength) {
    return { problems: [errorAt("tooLarge", { offset: 0, length: 0 }, { limit: maxLength })] };
  }
  const { plain, problems, deepAt } = plainXml(text, maxDepth);
  if (deepAt !== undefined) {
    return { problems: [errorAt("tooDeep", { offset: deepAt, length: 1 }, { limit: maxDepth })] };
  }
  let source = plain;
  let refused = refusedAt(source);
  const loneTags: Problem[] = [];
  while (refused !== undefined && source.startsWith("</", refused) && loneTags.length < maxLoneTags) {
    const { problem, blank } = loneTagAt(refused, source);
    loneTags.push(problem);
    source = blanked(source, blank ? [blank] : []);
    refused = blank && refusedAt(source);
  }
  const roots = elementsIn(parser.parse(source), source);
  // Once the innermost one is closed, the next one around it is told.
  const unclosed = refused === undefined ? undefined : openIn(roots).at(-1);
  const found = [
    ...[...problems, ...loneTags],
    ...(unclosed ? [notWellFormed("ElementNotClosed", tagOf(unclosed), unclosed.name)] : []),
    ...roots.slice(1, 2).map((second) => notWellFormed("SecondRoot", tagOf(second), second.name)),
    ...(loneTags.length === 0 ? strayTexts(source, { offset: 0, length: source.length }, roots) : []),
  ];
  const [root] = roots;
  if (found.length === 0 && (refused !== undefined || !root)) {
    found.push(notWellFormed(root ? "MarkupInvalid" : "RootExpected", { offset: refused ?? 0, length: 0 }));
  }
  const told = found.toSorted((a, b) => a.offset - b.offset).slice(0, maxProblems);
  return { ...(root && { root }), problems: told };
}

const parser = new XMLParser({
  ...{ preserveOrder: true, captureMetaData: true, parseTagValue: false, trimValues: false, processEntities: false },
  cdataPropName: "#cdata",
  // Behind a mark, names like `constructor`, which the library refuses, are names like any other. It asks twice for some.
  transformTagName: (name) => (name.startsWith("=") ? name : `=${name}`),
  // Deeper texts have been refused; each end tag that is blank makes a text deeper by one.
  maxNestedTags: maxDepth + maxLoneTags,
  jPath: false,
});

/** Where the library says that `source` is not well-formed; undefined where it is. Of one line the column is the place. */
function refusedAt(source: string): number | undefined {
  const verdict = XMLValidator.validate(source.replace(/[\r\n]/g, " "));
  return verdict === true ? undefined : (verdict.err.col ?? 1) - 1;
}

/** What is wrong at an end tag that is not the one expected: `blank` has to go for the rest to be understood. */
function loneTagAt(offset: number, source: string): { readonly problem: Problem; readonly blank?: Span } {
  const tag = { offset, length: source.indexOf(">", offset) + 1 - offset };
  const name = source.slice(offset + 2, offset + tag.length - 1).trim();
  const before = source.slice(0, offset);
  const open = openIn(elementsIn(parser.parse(before), before));
  const innermost = open.at(-1);
  if (innermost && open.some((element) => element.name === name)) {
    return { problem: notWellFormed("ElementNotClosed", tagOf(innermost), innermost.name), blank: tagOf(innermost) };
  }
  // Behind a value it is that value's end with a slip in it, and the parser takes it for that.
  return innermost?.kind === "scalar"
    ? { problem: notWellFormed("MismatchedEndTag", tag, innermost.name) }
    : { problem: notWellFormed("EndTagUnexpected", tag, name), blank: tag };
}

/** `{ "=item": [ … ] }`, `{ "#text": "…" }` or `{ "#cdata": [ { "#text": "…" } ] }`; elements have a place too. */
type ParsedNode = { readonly [name: string]: readonly ParsedNode[] | string };
type Place = { readonly startIndex: number; readonly endIndex?: number };

// The declarations of the library say `Symbol`, the wrapper.
const metaData = XMLParser.getMetaDataSymbol() as symbol;

interface XmlElement extends TextNode {
  readonly name: string;
  /** Whether nothing ends it. */
  readonly isOpen: boolean;
  readonly children: readonly XmlElement[];
}

/**
 * The elements among `nodes`, parsed of `source`. Those that begin with an `<item>` are a list, others an object, those
 * without elements a scalar: its place is that of the text between the tags, or of the whole element where there is none.
 */
function elementsIn(nodes: readonly ParsedNode[], source: string): readonly XmlElement[] {
  return nodes.flatMap((node): readonly XmlElement[] => {
    const place = (node as { readonly [key: symbol]: Place | undefined })[metaData];
    const [[key, inside] = ["", ""]] = Object.entries(node);
    if (!place || typeof inside === "string") {
      return [];
    }
    const { startIndex, endIndex = source.length } = place;
    const isOpen = place.endIndex === undefined;
    const start = source.indexOf(">", startIndex) + 1;
    const end = isOpen || source[start - 2] === "/" ? endIndex : source.lastIndexOf("<", endIndex - 1);
    const [name, children] = [key.slice(1), elementsIn(inside, source)];
    const whole = { offset: startIndex, length: endIndex - startIndex };
    const content = { offset: start, length: end - start };
    const isScalar = children.length === 0;
    let text: string | undefined;
    return [
      {
        ...{ name, isOpen, whole, content, children, nameSpan: { offset: startIndex + 1, length: name.length } },
        ...(isScalar && content.length > 0 ? content : whole),
        kind: isScalar ? "scalar" : children[0]?.name === "item" ? "list" : "object",
        // Most texts are of no interest to most who ask for the tree.
        get scalar() {
          text ??= isScalar ? inside.map(textOf).join("") : undefined;
          return text;
        },
      },
    ];
  });
}

/** Exactly: references resolved, line ends as LF, nothing trimmed. */
function textOf({ "#text": text, "#cdata": cdata }: ParsedNode): string {
  return typeof text === "string" ? resolveReferences(text) : String((cdata?.[0] as ParsedNode | undefined)?.["#text"]);
}

function tagOf({ whole, content }: TextNode): Span {
  return { offset: whole.offset, length: content.offset - whole.offset };
}

/** The elements that nothing ends, the innermost last. */
function openIn(elements: readonly XmlElement[]): readonly XmlElement[] {
  const last = elements.findLast(({ isOpen }) => isOpen);
  return last ? [last, ...openIn(last.children)] : [];
}

/** The texts beside `children` in `content`, and in each of them. */
function strayTexts(source: string, { offset, length }: Span, children: readonly TextNode[]): readonly Problem[] {
  const ends = [offset, ...children.map(({ whole }) => whole.offset + whole.length)];
  const beside = ends.flatMap((end, n) => {
    const text = writtenIn(source.slice(end, children[n]?.whole.offset ?? offset + length));
    return text ? [errorAt("strayText", { ...text, offset: end + text.offset })] : [];
  });
  const parents = children.filter(({ kind }) => kind !== "scalar");
  return [...beside, ...parents.flatMap(({ content, children: inner }) => strayTexts(source, content, inner))];
}

function notWellFormed(reason: string, place: Span, member?: string): Problem {
  return errorAt("notWellFormed", place, { reason, ...(member !== undefined && { member }) });
}
