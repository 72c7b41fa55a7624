import * as vscode from "vscode";
import { withoutIcons } from "../../core/util/plainLabel.ts";

/** A quick fix of `marks`. VS Code would draw icons of its title. */
export function quickFixOf(title: string, marks: readonly vscode.Diagnostic[]): vscode.CodeAction {
  const made = new vscode.CodeAction(withoutIcons(title), vscode.CodeActionKind.QuickFix);
  made.diagnostics = [...marks];
  return made;
}
