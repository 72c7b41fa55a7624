import { withLineFeeds } from "./lines.ts";

/** A text in an editor, as VS Code tells of it. */
export interface EditedText {
  readonly isDirty: boolean;
  /** The version is another one after each change. */
  readonly version: number;
  getText(): string;
}

/** The versions of texts that VS Code calls clean, although they were changed while it stored them. */
const changedMeanwhile = new WeakMap<EditedText, number>();

/**
 * Tells whether a text has changes that are not stored. After each save VS Code tells extensions that the text is
 * clean, even where the person went on typing during the save, and corrects that only with the next change. So
 * `isDirty` alone is not enough.
 */
export function isUnsaved(text: EditedText): boolean {
  return text.isDirty || changedMeanwhile.get(text) === text.version;
}

/** Has to be called when a save of a text ends, which has stored `stored`. */
export function noteStored(text: EditedText, stored: string): void {
  if (isSameText(text.getText(), stored)) {
    changedMeanwhile.delete(text);
  } else {
    changedMeanwhile.set(text, text.version);
  }
}

/**
 * Tells whether an editor would show two texts alike. An editor has one line ending for a whole text, and does not
 * count a byte order mark as part of it.
 */
export function isSameText(a: string, b: string): boolean {
  return a === b || normalised(a) === normalised(b);
}

function normalised(text: string): string {
  return withLineFeeds(text.replace(/^\ufeff/, ""));
}
