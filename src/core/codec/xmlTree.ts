import { withLineFeeds } from "../util/lineEndings.ts";
import type { Span } from "../util/span.ts";
import type { TextNode } from "./textTree.ts";
import { resolveReferences } from "./xmlText.ts";

/** An element whose end has not been read. */
export interface OpenElement {
  readonly name: string;
  /** Of the start tag. */
  readonly tag: Span;
  hasChildren: boolean;
  /** The texts in it that are more than white space. */
  readonly texts: Span[];
  readonly children: TextNode[];
  /** All in it but elements. What is wrong, such as a comment, is blank. */
  readonly pieces: Piece[];
}

interface Piece extends Span {
  readonly kind: "text" | "cdata" | "blank";
}

const cdataStart = "<![CDATA[";
const cdataEnd = "]]>";

/**
 * An element that has been read. Elements that begin with an `<item>` are a list, others an object, those without elements a
 * scalar: its place is that of the text between the tags, or of the whole element where there is none.
 */
export class ScannedElement implements TextNode {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  readonly whole: Span;
  readonly content: Span;
  readonly kind: TextNode["kind"];
  readonly children: readonly TextNode[];
  readonly #pieces: readonly Piece[];
  readonly #source: string;
  #text: string | undefined;

  constructor({ name, tag, children, pieces }: OpenElement, source: string, contentEnd: number, end: number) {
    const contentStart = tag.offset + tag.length;
    this.name = name;
    this.whole = { offset: tag.offset, length: end - tag.offset };
    this.content = { offset: contentStart, length: contentEnd - contentStart };
    const place = children.length === 0 && this.content.length > 0 ? this.content : this.whole;
    this.offset = place.offset;
    this.length = place.length;
    this.kind = children[0] === undefined ? "scalar" : children[0].name === "item" ? "list" : "object";
    this.children = children;
    this.#pieces = pieces;
    this.#source = source;
  }

  /** Of the name in the start tag. */
  get nameSpan(): Span {
    return { offset: this.whole.offset + 1, length: this.name.length };
  }

  /**
   * The text in it, exactly: references resolved, line ends as LF, nothing trimmed. Most texts are of no interest to most who
   * ask for the tree.
   */
  get scalar(): string | undefined {
    if (this.kind === "scalar") {
      this.#text ??= this.#pieces.map((piece) => textOf(piece, this.#source)).join("");
    }
    return this.#text;
  }
}

function textOf({ kind, offset, length }: Piece, source: string): string {
  const written = () => withLineFeeds(source.slice(offset, offset + length));
  switch (kind) {
    case "text":
      return resolveReferences(written());
    case "cdata":
      return written().slice(cdataStart.length, -cdataEnd.length);
    case "blank":
      return " ".repeat(length);
  }
}
