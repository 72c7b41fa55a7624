import type { Json } from "../model/json.ts";
import { changedSpan } from "../util/changedSpan.ts";
import type { Span } from "../util/span.ts";
import type { KindOf } from "./documentEntries.ts";
import type { DocumentCodec } from "./formatCodec.ts";
import { type ReadDocument, type ReadEntry, readDocument } from "./readDocument.ts";
import type { TextNode } from "./textTree.ts";

/** Longer texts are for the codec alone, which refuses the longest. */
const maxTextLength = 4 * 1024 * 1024;

/**
 * What `codec.read(text)` gives, where `before` was read of the text before a change.
 *
 * A change inside of one entry has that entry alone read again, as a document of its own. The others are kept, and moved by
 * as much as the text has grown. That is the same as long as both texts are without problems: then an entry means the same
 * wherever it stands. Everything else is read whole.
 */
export function readAgain(before: ReadDocument, text: string, codec: DocumentCodec): ReadDocument {
  return (text.length > maxTextLength ? undefined : spliced(before, text, codec)) ?? codec.read(text);
}

function spliced(before: ReadDocument, text: string, codec: DocumentCodec): ReadDocument | undefined {
  const { kindOf, root } = before;
  const said = kindOf && before.entries(kindOf);
  if (!said || !root || said.problems.length > 0) {
    return undefined;
  }
  const change = changedSpan(before.text, text);
  const index = before.nodes.findIndex(({ entry }) => isInside(change, entry));
  const old = before.nodes[index];
  if (!old) {
    return undefined;
  }
  const by = text.length - before.text.length;
  const at = old.node.whole;
  const alone = readAlone(text.slice(at.offset, at.offset + at.length + by), codec, before);
  if (alone?.entry.fieldId !== old.entry.fieldId) {
    return undefined;
  }
  const now = moved(alone, at.offset - alone.entry.offset);
  const nodes = before.nodes.map((each, place) => (place < index ? each : place === index ? now : moved(each, by)));
  const entries = { ...said, entries: nodes.map(({ entry }) => entry) };
  const interpret = (asked: KindOf) => {
    const whole = codec.read(text);
    return { entries: whole.entries(asked), nodes: whole.nodes };
  };
  return readDocument(text, grown(root, { at, by, node: now.node }), interpret, { kindOf, nodes, entries });
}

function isInside(change: Span, { offset, length }: Span): boolean {
  return change.offset > offset && change.offset + change.length < offset + length;
}

/** The entry whose text is all of `text`, as it is read in a document of its own; undefined where it is not just that. */
function readAlone(text: string, codec: DocumentCodec, { kindOf = () => undefined }: ReadDocument) {
  const [start, end] = codec.frame;
  const document = codec.read(start + text + end);
  const { problems } = document.entries(kindOf);
  const [only, ...others] = document.nodes;
  const { offset, length } = only?.node.whole ?? { offset: 0, length: 0 };
  const isAll = offset === start.length && length === text.length;
  return isAll && others.length === 0 && problems.length === 0 ? only : undefined;
}

function moved({ entry, node, ids }: ReadEntry, by: number): ReadEntry {
  return {
    entry: {
      ...entry,
      offset: entry.offset + by,
      idSpan: movedSpan(entry.idSpan, by),
      valueSpan: movedSpan(entry.valueSpan, by),
    },
    node: movedNode(node, by),
    ids: ids.map((id) => ({ ...id, offset: id.offset + by })),
  };
}

interface Growth {
  /** Of the entry as it was. */
  readonly at: Span;
  readonly by: number;
  /** The entry as it is. */
  readonly node: TextNode;
}

/** `around`, in which the entry is, with the entry as it is now. */
function grown(around: TextNode, growth: Growth): TextNode {
  const { at, by, node } = growth;
  const { kind, name, nameSpan, offset, length, whole, content } = around;
  const children = around.children.map((child) => {
    const place = child.whole;
    if (place.offset > at.offset) {
      return movedNode(child, by);
    }
    const isBefore = place.offset + place.length <= at.offset;
    const isEntry = place.offset === at.offset;
    return isBefore ? child : isEntry ? node : grown(child, growth);
  });
  const longer = (span: Span) => ({ offset: span.offset, length: span.length + by });
  return {
    ...{ kind, offset, length: length + by, whole: longer(whole), content: longer(content), children },
    ...(name !== undefined && { name }),
    ...(nameSpan && { nameSpan }),
  };
}

/** `node` where it stands in a text that is longer by `by` before it. */
function movedNode(node: TextNode, by: number): TextNode {
  return by === 0 ? node : node instanceof MovedNode ? node.moved(by) : new MovedNode(node, by);
}

/** `span` in a text that is longer by `by` before it. */
function movedSpan({ offset, length }: Span, by: number): Span {
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
