import { type Entry, entryObject } from "../model/entry.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { Span } from "../util/span.ts";
import { editedEntries, editedValues, entryLayout, type Layout, type TextList, withItems } from "./editedList.ts";
import type { EntryChange } from "./entryChange.ts";

/** How a format writes values, for changes in a text. */
export interface Syntax<N extends Span> {
  /** Whether lists are written like `node`. */
  isList(node: N): boolean;
  listOf(list: N): TextList<N>;
  membersOf(node: N): readonly { readonly name: string; readonly value: N }[];
  /** Whether `node` says what would be printed for `value`. */
  says(node: N, value: Json): boolean;
  printEntry(entry: Entry, layout: Layout): string;
  printItem(item: Json, layout: Layout): string;
  /** The layout of the entry at `node`: on one line where it is on one, else indented from where it starts. */
  layoutAt(text: string, node: N, around: Layout): Layout;
  /** The layout of a new item of a list, in which `first` is. */
  layoutInList(text: string, list: N, first: N, around: Layout): Layout;
}

/** What of a text is edited. */
interface EditedDocument<N extends Span> {
  /** The list of the entries. */
  readonly values: N;
  readonly entries: readonly { readonly entry: Entry; readonly node: N }[];
}

/**
 * `text` with `changes` applied to its entries, everything else byte for byte as it is. Entries that are set are printed
 * with the indentation and line endings found in the text.
 */
export function editDocument<N extends Span>(
  text: string,
  { values, entries }: EditedDocument<N>,
  changes: readonly EntryChange[],
  syntax: Syntax<N>,
): string {
  const list = syntax.listOf(values);
  const fieldIds = new Map(entries.map(({ entry, node }) => [node, entry.fieldId]));
  const layout = entryLayout(text, list, (node, around) => syntax.layoutAt(text, node, around));
  const items = editedEntries(text, list.nodes, fieldIds, changes, (entry, node) =>
    node ? editEntry(text, node, entry, layout, syntax) : syntax.printEntry(entry, layout),
  );
  return withItems(text, { offset: 0, length: text.length }, list, items, layout);
}

/** The entry printed; where only the items of one list are others, only these, the rest byte for byte. */
function editEntry<N extends Span>(text: string, node: N, entry: Entry, around: Layout, syntax: Syntax<N>): string {
  const layout = syntax.layoutAt(text, node, around);
  const changed = changedList(node, entryObject(entry), syntax);
  if (!changed) {
    return syntax.printEntry(entry, layout);
  }
  const list = syntax.listOf(changed.node);
  const [first] = list.nodes;
  if (!first) {
    return syntax.printEntry(entry, layout);
  }
  const inList = syntax.layoutInList(text, changed.node, first, layout);
  const print = (item: Json) => syntax.printItem(item, inList);
  return withItems(text, node, list, editedValues(text, list.nodes, changed.items, syntax.says, print), inList);
}

/** The list in `node` that is all that is other in `value`; undefined where more is, or where one of the two is empty. */
function changedList<N extends Span>(
  node: N,
  value: Json,
  syntax: Syntax<N>,
): { readonly node: N; readonly items: readonly Json[] } | undefined {
  if (Array.isArray(value)) {
    return syntax.isList(node) && value.length > 0 ? { node, items: value } : undefined;
  }
  const members = syntax.membersOf(node);
  if (!isJsonObject(value) || Object.keys(value).join("\n") !== members.map(({ name }) => name).join("\n")) {
    return undefined;
  }
  const changed = members.filter((member) => !syntax.says(member.value, value[member.name] ?? null));
  const [only] = changed;
  return only && changed.length === 1 ? changedList(only.value, value[only.name] ?? null, syntax) : undefined;
}
