import { entryObject } from "../codec/jsonCodec.ts";
import type { RequestBody } from "../model/artifactService.ts";
import type { Entry } from "../model/entry.ts";

/**
 * The body of a PUT that carries a comment, with `entries` or without. In JSON: the service takes no request without values
 * in XML, and its decoder would make a number of a comment such as `007` (test/service/README.md, XML).
 */
export function commentBody(entries: readonly Entry[], comment: string): RequestBody {
  const text = JSON.stringify({
    values: entries.map(entryObject),
    comment: { body: comment, format: "commonmark" },
  });
  return { contentType: "application/json", text };
}
