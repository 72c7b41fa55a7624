import type { FieldKind } from "../model/fieldKind.ts";
import { isNumberId } from "../model/id.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Span } from "../util/span.ts";
import type { DocumentEntries, KindOf, LocatedEntry } from "./documentEntries.ts";
import { errorAt, type Problem } from "./problem.ts";
import type { EntryNode, TextNode, TextTree } from "./textTree.ts";

/** Tells how a format writes documents. */
export interface DocumentSyntax {
  /** Tells what is wrong with the root itself. */
  rootProblems(root: TextNode): readonly Problem[];
  /** Tells whether entries can be in `values`. */
  holdsEntries(values: TextNode): boolean;
  /** Tells why `node` is no entry; undefined where it is one. */
  entryProblem(node: TextNode): Problem | undefined;
  /** Gives what a node says in the place of an id. */
  idIn(node: TextNode): Json | undefined;
  /** Gives the members of an entry, and what is wrong inside of them. */
  readMembers(
    entry: TextNode,
    kind: FieldKind | undefined,
  ): { readonly members: JsonObject; readonly problems: readonly Problem[] };
  /** Tells whether the format's parser already reports each entry that is half typed. */
  readonly tellsHalves: boolean;
}

/** Holds what a document says, with the nodes of its entries. */
interface ReadEntries {
  readonly entries: DocumentEntries;
  readonly nodes: readonly EntryNode[];
  /** The list of the entries, where there is one. */
  readonly values: TextNode | undefined;
}

/** Reads what the tree of `text` says, for a reader that knows the kinds of its fields. */
export function readEntries(tree: TextTree, text: string, kindOf: KindOf, syntax: DocumentSyntax): ReadEntries {
  const isPlain = tree.problems.length === 0;
  const root = tree.root && readRoot(tree.root, isPlain, syntax);
  const read = (root?.values?.children ?? []).map((node) => ({ node, ...readEntry(node, text, kindOf, syntax) }));
  const nodes = read.flatMap(({ node, entry }) => (entry ? [{ node, entry }] : []));
  const entries = nodes.map(({ entry }) => entry);
  const isHalfTold = syntax.tellsHalves && !isPlain;
  const problems = [
    ...tree.problems,
    ...(root?.problems ?? []),
    ...read.flatMap((one) => one.problems).filter(({ code }) => !isHalfTold || !halfEntryCodes.includes(code)),
    ...duplicateFields(entries),
  ].toSorted((a, b) => a.offset - b.offset);
  const trackerId = root?.trackerId;
  return { entries: { entries, problems, ...(trackerId !== undefined && { trackerId }) }, nodes, values: root?.values };
}

const halfEntryCodes: readonly Problem["code"][] = ["missingFieldId", "missingValue"];

/** These members of the root are no mistake: a draft names its tracker. */
export const knownRootMembers: readonly unknown[] = ["values", "tracker"];

interface Root {
  readonly values?: TextNode;
  readonly trackerId?: number | undefined;
  readonly problems: readonly Problem[];
}

function readRoot(root: TextNode, isPlain: boolean, syntax: DocumentSyntax): Root {
  const wrong = syntax.rootProblems(root);
  if (wrong.some(({ code }) => code === "rootNotObject")) {
    return { problems: wrong };
  }
  const others = root.children.filter(({ name }) => !knownRootMembers.includes(name));
  const unknown = others.map(({ name = "", nameSpan = root }): Problem => {
    return { ...errorAt("unknownRootMember", nameSpan, { member: name }), severity: "warning" };
  });
  const problems = [...wrong, ...unknown];
  const values = root.children.findLast(({ name }) => name === "values");
  if (!values) {
    // A text that does not parse has a problem already.
    return { problems: isPlain ? [...problems, errorAt("missingValues", root.whole)] : problems };
  }
  if (!syntax.holdsEntries(values)) {
    return { problems: [...problems, errorAt("valuesNotArray", values)] };
  }
  const tracker = root.children.findLast(({ name }) => name === "tracker");
  const id = tracker?.children.findLast(({ name }) => name === "id");
  return { values, trackerId: id && readId(syntax.idIn(id)), problems };
}

function readEntry(
  node: TextNode,
  text: string,
  kindOf: KindOf,
  syntax: DocumentSyntax,
): { readonly entry?: LocatedEntry; readonly problems: readonly Problem[] } {
  const wrong = syntax.entryProblem(node);
  if (wrong) {
    return { problems: [wrong] };
  }
  const idNode = node.children.findLast(({ name }) => name === "field_id");
  if (!idNode) {
    return { problems: [errorAt("missingFieldId", node.whole)] };
  }
  const fieldId = readId(syntax.idIn(idNode));
  if (fieldId === undefined) {
    return { problems: [errorAt("invalidFieldId", idNode)] };
  }
  const valueNode = node.children.find(({ name }) => name !== "field_id");
  const valueSpan = spanOf(valueNode ?? node);
  const { members, problems } = syntax.readMembers(node, kindOf(fieldId));
  const { field_id: _, ...rest } = members;
  return {
    entry: { fieldId, members: rest, ...spanOf(node), idSpan: trimmedSpan(idNode, text), valueSpan },
    problems: valueNode ? problems : [...problems, errorAt("missingValue", node)],
  };
}

function spanOf({ offset, length }: Span): Span {
  return { offset, length };
}

function trimmedSpan({ offset, length }: Span, text: string): Span {
  const content = text.slice(offset, offset + length);
  return { offset: offset + content.length - content.trimStart().length, length: content.trim().length };
}

/** Reads an integer from 1, which the service takes as a string too. */
function readId(value: unknown): number | undefined {
  const id = typeof value === "string" && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value;
  return isNumberId(id) ? id : undefined;
}

/** Makes a problem of each entry whose field has another entry. */
function duplicateFields(entries: readonly LocatedEntry[]): readonly Problem[] {
  const byField = Map.groupBy(entries, ({ fieldId }) => fieldId);
  return [...byField.values()]
    .filter((same) => same.length > 1)
    .flat()
    .map(({ fieldId, idSpan }) => errorAt("duplicateField", idSpan, { fieldId }));
}
