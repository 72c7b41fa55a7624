import { changedSpan } from "../util/changedSpan.ts";
import type { Span } from "../util/span.ts";
import type { KindOf } from "./documentEntries.ts";
import type { DocumentCodec } from "./formatCodec.ts";
import { movedNode, movedSpan } from "./movedNode.ts";
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
