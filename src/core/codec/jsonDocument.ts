import type { Node } from "jsonc-parser";
import { isJsonObject } from "../model/json.ts";
import type { LocatedEntry } from "./documentEntries.ts";
import { duplicateFields, readId } from "./fieldIds.ts";
import { type JsonTree, membersOf, nodeValue, parseJsonTree } from "./jsonTree.ts";
import { errorAt, type Problem } from "./problem.ts";

/** A parsed document with the nodes of its entries, for what needs places inside of them. */
interface JsonDocument {
  readonly entries: readonly { readonly entry: LocatedEntry; readonly node: Node }[];
  /** The array of the entries, where there is one. */
  readonly values?: Node;
  readonly root?: Node;
  /** Of a draft. */
  readonly trackerId?: number;
  readonly problems: readonly Problem[];
}

export function readJsonDocument(text: string): JsonDocument {
  const tree = parseJsonTree(text);
  if (!tree.root) {
    return { entries: [], problems: tree.problems };
  }
  const root = readRoot(tree);
  const read = (root.values?.children ?? []).map((node) => ({ node, ...readEntry(node) }));
  const entries = read.flatMap(({ node, entry }) => (entry ? [{ node, entry }] : []));
  const problems = [
    ...tree.problems,
    ...root.problems,
    ...read.flatMap((one) => one.problems),
    ...duplicateFields(entries.map(({ entry }) => entry)),
  ];
  return {
    entries,
    root: tree.root,
    ...(root.values && { values: root.values }),
    ...(root.trackerId !== undefined && { trackerId: root.trackerId }),
    problems: problems.toSorted((a, b) => a.offset - b.offset),
  };
}

/** Members beside `values` that are no mistake: a draft names its tracker. */
const knownRootMembers = ["values", "tracker"];

interface Root {
  readonly values?: Node;
  readonly trackerId?: number;
  readonly problems: readonly Problem[];
}

function readRoot({ root, problems: syntax }: JsonTree): Root {
  if (root?.type !== "object") {
    return { problems: root ? [errorAt("rootNotObject", root)] : [] };
  }
  const members = membersOf(root);
  const problems = members
    .filter(({ name }) => !knownRootMembers.includes(name))
    .map(({ name, key }): Problem => ({ ...errorAt("unknownRootMember", key, { member: name }), severity: "warning" }));
  const values = members.findLast(({ name }) => name === "values")?.value;
  const tracker = membersOf(members.findLast(({ name }) => name === "tracker")?.value);
  const trackerId = readId(tracker.findLast(({ name }) => name === "id")?.value.value);
  if (!values) {
    // Half a document has a syntax problem already.
    return { problems: syntax.length > 0 ? problems : [...problems, errorAt("missingValues", root)] };
  }
  return values.type === "array"
    ? { values, ...(trackerId !== undefined && { trackerId }), problems }
    : { problems: [...problems, errorAt("valuesNotArray", values)] };
}

function readEntry(node: Node): { entry?: LocatedEntry; problems: readonly Problem[] } {
  const value = nodeValue(node);
  if (!isJsonObject(value)) {
    return { problems: [errorAt("entryNotObject", node)] };
  }
  const members = membersOf(node);
  const idNode = members.findLast(({ name }) => name === "field_id")?.value;
  if (!idNode) {
    return { problems: [errorAt("missingFieldId", node)] };
  }
  const fieldId = readId(value.field_id);
  if (fieldId === undefined) {
    return { problems: [errorAt("invalidFieldId", idNode)] };
  }
  const { field_id: _, ...rest } = value;
  const valueNode = members.find(({ name }) => name !== "field_id")?.value;
  return {
    entry: {
      fieldId,
      members: rest,
      offset: node.offset,
      length: node.length,
      fieldIdOffset: idNode.offset,
      fieldIdLength: idNode.length,
      valueOffset: (valueNode ?? node).offset,
      valueLength: (valueNode ?? node).length,
    },
    problems: valueNode ? [] : [errorAt("missingValue", node)],
  };
}
