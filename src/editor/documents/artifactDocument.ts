import type { Uri } from "vscode";
import type { DocumentCodec } from "../../core/codec/documentCodec.ts";
import type { DocumentEntries } from "../../core/codec/documentEntries.ts";
import type { Entry } from "../../core/model/entry.ts";
import type { DocumentFormat } from "../../core/model/uri.ts";
import type { ArtifactCopy } from "../../core/workingCopy/artifactKind.ts";
import type { TextForm } from "../../core/workingCopy/textForm.ts";

/** A document of an artifact: where it is, the working copy behind it, and how its text stands for that. */
export interface ArtifactDocument {
  readonly uri: Uri;
  /** Its name in the working copy: the URI as text. */
  readonly key: string;
  readonly connectionId: string;
  readonly artifactId: number;
  /** Undefined for a single field's text. */
  readonly format: DocumentFormat | undefined;
  /** Of the format; undefined too until it is loaded. */
  readonly codec: DocumentCodec | undefined;
  readonly copy: ArtifactCopy;
  readonly form: TextForm;
  /** What a text of it says, with places. Never throws. */
  parse(text: string): DocumentEntries;
  read(text: string): TextReading;
}

/** What a text says: its entries, or that it cannot be sent as it stands. */
export type TextReading =
  | { readonly kind: "entries"; readonly entries: readonly Entry[] }
  | { readonly kind: "broken" };
