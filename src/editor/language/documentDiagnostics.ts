import * as vscode from "vscode";
import { checkDocument, type Finding } from "../../core/language/findings.ts";
import { documentFinding } from "../../core/sentences/documents.ts";
import { diagnostic } from "../text/marks.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { TextDiagnostics } from "../text/textDiagnostics.ts";
import type { LanguageDocuments } from "./knownDocuments.ts";

/** Marks what is wrong with the texts of documents that hold entries. */
export function markFindings(documents: LanguageDocuments): vscode.Disposable {
  const kindOf = (uri: vscode.Uri) => documents.kinds.find((each) => each.has(uri));
  return new TextDiagnostics("artifactDesk", {
    onDidSettle: documents.onDidSettle,
    has: (uri) => kindOf(uri) !== undefined,
    diagnose: async (text) => {
      const opened = await documents.open(text);
      const more = kindOf(text.uri)?.more(text, opened) ?? [];
      const found = [...(opened ? checkDocument(opened) : []), ...more];
      return found.map((each) => (each instanceof vscode.Diagnostic ? each : findingDiagnostic(each, text)));
    },
  });
}

/** A finding as VS Code marks it. */
export function findingDiagnostic(finding: Finding, text: vscode.TextDocument): vscode.Diagnostic {
  const { severity, about } = finding;
  return diagnostic(rangeOf(text, finding), documentFinding(about), severity, findingCode(about));
}

function findingCode(about: Finding["about"]): string {
  return about.kind === "text" || about.kind === "value" ? about.problem.code : about.kind;
}
