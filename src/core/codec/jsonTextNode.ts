import type { Node } from "jsonc-parser";
import type { Json } from "../model/json.ts";
import type { Span } from "../util/span.ts";
import { membersOf } from "./jsonTree.ts";
import type { TextNode } from "./textTree.ts";

/** A JSON value as a node of a text; what is inside is looked at when it is asked for. */
export class JsonTextNode implements TextNode {
  readonly #node: Node;
  readonly #member: { readonly name: string; readonly key: Node } | undefined;
  #children: readonly JsonTextNode[] | undefined;

  constructor(node: Node, member?: { readonly name: string; readonly key: Node }) {
    this.#node = node;
    this.#member = member;
  }

  get offset(): number {
    return this.#node.offset;
  }

  get length(): number {
    return this.#node.length;
  }

  get kind(): TextNode["kind"] {
    return this.#node.type === "object" ? "object" : this.#node.type === "array" ? "list" : "scalar";
  }

  get whole(): Span {
    const offset = this.#member?.key.offset ?? this.offset;
    return { offset, length: this.offset + this.length - offset };
  }

  get content(): Span {
    return this.kind === "scalar" ? this : { offset: this.offset + 1, length: this.length - 2 };
  }

  get name(): string | undefined {
    return this.#member?.name;
  }

  get nameSpan(): Span | undefined {
    const key = this.#member?.key;
    return key && { offset: key.offset, length: key.length };
  }

  get scalar(): Json | undefined {
    return this.kind === "scalar" ? (this.#node.value as Json) : undefined;
  }

  get children(): readonly JsonTextNode[] {
    this.#children ??=
      this.#node.type === "array"
        ? (this.#node.children ?? []).map((child) => new JsonTextNode(child))
        : membersOf(this.#node).map(({ name, key, value }) => new JsonTextNode(value, { name, key }));
    return this.#children;
  }
}

/** The value of a node; of members with the same name the last one counts, as in `JSON.parse`. */
export function jsonValue({ kind, scalar, children }: TextNode): Json {
  switch (kind) {
    case "object":
      // Unlike assignment, fromEntries makes `__proto__` a member like any other.
      return Object.fromEntries(children.map((child) => [child.name, jsonValue(child)]));
    case "list":
      return children.map(jsonValue);
    case "scalar":
      return scalar ?? null;
  }
}
