import { XMLParser } from "fast-xml-parser";
import type { Span } from "./documentEntries.ts";
import type { Problem } from "./problem.ts";
import { checkXml } from "./xmlSyntax.ts";
import { resolveReferences } from "./xmlText.ts";

/** XML text as a tree with the place of each element, as far as it could be read. */
export interface XmlTree {
  readonly root?: XmlElement;
  /** Of the text as XML, whatever it says. Without one the tree is all there is in the text. */
  readonly problems: readonly Problem[];
}

/** An element; its span reaches from its start tag to its end tag. */
export interface XmlElement extends Span {
  readonly name: string;
  /** What is between the tags; empty behind the tag of `<value/>`. */
  readonly content: Span;
  readonly children: readonly XmlElement[];
  /**
   * The text in it, exactly: references resolved, line ends as LF, nothing trimmed. Beside elements it means nothing.
   */
  readonly text: string;
}

/** Reads `text` as XML, tolerating a byte order mark and an XML declaration. Never throws. */
export function parseXmlTree(text: string): XmlTree {
  const { problems, wellFormed } = checkXml(text);
  if (wellFormed === undefined) {
    return { problems };
  }
  const nodes: readonly ParsedNode[] = parser.parse(wellFormed);
  const root = nodes.flatMap((node) => elementAt(node, wellFormed, text.length))[0];
  return { ...(root && { root }), problems };
}

const textKey = "#text";
const cdataKey = "#cdata";
/** No name begins with it: names like `constructor`, which the parser refuses, are names like any other. */
const nameMark = "=";

const parser = new XMLParser({
  preserveOrder: true,
  captureMetaData: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  textNodeName: textKey,
  cdataPropName: cdataKey,
  // The parser asks twice for the names of empty elements.
  transformTagName: (name) => (name.startsWith(nameMark) ? name : nameMark + name),
  // What is deeper than documents may be has been refused before.
  maxNestedTags: 1000,
  jPath: false,
});

// The declarations of the library say `Symbol`, the wrapper.
const metaData = XMLParser.getMetaDataSymbol() as symbol;

/** `{ "=item": [ … ] }`, `{ "#text": "…" }` or `{ "#cdata": [ { "#text": "…" } ] }`; elements have a place too. */
interface ParsedNode {
  readonly [name: string]: readonly ParsedNode[] | string;
}

interface Place {
  readonly startIndex: number;
  readonly endIndex?: number;
}

function elementAt(node: ParsedNode, source: string, length: number): readonly XmlElement[] {
  const [[key, value] = []] = Object.entries(node);
  const place = (node as { readonly [key: symbol]: Place | undefined })[metaData];
  if (!key?.startsWith(nameMark) || !Array.isArray(value) || !place) {
    return [];
  }
  const children: readonly ParsedNode[] = value;
  const end = place.endIndex ?? source.length;
  const afterStartTag = source.indexOf(">", place.startIndex) + 1;
  const isEmpty = source[afterStartTag - 2] === "/";
  const contentEnd = isEmpty ? afterStartTag : source.lastIndexOf("</", end - 1);
  // What was closed behind the end of the text ends there.
  const span = (from: number, to: number) => ({
    offset: Math.min(from, length),
    length: Math.min(to, length) - Math.min(from, length),
  });
  let text: string | undefined;
  return [
    {
      name: key.slice(nameMark.length),
      ...span(place.startIndex, end),
      content: span(afterStartTag, contentEnd),
      children: children.flatMap((child) => elementAt(child, source, length)),
      // Most texts are of no interest to most who ask for the tree.
      get text() {
        text ??= children.map(textOf).join("");
        return text;
      },
    },
  ];
}

function textOf(node: ParsedNode): string {
  const text = node[textKey];
  if (typeof text === "string") {
    return resolveReferences(text);
  }
  const cdata = node[cdataKey];
  return typeof cdata === "object" ? cdata.map((part) => String(part[textKey] ?? "")).join("") : "";
}
