import type { TextDocument, Uri } from "vscode";
import type { KindTypes, SaveOutcome } from "../../core/workingCopy/kindTypes.ts";
import type { NoText, PrintedText } from "../../core/workingCopy/textForm.ts";
import type { CopiesOfConnection, WorkingCopies } from "../../core/workingCopy/workingCopies.ts";
import type { WorkingCopy } from "../../core/workingCopy/workingCopy.ts";

/**
 * A document that is saved over a base: it knows its place, the working copy behind it, and what its text stands for.
 */
export interface GuardedDocument<T extends KindTypes> {
  readonly uri: Uri;
  /** Its name in the working copy: the URI as text. */
  readonly key: string;
  readonly connectionId: string;
  readonly copy: WorkingCopy<T>;
  /** Gives what a text of the document says; undefined while that cannot be sent as it stands. */
  mineIn(text: string): T["mine"] | undefined;
  /** Prints the text that shows `base`. */
  print(base: T["base"]): PrintedText;
  /** Gives `text` with the changes of a merge; the rest of it stays as it is, where the form allows that. */
  withMerge(text: string, merge: T["merge"]): string;
}

/** A document that is open in the editor. */
export interface OpenText<D> {
  readonly document: D;
  readonly text: TextDocument;
}

/** Tells of the saves of a document. */
export interface Saves {
  /** Counts the saves that were stored from here. */
  storedCount(): number;
  /** Tells whether a save of `text`, which the document says or has said, would store nothing. */
  isStored(text: string): boolean;
}

/** A text the service refused to store. */
export interface RefusedText {
  /** The words of the refusal, with `\n` between lines. */
  readonly message: string;
  readonly text: string;
}

/** Tells what became of a text that was to be saved. */
export type TextOutcome<T extends KindTypes> =
  | SaveOutcome<T>
  /** Nothing was sent: the text is not a valid document. */
  | { readonly kind: "broken" }
  /** Nothing was stored: another program wrote the text to the file, and made it from an older version. */
  | { readonly kind: "overtaken" };

/** Tells the editor of documents how one kind of them behaves. What is left out is as for most kinds. */
export interface DocumentForm<T extends KindTypes, D extends GuardedDocument<T>> {
  readonly copies: WorkingCopies<T, CopiesOfConnection<T>>;
  /** Gives the document at `uri`; undefined when the URI names none. */
  at(uri: Uri): D | undefined;
  /** Loads what documents at `uri` need to be read and printed. */
  load?(uri: Uri): Promise<void>;
  /** Hears that VS Code reads a document that is not open. */
  opening?(document: D): void;
  /**
   * Gives what is on the service now; where it is left out the working copy reads it. Throws what a person can be told,
   * also where there is nothing to show.
   */
  readNow?(document: D, signal: AbortSignal): Promise<T["base"]>;
  isReadOnly?(document: D): boolean;
  /** Gives the error that tells why a base has no text in `document`. The texts of most kinds hold all of it. */
  unprintable?(document: D, why: NoText): Error;
  /** Gives the way in which the changes of `document` are sent. Most kinds have only one. */
  encodeFor?(document: D): Promise<T["encode"]>;
  /** Makes a save by `save`, with all that goes with it. */
  saving?(document: D, save: () => Promise<TextOutcome<T>>, signal: AbortSignal): Promise<TextOutcome<T>>;
  /** Hears that the last document of a working copy was closed. */
  closing?(document: D): void;
}
