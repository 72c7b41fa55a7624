import { documentEntries } from "./documentEntries.ts";
import type { DocumentCodec } from "./formatCodec.ts";
import { type ReadDocument, readDocument } from "./readDocument.ts";
import { xmlSnippet } from "./snippet.ts";
import { editXmlDocument, parseXmlDocument, printXmlDocument, xmlProblems } from "./xmlCodec.ts";
import { xmlDocumentOf } from "./xmlDocument.ts";
import { xmlPlaceAt } from "./xmlPlace.ts";
import { parseXmlTree } from "./xmlScanner.ts";
import { xmlTextNode } from "./xmlTextNode.ts";

/** Documents as XML; the one way to the reader of XML. */
export const xmlCodec: DocumentCodec = {
  parse: parseXmlDocument,
  print: printXmlDocument,
  unprintable: xmlProblems,
  edit: editXmlDocument,
  read,
  frame: ["<request><values>", "</values></request>"],
  placeAt: xmlPlaceAt,
  snippet: xmlSnippet,
};

function read(text: string): ReadDocument {
  const tree = parseXmlTree(text);
  return readDocument(text, {
    root: tree.root && xmlTextNode(tree.root),
    interpret: (kindOf) => {
      const document = xmlDocumentOf(tree, text, kindOf);
      return {
        entries: documentEntries(document),
        nodes: () => document.entries.map(({ entry, node }) => ({ entry, node: xmlTextNode(node) })),
      };
    },
  });
}
