import type { Span } from "../util/span.ts";
import type { DocumentEntries, KindOf, LocatedEntry } from "./documentEntries.ts";
import type { LocatedId } from "./idsInEntry.ts";
import { idsInEntry } from "./idsInEntry.ts";
import { type EntryNode, memberNode, nodeOnWay, type TextNode } from "./textTree.ts";

/** A text as it was read once: all that is asked of it is answered from the same tree. */
export interface ReadDocument {
  readonly text: string;
  /** Undefined where nothing can be read. */
  readonly root: TextNode | undefined;
  /** The list of the entries, where there is one. */
  readonly values: TextNode | undefined;
  /** The entries in the order of the text, each with its node. Their members may have been read without the kinds of fields. */
  readonly nodes: readonly EntryNode[];
  /** The entries with the ids they name. */
  readonly ids: readonly EntryWithIds[];
  /** What `entries` was asked with last. */
  readonly kindOf: KindOf | undefined;
  /** What the text says to those who know the kinds of its fields; the same for the same function. */
  entries(kindOf: KindOf): DocumentEntries;
  /** The place of a value inside an entry, `["bind_value_ids", 1]`; the innermost place on the way that is there. */
  locate(entry: LocatedEntry, path: readonly (string | number)[]): Span;
}

export interface EntryWithIds extends EntryNode {
  readonly ids: readonly LocatedId[];
}

/** What a format has read of a text. */
interface Reading {
  readonly root: TextNode | undefined;
  /** What the text says to those who know the kinds of its fields, and the nodes of the entries. */
  readonly interpret: (kindOf: KindOf) => {
    readonly entries: DocumentEntries;
    readonly nodes: () => readonly EntryNode[];
  };
  /** What is known without that. */
  readonly known?: {
    readonly kindOf: KindOf;
    readonly entries: DocumentEntries;
    readonly ids: readonly EntryWithIds[];
  };
}

/** A document of what a format has read. */
export function readDocument(text: string, { root, interpret, known }: Reading): ReadDocument {
  let last: { readonly kindOf: KindOf; readonly said: ReturnType<Reading["interpret"]> } | undefined = known && {
    kindOf: known.kindOf,
    said: { entries: known.entries, nodes: () => known.ids },
  };
  let nodes: readonly EntryNode[] | undefined = known?.ids;
  let ids = known?.ids;
  let nodeAt: ReadonlyMap<number, TextNode> | undefined;
  const nodesOf = () => {
    // The places are the same for all kinds.
    nodes ??= (last?.said ?? interpret(() => undefined)).nodes();
    return nodes;
  };
  return {
    ...{ text, root },
    get values() {
      return memberNode(root, "values");
    },
    get kindOf() {
      return last?.kindOf;
    },
    get nodes() {
      return nodesOf();
    },
    get ids() {
      ids ??= nodesOf().map(({ entry, node }) => ({ entry, node, ids: idsInEntry(node) }));
      return ids;
    },
    entries(kindOf) {
      if (last?.kindOf !== kindOf) {
        last = { kindOf, said: interpret(kindOf) };
      }
      return last.said.entries;
    },
    locate(entry, path) {
      nodeAt ??= new Map(nodesOf().map((each) => [each.entry.offset, each.node]));
      const node = nodeAt.get(entry.offset);
      const place = node && nodeOnWay(node, path);
      return place && place !== node ? place : { offset: entry.offset, length: entry.length };
    },
  };
}
