import { Disposable, Range, type TextEditor, ThemeColor, type Uri, window, workspace } from "vscode";
import { commentPlaceholder } from "../../core/sentences/comments.ts";

/** Shows in the empty documents of comments, in grey, how a comment is written and sent. */
export function showPlaceholders(documents: { at(uri: Uri): unknown }): Disposable {
  const grey = window.createTextEditorDecorationType({
    after: {
      // The colour of ghost text (`editorGhostText`) has no value in high contrast, and would show nothing.
      color: new ThemeColor("input.placeholderForeground"),
      contentText: commentPlaceholder(process.platform === "darwin" ? "⌘S" : "Ctrl+S"),
    },
  });
  const show = (editor: TextEditor) => {
    const { document } = editor;
    if (documents.at(document.uri)) {
      editor.setDecorations(grey, document.getText() === "" ? [new Range(0, 0, 0, 0)] : []);
    }
  };
  window.visibleTextEditors.forEach(show);
  return Disposable.from(
    grey,
    window.onDidChangeVisibleTextEditors((editors) => editors.forEach(show)),
    workspace.onDidChangeTextDocument(({ document }) =>
      window.visibleTextEditors.filter((editor) => editor.document === document).forEach(show),
    ),
  );
}
