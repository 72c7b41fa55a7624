import * as vscode from "vscode";
import { changedSpan } from "../../core/util/changedSpan.ts";
import { withLineFeeds } from "../../core/util/lines.ts";
import { rangeOf } from "./rangeOf.ts";

/** An edit is tried this often: VS Code refuses one where somebody has typed since it was made. */
const maxTries = 5;

/**
 * Makes the text of a document what `change` makes of it, in one edit, which is one step to undo. `change` is asked
 * again where the person typed in that very moment, so that their words stay. Gives false where VS Code did not let it.
 */
export async function replaceText(document: vscode.TextDocument, change: (text: string) => string): Promise<boolean> {
  for (let tries = 0; tries < maxTries; tries++) {
    const edit = replacement(document, change(document.getText()));
    if (edit.size === 0 || (await vscode.workspace.applyEdit(edit))) {
      return true;
    }
  }
  return false;
}

/** Gives the edit that replaces what differs between the document's text and `text`; it is empty when nothing does. */
export function replacement(document: vscode.TextDocument, text: string): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  const before = document.getText();
  const after = document.eol === vscode.EndOfLine.CRLF ? text.replace(/\r?\n/g, "\r\n") : withLineFeeds(text);
  if (before === after) {
    return edit;
  }
  const changed = changedSpan(before, after);
  edit.replace(document.uri, rangeOf(document, changed), changed.text);
  return edit;
}
