import * as vscode from "vscode";
import { plain } from "../../core/util/plainWords.ts";

/** A link in a text. VS Code makes Markdown of `tooltip`. */
export function documentLink(range: vscode.Range, target: string, tooltip: string): vscode.DocumentLink {
  const made = new vscode.DocumentLink(range, vscode.Uri.parse(target, true));
  made.tooltip = plain(tooltip);
  return made;
}
