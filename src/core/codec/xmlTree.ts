import { XMLParser, XMLValidator } from "fast-xml-parser";
import { type Span, trimmedSpan } from "../util/span.ts";
import { errorAt, notWellFormed, type Problem } from "./problem.ts";
import { maxProblems, sizeProblem, type TextNode, type TextTree } from "./textTree.ts";
import { plainXml } from "./xmlMarkup.ts";
import { resolveReferences } from "./xmlText.ts";

/**
 * Reads `text` as plain XML 1.0, tolerating a byte order mark and an XML declaration. The problems tell what is not
 * well-formed, and what no document of the extension holds: document types and with them entities, comments, processing
 * instructions, attributes, namespaces, text beside elements. What is wrong counts as white space, and elements that
 * are open at the end are closed there. Takes time in proportion to the text. Never throws.
 */
export function parseXmlTree(text: string): TextTree {
  const tooLarge = sizeProblem(text);
  if (tooLarge) {
    return { problems: [tooLarge] };
  }
  const { plain, problems } = plainXml(text);
  const roots = elementsIn(parser.parse(plain), plain);
  const found = problems.length > 0 ? problems : problemsOfWhole(plain, roots);
  const told = found.toSorted((a, b) => a.offset - b.offset).slice(0, maxProblems);
  return { ...(roots[0] && { root: roots[0] }), problems: told };
}

const parser = new XMLParser({
  preserveOrder: true,
  captureMetaData: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: "#cdata",
  // The library refuses names like `constructor`, so each name gets a mark before it. The library calls this function
  // twice for some names.
  transformTagName: (name) => (name.startsWith("=") ? name : `=${name}`),
  // `plainXml` refuses what is too deep, at its place.
  maxNestedTags: Number.POSITIVE_INFINITY,
  jPath: false,
});

/**
 * A node is `{ "=item": [ … ] }`, `{ "#text": "…" }` or `{ "#cdata": [{ "#text": "…" }] }`; elements also have a
 * place.
 */
interface ParsedNode {
  readonly [name: string]: readonly ParsedNode[] | string;
  readonly [metaData: symbol]: { readonly startIndex: number; readonly endIndex?: number } | undefined;
}

// The declarations of the library give the type `Symbol`, the wrapper, for it.
const metaData = XMLParser.getMetaDataSymbol() as symbol;

/**
 * Gives the elements among `nodes`, which were parsed from `source`. Those that begin with an `<item>` are lists,
 * others with elements are objects. Those without elements are scalars, placed at the text between their tags, or at
 * the whole element where there is no text.
 */
function elementsIn(nodes: readonly ParsedNode[], source: string): readonly TextNode[] {
  return nodes.flatMap((node): readonly TextNode[] => {
    const place = node[metaData];
    const [[key, inside] = ["", ""]] = Object.entries(node);
    if (!place || typeof inside === "string") {
      return [];
    }
    const { startIndex: offset, endIndex: end = source.length } = place;
    const contentStart = source.indexOf(">", offset) + 1;
    const hasEndTag = place.endIndex !== undefined && contentStart < end;
    const contentEnd = hasEndTag ? source.lastIndexOf("<", end - 1) : end;
    const name = key.slice(1);
    const children = elementsIn(inside, source);
    const isScalar = children.length === 0;
    const whole = { offset, length: end - offset };
    const content = { offset: contentStart, length: contentEnd - contentStart };
    return [
      {
        ...(isScalar && content.length > 0 ? content : whole),
        kind: isScalar ? "scalar" : children[0]?.name === "item" ? "list" : "object",
        name,
        nameSpan: { offset: offset + 1, length: name.length },
        whole,
        content,
        children,
        ...(isScalar && { scalar: inside.map(textOf).join("") }),
      },
    ];
  });
}

/** Gives the text exactly: references are resolved, line ends become LF, nothing is trimmed. */
function textOf({ "#text": text, "#cdata": cdata }: ParsedNode): string {
  return typeof text === "string" ? resolveReferences(text) : String((cdata?.[0] as ParsedNode | undefined)?.["#text"]);
}

/** Finds the problems of a text whose parts are in order: a second root, stray text, what the validator finds. */
function problemsOfWhole(source: string, roots: readonly TextNode[]): readonly Problem[] {
  const seconds = roots.slice(1, 2).map((second) => notWellFormed("SecondRoot", { ...second, ...second.nameSpan }));
  const found = [...seconds, ...problemsIn(source, { offset: 0, length: source.length }, roots)];
  // The validator tells a line and a column. In a text of one line, the column is the place.
  const verdict = XMLValidator.validate(source.replace(/[\r\n]/g, " "));
  if (verdict !== true && found.length === 0) {
    const place = { offset: (verdict.err.col ?? 1) - 1, length: 0 };
    found.push(notWellFormed(roots.length > 0 ? "MarkupInvalid" : "RootExpected", place));
  }
  return found;
}

/** Finds text beside `children` in `content` and beside the children of each, and names of namespaces. */
function problemsIn(source: string, { offset, length }: Span, children: readonly TextNode[]): readonly Problem[] {
  const ends = [offset, ...children.map(({ whole }) => whole.offset + whole.length)];
  const beside = ends.flatMap((end, n) => {
    const text = trimmedSpan(source.slice(end, children[n]?.whole.offset ?? offset + length));
    return text ? [errorAt("strayText", { ...text, offset: end + text.offset })] : [];
  });
  const inside = children.flatMap(({ kind, name, nameSpan, whole, content, children: inner }) => [
    ...(name?.includes(":") ? [errorAt("namespace", nameSpan ?? whole)] : []),
    ...(kind === "scalar" ? [] : problemsIn(source, content, inner)),
  ]);
  return [...beside, ...inside];
}
