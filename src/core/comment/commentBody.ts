import { printXmlRequest, xmlCarries } from "../codec/xmlWire.ts";
import type { RequestBody } from "../model/artifactService.ts";
import { type Entry, entryObject } from "../model/entry.ts";

/**
 * The body of a PUT that carries a comment, with `entries` or without. In JSON unless XML is wanted and carries the
 * comment as it is: the service's decoder would make a number of `007` (test/service/README.md, XML).
 */
export function commentBody(
  entries: readonly Entry[],
  body: string,
  wanted: RequestBody["contentType"] = "application/json",
): RequestBody {
  const comment = { body, format: "commonmark" };
  return wanted === "application/xml" && xmlCarries(body)
    ? { contentType: wanted, text: printXmlRequest(entries, undefined, { comment }) }
    : { contentType: "application/json", text: JSON.stringify({ values: entries.map(entryObject), comment }) };
}
