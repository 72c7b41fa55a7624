import * as vscode from "vscode";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { onOneLine, withoutControls } from "../../core/util/plainLabel.ts";

export interface LineNote {
  readonly line: number;
  readonly words: string;
}

/**
 * Words behind lines of texts, in none of them. They are decorations: an inlay hint counts for where a line wraps, is
 * cut off at some forty letters, and goes with the names where a person switches hints off.
 */
export class LineNotes extends DisposableOwner {
  readonly #type = this.disposables.add(
    vscode.window.createTextEditorDecorationType({
      after: { color: new vscode.ThemeColor("descriptionForeground"), margin: "0 0 0 2em", fontStyle: "italic" },
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    }),
  );

  /** Shows these notes in an editor, and no others; one for each line. */
  show(editor: vscode.TextEditor, notes: readonly LineNote[]): void {
    editor.setDecorations(
      this.#type,
      notes.map(({ line, words }) => {
        const { end } = editor.document.lineAt(line).range;
        const contentText = onOneLine(withoutControls(words));
        return { range: new vscode.Range(end, end), renderOptions: { after: { contentText } } };
      }),
    );
  }
}
