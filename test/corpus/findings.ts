import { convertDocument, documentCodec } from "../../src/core/codec/documentCodec.ts";
import type { DocumentCodec } from "../../src/core/codec/formatCodec.ts";
import { sameMeaning } from "../../src/core/field/meaning.ts";
import type { DocumentFields } from "../../src/core/language/documentFields.ts";
import { checkDocument, type Finding } from "../../src/core/language/findings.ts";
import { Pieces } from "../../src/core/preview/html.ts";
import type { PageDependencies } from "../../src/core/preview/previewParts.ts";
import { shortened } from "../../src/core/util/plainLabel.ts";
import { pageLinks } from "../support/pageLinks.ts";

/** What is said of a document: the code of each finding with the words it is at. */
export function findingsIn(
  text: string,
  codec: DocumentCodec,
  fields: DocumentFields,
  trackerId?: number,
): readonly string[] {
  return checkDocument({ read: codec.read(text), fields, ...(trackerId !== undefined && { trackerId }) }).map(
    (finding) => `${codeOf(finding)} at ${onOneLine(text.slice(finding.offset, finding.offset + finding.length))}`,
  );
}

function onOneLine(text: string): string {
  return shortened(text.replace(/\s+/g, " "), 80);
}

function codeOf({ about }: Finding): string {
  switch (about.kind) {
    case "text":
      return about.problem.code;
    case "value":
      return `${about.problem.code} (${about.field.type})`;
    default:
      return about.kind;
  }
}

/** What goes wrong between a text in JSON, the same in XML, and back: entries that do not say the same any more. */
export async function conversionFaults(
  text: string,
  xmlFindings: (xml: string) => readonly string[],
  { kindOf }: Pick<DocumentFields, "kindOf">,
): Promise<readonly string[]> {
  const xml = await convertDocument(text, "json", "xml", kindOf);
  if (xml.kind !== "converted") {
    return [`JSON to XML: ${JSON.stringify(xml)}`];
  }
  const back = await convertDocument(xml.text, "xml", "json", kindOf);
  if (back.kind !== "converted") {
    return [`XML to JSON: ${JSON.stringify(back)}`];
  }
  const codec = await documentCodec("json");
  const [before, after] = [text, back.text].map((each) => codec.parse(each, kindOf));
  const isSame =
    before?.trackerId === after?.trackerId &&
    before?.entries.length === after?.entries.length &&
    before?.entries.every(({ fieldId, members }, index) => {
      const other = after?.entries[index];
      return other?.fieldId === fieldId && sameMeaning(members, other.members, kindOf(fieldId));
    });
  return [
    ...(isSame ? [] : ["JSON to XML to JSON says something else"]),
    ...xmlFindings(xml.text).map((finding) => `as XML: ${finding}`),
  ];
}

/** A page's surroundings that do nothing. */
export const pageDependencies: PageDependencies = {
  links: pageLinks,
  pieces: new Pieces(),
  pictures: new Map(),
  renderMarkdown: async () => undefined,
  artifactOf: () => undefined,
  keywords: new Set(),
  sizeText: (bytes) => `${bytes} B`,
  nonce: "nonce",
  language: "en",
};
