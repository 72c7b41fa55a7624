import type { DocumentEntries } from "../../core/codec/documentEntries.ts";
import type { DocumentCodec } from "../../core/codec/formatCodec.ts";
import type { DocumentFormat } from "../../core/model/uri.ts";
import type { ArtifactTypes } from "../../core/workingCopy/artifactTypes.ts";
import type { TextForm } from "../../core/workingCopy/textForm.ts";
import type { GuardedDocument } from "./guardedDocument.ts";

/** A document of an artifact. */
export interface ArtifactDocument extends GuardedDocument<ArtifactTypes> {
  readonly artifactId: number;
  /** It is undefined for a single field's text. */
  readonly format: DocumentFormat | undefined;
  /** Reads and prints the format; it is undefined until it is loaded, and for a single field's text. */
  readonly codec: DocumentCodec | undefined;
  readonly form: TextForm;
  /** Tells what a text of the document says, with places. Never throws. */
  parse(text: string): DocumentEntries;
}

/** Gives the entries of a text that wait for a decision, with their places. */
export function unsettledEntries({ copy, key, parse }: ArtifactDocument, text: string) {
  const { entries } = parse(text);
  const located = new Map(entries.map((entry) => [entry.fieldId, entry]));
  return copy.unsettled(key, entries).flatMap((unsettled) => {
    const entry = located.get(unsettled.fieldId);
    return entry ? [{ ...unsettled, entry }] : [];
  });
}
