import { isSameJson } from "../field/sameJson.ts";
import { type Entry, entryObject } from "../model/entry.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Layout } from "./editedList.ts";
import { type DocumentCodec, type Format, formatCodec } from "./formatCodec.ts";
import { jsonPlaceAt } from "./jsonPlace.ts";
import { jsonValue, parseJsonTree } from "./jsonTree.ts";
import { errorAt } from "./problem.ts";
import { jsonSnippet } from "./snippet.ts";

const syntaxCodes: readonly string[] = ["syntax", "comment", "trailingComma"];

const format: Format = {
  parse: parseJsonTree,
  placeAt: jsonPlaceAt,
  isWhole: ({ problems }) => !problems.some(({ code }) => syntaxCodes.includes(code)),
  rootProblems: (root) => (root.kind === "object" ? [] : [errorAt("rootNotObject", root)]),
  holdsEntries: ({ kind }) => kind === "list",
  entryProblem: (node) => (node.kind === "object" ? undefined : errorAt("entryNotObject", node)),
  idIn: ({ scalar }) => scalar,
  readMembers: (entry) => ({ members: jsonValue(entry) as JsonObject, problems: [] }),
  tellsHalves: false,
  isList: ({ kind }) => kind === "list",
  says: (node, value) => isSameJson(jsonValue(node), value),
  listOf({ offset, length, content, children }) {
    return { offset, length, content, nodes: children, open: "[", close: "]", empty: "[]", separator: "," };
  },
  isOnOneLine: (text, { offset, length }) => !text.slice(offset, offset + length).includes("\n"),
  printEntry: (entry, layout) => printValue(entryObject(entry), layout),
  printItem: printValue,
};

const codec = formatCodec(format);

/**
 * Reads and writes documents as JSON, `{ "values": [ entry, … ] }`, which tells types by itself and can hold every
 * entry. The text of a draft names its tracker. It prints texts as the editor's own formatter lays them out, so
 * formatting changes nothing.
 */
export const jsonCodec: DocumentCodec = {
  ...codec,
  print: printDocument,
  unprintable: () => [],
  snippet: jsonSnippet,
};

function printValue(value: Json, { unit, indent, lineEnding }: Layout): string {
  // Line breaks inside of strings are escaped, so each line break here belongs to the layout.
  return JSON.stringify(value, null, unit).replaceAll("\n", lineEnding + indent);
}

/** Gives what `JSON.stringify` makes of a document, indented by two. */
function printDocument(entries: readonly Entry[], trackerId: number | undefined): string {
  const tracker = trackerId === undefined ? {} : { tracker: { id: trackerId } };
  return `${JSON.stringify({ ...tracker, values: entries.map(entryObject) }, null, 2)}\n`;
}
