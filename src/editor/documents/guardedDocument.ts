import type { TextDocument, Uri } from "vscode";
import type { KindTypes } from "../../core/workingCopy/kindTypes.ts";
import type { PrintedText } from "../../core/workingCopy/textForm.ts";
import type { WorkingCopy } from "../../core/workingCopy/workingCopy.ts";

/** A document that is saved over a base: where it is, the working copy behind it, and how its text stands for that. */
export interface GuardedDocument<T extends KindTypes> {
  readonly uri: Uri;
  /** Its name in the working copy: the URI as text. */
  readonly key: string;
  readonly connectionId: string;
  readonly copy: WorkingCopy<T>;
  /** Tells what a text of it says; undefined while that cannot be sent as it stands. */
  mineIn(text: string): T["mine"] | undefined;
  /** The text that shows `base`. */
  print(base: T["base"]): PrintedText;
  /** `text` with what a merge makes of it; the rest of it stays as it is, where the form allows that. */
  withMerge(text: string, merge: T["merge"]): string;
}

/** A document that is open in the editor. */
export interface OpenText<D> {
  readonly document: D;
  readonly text: TextDocument;
}

/** A text the service refused to store. */
export interface RefusedText {
  /** What it said, lines parted by `\n`. */
  readonly message: string;
  readonly text: string;
}
