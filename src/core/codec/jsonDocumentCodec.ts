import { documentEntries } from "./documentEntries.ts";
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
  const document = readJsonDocument(text);
  const said = documentEntries(document);
  const nodes = () => document.entries.map(({ entry, node }) => ({ entry, node: jsonTextNode(node) }));
  const root = document.root && jsonTextNode(document.root);
  return readDocument(text, { root, interpret: () => ({ entries: said, nodes }) });
}
