import { Selection, type TextDocument, TextEditorRevealType, window } from "vscode";
import type { Span } from "../../core/util/span.ts";
import { rangeOf } from "./rangeOf.ts";

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
