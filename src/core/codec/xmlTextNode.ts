import type { Json } from "../model/json.ts";
import type { Span } from "../util/span.ts";
import type { TextNode } from "./textTree.ts";
import { valueSpan } from "./xmlDocument.ts";
import type { XmlElement } from "./xmlTree.ts";

/** An element as a node of a text: elements that begin with an `<item>` are a list, others an object. */
export function xmlTextNode(element: XmlElement): TextNode {
  return new XmlTextNode(element);
}

class XmlTextNode implements TextNode {
  readonly #element: XmlElement;
  readonly #value: Span;
  #children: readonly TextNode[] | undefined;

  constructor(element: XmlElement) {
    this.#element = element;
    this.#value = valueSpan(element);
  }

  get offset(): number {
    return this.#value.offset;
  }

  get length(): number {
    return this.#value.length;
  }

  get kind(): TextNode["kind"] {
    const [first] = this.#element.children;
    return first === undefined ? "scalar" : first.name === "item" ? "list" : "object";
  }

  get whole(): Span {
    return { offset: this.#element.offset, length: this.#element.length };
  }

  get name(): string {
    return this.#element.name;
  }

  get nameSpan(): Span {
    return { offset: this.#element.offset + 1, length: this.#element.name.length };
  }

  get scalar(): Json | undefined {
    return this.kind === "scalar" ? this.#element.text : undefined;
  }

  get children(): readonly TextNode[] {
    this.#children ??= this.#element.children.map(xmlTextNode);
    return this.#children;
  }
}
