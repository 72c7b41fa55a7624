import type { Json } from "../model/json.ts";
import type { Span } from "../util/span.ts";
import type { TextNode } from "./textTree.ts";

/** `node` where it stands in a text that is longer by `by` before it. */
export function movedNode(node: TextNode, by: number): TextNode {
  return by === 0 ? node : node instanceof MovedNode ? node.moved(by) : new MovedNode(node, by);
}

/** `span` where it is in such a text. */
export function movedSpan({ offset, length }: Span, by: number): Span {
  return { offset: offset + by, length };
}

class MovedNode implements TextNode {
  readonly #node: TextNode;
  readonly #by: number;
  #children: readonly TextNode[] | undefined;

  constructor(node: TextNode, by: number) {
    this.#node = node;
    this.#by = by;
  }

  /** Of the node itself: one that moves with each key is not wrapped with each key. */
  moved(by: number): TextNode {
    return movedNode(this.#node, this.#by + by);
  }

  get offset(): number {
    return this.#node.offset + this.#by;
  }

  get length(): number {
    return this.#node.length;
  }

  get kind(): TextNode["kind"] {
    return this.#node.kind;
  }

  get whole(): Span {
    return movedSpan(this.#node.whole, this.#by);
  }

  get content(): Span {
    return movedSpan(this.#node.content, this.#by);
  }

  get name(): string | undefined {
    return this.#node.name;
  }

  get nameSpan(): Span | undefined {
    const span = this.#node.nameSpan;
    return span && movedSpan(span, this.#by);
  }

  get scalar(): Json | undefined {
    return this.#node.scalar;
  }

  get children(): readonly TextNode[] {
    this.#children ??= this.#node.children.map((child) => movedNode(child, this.#by));
    return this.#children;
  }
}
