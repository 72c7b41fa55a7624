import type { DocumentCodec } from "./documentCodec.ts";
import { idsInEntry } from "./idsInEntry.ts";
import { editJsonDocument, locateInEntry, parseJsonDocument, printJsonDocument } from "./jsonCodec.ts";
import { readJsonDocument } from "./jsonDocument.ts";

/** Documents as JSON, which tells types by itself and can hold every entry. */
export const jsonCodec: DocumentCodec = {
  parse: (text) => parseJsonDocument(text),
  print: printJsonDocument,
  unprintable: () => [],
  edit: editJsonDocument,
  locate: locateInEntry,
  ids: (text) => readJsonDocument(text).entries.map(({ entry, node }) => ({ entry, ids: idsInEntry(node) })),
};
