import type { DocumentFormat } from "../model/uri.ts";
import type { KindOf } from "./documentEntries.ts";
import type { DocumentCodec } from "./formatCodec.ts";
import { jsonCodec } from "./jsonCodec.ts";
import type { Problem, XmlProblem } from "./problem.ts";
import { maxDocumentLength } from "./textTree.ts";

/** Gives the codec of a format. That of XML, with its parser, is loaded when it is first asked for. */
export async function documentCodec(format: DocumentFormat): Promise<DocumentCodec> {
  return format === "json" ? jsonCodec : (await import("./xmlCodec.ts")).xmlCodec;
}

type ConvertedDocument =
  | { readonly kind: "converted"; readonly text: string }
  /** The text cannot be read; the errors are among the problems. */
  | { readonly kind: "broken"; readonly problems: readonly Problem[] }
  /** The other format cannot hold some of the entries. */
  | { readonly kind: "unprintable"; readonly problems: readonly XmlProblem[] }
  /** The text would have more characters in the other format than are read. */
  | { readonly kind: "tooLong" };

/**
 * Converts the document `text` to another format: to the same entries in the same order, which mean the same, for the
 * same tracker. The layout of the text and members that are never sent are lost.
 */
export async function convertDocument(
  text: string,
  from: DocumentFormat,
  to: DocumentFormat,
  kindOf: KindOf,
): Promise<ConvertedDocument> {
  const [reader, writer] = await Promise.all([documentCodec(from), documentCodec(to)]);
  const { entries, problems, trackerId } = reader.parse(text, kindOf);
  // An entry whose value is not written yet moves over as it is.
  if (problems.some(({ severity, code }) => severity === "error" && code !== "missingValue")) {
    return { kind: "broken", problems };
  }
  const converted = writer.print(entries, trackerId);
  if (converted.length > maxDocumentLength) {
    return { kind: "tooLong" };
  }
  const unprintable = writer.unprintable(entries, kindOf);
  return unprintable.length > 0
    ? { kind: "unprintable", problems: unprintable }
    : { kind: "converted", text: converted };
}
