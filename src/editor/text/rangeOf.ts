import { Range, Selection, type TextDocument, TextEditorRevealType, window } from "vscode";
import type { Span } from "../../core/util/span.ts";

/** Gives the range of a place in a text. */
export function rangeOf(text: TextDocument, { offset, length }: Span): Range {
  return new Range(text.positionAt(offset), text.positionAt(offset + length));
}

/**
 * Moves the cursor to `at`, with all of `around` in view, wherever the text is in sight. It moves neither the focus nor
 * another tab.
 */
export function revealPlace(text: TextDocument, at: number, around: Span = { offset: at, length: 0 }): void {
  for (const editor of window.visibleTextEditors.filter(({ document }) => document === text)) {
    const place = text.positionAt(at);
    editor.selection = new Selection(place, place);
    editor.revealRange(rangeOf(text, around), TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
