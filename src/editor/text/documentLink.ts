import * as vscode from "vscode";
import { escapeMarkdown } from "../../core/util/plainWords.ts";
import { withoutControls } from "../../core/util/withoutControls.ts";

/** A link to a command in a text. VS Code makes Markdown of `tooltip`, in which links to all commands are live. */
export function documentLink(range: vscode.Range, target: string, tooltip: string): vscode.DocumentLink {
  const made = new vscode.DocumentLink(range, vscode.Uri.parse(target, true));
  made.tooltip = escapeMarkdown(withoutControls(tooltip));
  return made;
}
