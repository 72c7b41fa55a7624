import type { DocumentCodec } from "./documentCodec.ts";
import { editXmlDocument, locateInXmlEntry, parseXmlDocument, printXmlDocument, xmlProblems } from "./xmlCodec.ts";
import { readXmlDocument } from "./xmlDocument.ts";
import { idsInXmlEntry } from "./xmlIds.ts";

/** Documents as XML; the one way to the XML parser. */
export const xmlCodec: DocumentCodec = {
  parse: parseXmlDocument,
  print: printXmlDocument,
  unprintable: xmlProblems,
  edit: editXmlDocument,
  locate: locateInXmlEntry,
  ids: (text) =>
    readXmlDocument(text, () => undefined).entries.map(({ entry, element }) => ({
      entry,
      ids: idsInXmlEntry(element),
    })),
};
