import type { Entry } from "../model/entry.ts";
import type { DocumentFormat } from "../uri.ts";
import type { DocumentEntries, KindOf } from "./documentEntries.ts";
import type { EntryChange } from "./entryChange.ts";
import { jsonCodec } from "./jsonDocumentCodec.ts";
import type { Problem } from "./problem.ts";
import type { ReadDocument } from "./readDocument.ts";
import type { SnippetPart } from "./snippet.ts";
import type { TextPlace } from "./textPlace.ts";
import type { XmlProblem } from "./xmlCodec.ts";

/** What can be done with the documents of a format. */
export interface DocumentCodec {
  /** The entries of a text. Never throws: whatever is wrong is among the problems. */
  parse(text: string, kindOf: KindOf): DocumentEntries;
  /** The same text for the same entries; that of a draft names its tracker. */
  print(entries: readonly Entry[], trackerId?: number): string;
  /** Why `entries` cannot be printed in this format; nothing else may be done about it than not to. */
  unprintable(entries: readonly Entry[], kindOf: KindOf): readonly XmlProblem[];
  /** `text` with the changes made to its entries, all else byte for byte; as it is where it cannot be read. */
  edit(text: string, changes: readonly EntryChange[]): string;
  /** The text read once, for all that is asked of it. Never throws. */
  read(text: string): ReadDocument;
  /** What stands, or would stand, where the cursor is; undefined inside of what is no part of a document. */
  placeAt(text: string, offset: number): TextPlace | undefined;
  /** What is put in at a place, as a snippet with `$1`; indented with tabs, for the editor to lay out. */
  snippet(part: SnippetPart): string;
}

/** The codec of a format. That of XML, with its parser, is loaded when it is first asked for. */
export async function documentCodec(format: DocumentFormat): Promise<DocumentCodec> {
  return format === "json" ? jsonCodec : (await import("./xmlDocumentCodec.ts")).xmlCodec;
}

export type ConvertedDocument =
  | { readonly kind: "converted"; readonly text: string }
  /** The text cannot be read; the errors are among the problems. */
  | { readonly kind: "broken"; readonly problems: readonly Problem[] }
  /** The other format cannot hold some of the entries. */
  | { readonly kind: "unprintable"; readonly problems: readonly XmlProblem[] };

/**
 * The document `text` in another format: the same entries in the same order, meaning the same, for the same tracker.
 * The layout of the text is lost, and members that are never sent.
 */
export async function convertDocument(
  text: string,
  from: DocumentFormat,
  to: DocumentFormat,
  kindOf: KindOf,
): Promise<ConvertedDocument> {
  const [reader, writer] = await Promise.all([documentCodec(from), documentCodec(to)]);
  const { entries, problems, trackerId } = reader.parse(text, kindOf);
  // Half an entry, without any value yet, moves over as half an entry.
  if (problems.some(({ severity, code }) => severity === "error" && code !== "missingValue")) {
    return { kind: "broken", problems };
  }
  const unprintable = writer.unprintable(entries, kindOf);
  return unprintable.length > 0
    ? { kind: "unprintable", problems: unprintable }
    : { kind: "converted", text: writer.print(entries, trackerId) };
}
