import { entryObject } from "../codec/jsonCodec.ts";
import { printXmlRequest, xmlCarriesExactly } from "../codec/xmlWire.ts";
import type { RequestBody } from "../model/artifactService.ts";
import type { Entry } from "../model/entry.ts";
import type { DocumentFormat } from "../model/uri.ts";
import { type Base, fieldLabel } from "./base.ts";
import { kindsOf } from "./textForm.ts";

/**
 * How the changes of a document in `format` are sent: those of an XML document as XML where the service's decoder makes of
 * it exactly what the text says, else as JSON (test/service/README.md, XML).
 */
export function encodeAs(format: DocumentFormat | undefined): (changed: readonly Entry[], target: Base) => RequestBody {
  return (changed, target) =>
    format === "xml" && whyNotXml(changed, target) === undefined
      ? { contentType: "application/xml", text: printXmlRequest(changed) }
      : { contentType: "application/json", text: JSON.stringify({ values: changed.map(entryObject) }) };
}

/** Why an XML document's changes are sent as JSON; undefined when they are sent as XML. */
export function whyNotXml(changed: readonly Entry[], target: Base): string | undefined {
  const kindOf = kindsOf(target);
  const labels = changed
    .filter((entry) => !xmlCarriesExactly(entry, kindOf(entry.fieldId)))
    .map(({ fieldId }) => fieldLabel(target, fieldId));
  return sentAsJson(labels);
}

/** Why what the fields of `labels` hold is sent as JSON; undefined where there are none. */
export function sentAsJson(labels: readonly string[]): string | undefined {
  return labels.length === 0
    ? undefined
    : `Sent as JSON: the service would read ${labels.map((label) => `“${label}”`).join(", ")} otherwise from XML.`;
}
