import type { Span } from "../util/span.ts";
import type { Problem } from "./problem.ts";
import { resolveReferences } from "./xmlText.ts";

/** XML text as a tree with the place of each element, as far as it could be read. */
export interface XmlTree {
  readonly root?: XmlElement;
  /** Of the text as XML, whatever it says, in its order. Without one the tree is all there is in the text. */
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

/** An element whose end has not been read. */
export interface OpenElement {
  readonly name: string;
  /** Of the start tag. */
  readonly tag: Span;
  hasChildren: boolean;
  /** The texts in it that are more than white space. */
  readonly texts: Span[];
  readonly children: XmlElement[];
  /** All in it but elements. What is wrong, such as a comment, is blank. */
  readonly pieces: Piece[];
}

interface Piece extends Span {
  readonly kind: "text" | "cdata" | "blank";
}

const cdataStart = "<![CDATA[";
const cdataEnd = "]]>";

/** An element that has been read. */
export class ScannedElement implements XmlElement {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  readonly content: Span;
  readonly children: readonly XmlElement[];
  readonly #pieces: readonly Piece[];
  readonly #source: string;
  #text: string | undefined;

  constructor({ name, tag, children, pieces }: OpenElement, source: string, contentEnd: number, end: number) {
    const contentStart = tag.offset + tag.length;
    this.name = name;
    this.offset = tag.offset;
    this.length = end - tag.offset;
    this.content = { offset: contentStart, length: contentEnd - contentStart };
    this.children = children;
    this.#pieces = pieces;
    this.#source = source;
  }

  /** Most texts are of no interest to most who ask for the tree. */
  get text(): string {
    this.#text ??= this.#pieces.map((piece) => textOf(piece, this.#source)).join("");
    return this.#text;
  }
}

function textOf({ kind, offset, length }: Piece, source: string): string {
  const written = () => source.slice(offset, offset + length).replace(/\r\n?/g, "\n");
  switch (kind) {
    case "text":
      return resolveReferences(written());
    case "cdata":
      return written().slice(cdataStart.length, -cdataEnd.length);
    case "blank":
      return " ".repeat(length);
  }
}
