import * as vscode from "vscode";

/** An edit is refused where the document has changed since it was made: as often as somebody types at that moment. */
const triesAtMost = 5;

/**
 * Makes the text of a document what `change` makes of it, in one edit, which is one step to undo. `change` is asked again
 * where the person typed in that very moment, so that what they typed stays. False where VS Code did not let it.
 */
export async function replaceText(document: vscode.TextDocument, change: (text: string) => string): Promise<boolean> {
  for (let tries = 0; tries < triesAtMost; tries++) {
    const edit = replacement(document, change(document.getText()));
    if (edit.size === 0 || (await vscode.workspace.applyEdit(edit))) {
      return true;
    }
  }
  return false;
}

/** The edit that replaces what differs between the document's text and `text`; empty when nothing does. */
export function replacement(document: vscode.TextDocument, text: string): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  const before = document.getText();
  const after = document.eol === vscode.EndOfLine.CRLF ? text.replace(/\r?\n/g, "\r\n") : text.replace(/\r\n?/g, "\n");
  if (before === after) {
    return edit;
  }
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) {
    start++;
  }
  while (start > 0 && isInsideCharacter(before, start)) {
    start--;
  }
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) {
    end++;
  }
  while (end > 0 && isInsideCharacter(before, before.length - end)) {
    end--;
  }
  edit.replace(
    document.uri,
    new vscode.Range(document.positionAt(start), document.positionAt(before.length - end)),
    after.slice(start, after.length - end),
  );
  return edit;
}

/** Between the halves of a surrogate pair or of a CRLF the editor has no position. */
function isInsideCharacter(text: string, offset: number): boolean {
  return /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(offset - 1, offset + 1));
}
