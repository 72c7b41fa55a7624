import type { DocumentCodec } from "./formatCodec.ts";
import { editJsonDocument, parseJsonDocument, printJsonDocument } from "./jsonCodec.ts";
import { readJsonDocument } from "./jsonDocument.ts";
import { jsonPlaceAt } from "./jsonPlace.ts";
import { jsonTextNode } from "./jsonTextNode.ts";
import { type ReadDocument, readDocument } from "./readDocument.ts";
import { jsonSnippet } from "./snippet.ts";

/** Documents as JSON, which tells types by itself and can hold every entry. */
export const jsonCodec: DocumentCodec = {
  parse: (text) => parseJsonDocument(text),
  print: printJsonDocument,
  unprintable: () => [],
  edit: editJsonDocument,
  read,
  frame: ['{"values":[', "]}"],
  placeAt: jsonPlaceAt,
  snippet: jsonSnippet,
};

function read(text: string): ReadDocument {
  const { root, entries, problems, trackerId } = readJsonDocument(text);
  const said = {
    entries: entries.map(({ entry }) => entry),
    problems,
    ...(trackerId !== undefined && { trackerId }),
  };
  const nodes = () => entries.map(({ entry, node }) => ({ entry, node: jsonTextNode(node) }));
  return readDocument(text, { root: root && jsonTextNode(root), interpret: () => ({ entries: said, nodes }) });
}
