import * as vscode from "vscode";
import { plain } from "../../core/util/plainWords.ts";

/** A mark of ours in a text. */
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
