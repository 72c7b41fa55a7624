import type { Entry, EntryChange } from "../model/entry.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { getOrMake } from "../util/getOrMake.ts";
import type { Span } from "../util/span.ts";
import type { TextNode } from "./textTree.ts";

/** Tells how items are laid out. */
export interface Layout {
  /** The characters that a level adds to the indentation; undefined where all is on one line. */
  readonly unit?: string;
  /** The indentation of the line on which the item starts. */
  readonly indent: string;
  readonly lineEnding: string;
}

/** A list in a text. */
export interface TextList extends Span {
  readonly nodes: readonly TextNode[];
  /** The place of what stands between its brackets or tags. */
  readonly content: Span;
  readonly open: string;
  readonly close: string;
  /** The text of the list without items. */
  readonly empty: string;
  /** The characters between two items, besides white space. */
  readonly separator: string;
}

/** An item of a list as it is to be. */
interface Item {
  /** Its index among the items of the text; undefined for a new item. */
  readonly index?: number;
  readonly text: string;
}

function textOf(text: string, { offset, length }: Span): string {
  return text.slice(offset, offset + length);
}

/**
 * Gives the entries of a list with `changes`; an entry without a change stays byte for byte. `print` is given the node
 * that the entry replaces, and no node for an entry that goes to the end.
 */
export function editedEntries(
  text: string,
  nodes: readonly TextNode[],
  fieldIds: ReadonlyMap<TextNode, number>,
  changes: readonly EntryChange[],
  print: (entry: Entry, node?: TextNode) => string,
): readonly Item[] {
  const latest = new Map(
    changes.map((change) => [change.kind === "set" ? change.entry.fieldId : change.fieldId, change]),
  );
  const items = nodes.flatMap((node, index): Item[] => {
    const change = latest.get(fieldIds.get(node) ?? 0);
    if (!change) {
      return [{ index, text: textOf(text, node.whole) }];
    }
    return change.kind === "set" ? [{ index, text: print(change.entry, node) }] : [];
  });
  const present = new Set(fieldIds.values());
  const added = [...latest.values()].flatMap((change): Item[] =>
    change.kind === "set" && !present.has(change.entry.fieldId) ? [{ text: print(change.entry) }] : [],
  );
  return [...items, ...added];
}

/** Gives the items of a list that is to be `values`. Items that say the same, in the same order, stay byte for byte. */
export function editedValues(
  text: string,
  nodes: readonly TextNode[],
  values: readonly Json[],
  isSame: (node: TextNode, value: Json) => boolean,
  print: (value: Json) => string,
): readonly Item[] {
  // The places go from the last to the first, so that one that is taken or passed can be popped.
  const places = new Map<string, number[]>();
  for (const [index, node] of [...nodes.entries()].toReversed()) {
    getOrMake(places, keyOfNode(node), (): number[] => []).push(index);
  }
  let next = 0;
  return values.map((value) => {
    const among = places.get(keyOfValue(value)) ?? [];
    while ((among.at(-1) ?? next) < next) {
      among.pop();
    }
    const index = among.at(-1);
    const node = nodes[index ?? nodes.length];
    if (index === undefined || !node || !isSame(node, value)) {
      return { text: print(value) };
    }
    next = index + 1;
    return { index, text: textOf(text, node.whole) };
  });
}

/** Gives the text of `outer` with `items` in `list`, which stands in it. */
export function withItems(text: string, outer: Span, list: TextList, items: readonly Item[], layout: Layout): string {
  const after = text.slice(list.offset + list.length, outer.offset + outer.length);
  return text.slice(outer.offset, list.offset) + joined(text, list, items, layout) + after;
}

/** Gives the text of a list of `items`. Items that stay keep the white space and the separators before them. */
function joined(text: string, list: TextList, items: readonly Item[], layout: Layout): string {
  const { nodes, content, separator } = list;
  if (items.length === 0) {
    return nodes.length === 0 ? textOf(text, list) : list.empty;
  }
  const end = content.offset + content.length;
  const before = (index: number): string => {
    const previous = nodes[index - 1]?.whole;
    return text.slice(previous ? previous.offset + previous.length : content.offset, nodes[index]?.whole.offset ?? end);
  };
  const last = nodes.at(-1)?.whole;
  const isSpread = layout.unit !== undefined || before(0).includes("\n");
  const start = last ? before(0) : isSpread ? layout.lineEnding + layout.indent : "";
  const outer = layout.lineEnding + indentAt(text, list.offset);
  const tail = last ? text.slice(last.offset + last.length, end) : isSpread ? outer : "";
  const apart = separator && separator + (start || " ");
  const between = nodes.length > 1 ? before(nodes.length - 1) : apart || start;
  const texts = items.map(({ index, text: item }, position) =>
    position === 0 ? start + item : (index ? before(index) : between) + item,
  );
  return list.open + texts.join("") + tail + list.close;
}

/**
 * Gives the layout of the entries of a document: that of the first one, else one that fits the text around the list.
 */
export function entryLayout(
  text: string,
  { offset, nodes: [first] }: TextList,
  layoutAt: (node: TextNode, around: Layout) => Layout,
): Layout {
  const lineEnding = text.includes("\r\n") ? "\r\n" : "\n";
  const outer = indentAt(text, offset);
  const unit = outer === "" ? "  " : outer;
  if (first) {
    return layoutAt(first, { indent: outer, lineEnding, unit });
  }
  return text.trim().includes("\n") ? { unit, indent: outer + unit, lineEnding } : { indent: "", lineEnding };
}

/** Gives the indentation of the line in which `offset` is. */
export function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** Gives a key for what `node` says, as `keyOfValue` gives it for each value that the node may stand for. */
function keyOfNode({ children, scalar }: TextNode): string {
  return children.length === 0
    ? keyOfScalar(scalar)
    : keyOfParts(children.map((child) => [child.name ?? listItem, keyOfNode(child)]));
}

/** Gives a key for `value`. Values that differ may have the same key. */
function keyOfValue(value: Json): string {
  if (Array.isArray(value)) {
    return keyOfParts(value.map((item) => [listItem, keyOfValue(item)]));
  }
  return isJsonObject(value)
    ? keyOfParts(Object.entries(value).map(([name, member]) => [name, keyOfValue(member)]))
    : keyOfScalar(value);
}

/** The items of a list have this name in XML, and none in JSON. */
const listItem = "item";

/** Gives a key for a scalar: XML does not tell numbers from texts, nor null and what is empty from the empty text. */
function keyOfScalar(scalar: Json | undefined): string {
  return String(scalar ?? "").trim();
}

function keyOfParts(parts: readonly (readonly [name: string, key: string])[]): string {
  if (parts.every(([name]) => name === listItem)) {
    return parts.map(([, key]) => key).join("\n");
  }
  // Of several members with one name the last one counts; the order of members says nothing.
  return [...new Map(parts)]
    .map(([name, key]) => `${name}\n${key}`)
    .sort()
    .join("\n");
}
