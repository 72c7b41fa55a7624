import { kindsOf } from "../codec/documentEntries.ts";
import { printXmlRequest, xmlCarriesExactly } from "../codec/xmlWire.ts";
import { type Entry, entryObject } from "../model/entry.ts";
import type { DocumentFormat } from "../model/uri.ts";
import type { Encode } from "./artifactTypes.ts";
import { type Base, fieldLabel } from "./base.ts";

/**
 * Gives the way in which the changes of a document in `format` are sent: those of an XML document as XML where the
 * service's decoder makes of it exactly what the text says, else as JSON (test/service/README.md, XML).
 */
export function encodeAs(format: DocumentFormat | undefined): Encode {
  return (changed, target) =>
    format === "xml" && labelsNotXml(changed, target).length === 0
      ? { contentType: "application/xml", text: printXmlRequest(changed) }
      : { contentType: "application/json", text: JSON.stringify({ values: changed.map(entryObject) }) };
}

/**
 * Gives the fields because of which an XML document's changes are sent as JSON, by label; none when they are sent as
 * XML.
 */
export function labelsNotXml(changed: readonly Entry[], target: Base): readonly string[] {
  const kindOf = kindsOf(target);
  return changed
    .filter((entry) => !xmlCarriesExactly(entry, kindOf(entry.fieldId)))
    .map(({ fieldId }) => fieldLabel(target, fieldId));
}
