import * as vscode from "vscode";
import { withoutControls, withoutIcons } from "../../core/util/plainLabel.ts";
import { escapeMarkdown, plain } from "../../core/util/plainWords.ts";

/** Makes a lens with these words, behind an icon of ours where one is named. `command` runs when it is clicked. */
export function codeLens(
  range: vscode.Range,
  words: string,
  {
    icon,
    command = "",
    args = [],
  }: { readonly icon?: string; readonly command?: string; readonly args?: unknown[] } = {},
): vscode.CodeLens {
  // A blank of another kind would not show behind an icon.
  const title = `${icon === undefined ? "" : `$(${icon})\u00a0`}${plain(words)}`;
  return new vscode.CodeLens(range, { title, command, arguments: args });
}

/** Makes a mark of ours in a text. */
export function diagnostic(
  range: vscode.Range,
  message: string,
  severity: "error" | "warning",
  code: string,
): vscode.Diagnostic {
  const made = new vscode.Diagnostic(
    range,
    plain(message),
    severity === "error" ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning,
  );
  made.source = "Artifact Desk";
  made.code = code;
  return made;
}

/** Makes a link to a command. VS Code makes Markdown of `tooltip`, in which links to all commands would work. */
export function documentLink(range: vscode.Range, target: string, tooltip: string): vscode.DocumentLink {
  const made = new vscode.DocumentLink(range, vscode.Uri.parse(target, true));
  made.tooltip = escapeMarkdown(withoutControls(tooltip));
  return made;
}

/** Makes a quick fix of `marks`, with a plain title: VS Code would draw icons of it. */
export function quickFixOf(title: string, marks: readonly vscode.Diagnostic[]): vscode.CodeAction {
  const made = new vscode.CodeAction(withoutIcons(title), vscode.CodeActionKind.QuickFix);
  made.diagnostics = [...marks];
  return made;
}
