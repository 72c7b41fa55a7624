import * as vscode from "vscode";
import { checkDocument } from "../../core/language/findings.ts";
import type { Fix } from "../../core/language/fix.ts";
import { fixesOfAll } from "../../core/language/fixes.ts";
import { quickFix } from "../../core/sentences/quickFixes.ts";
import { quickFixOf } from "../text/quickFix.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { findingDiagnostic } from "./documentDiagnostics.ts";
import { entriesSelector, type LanguageDocuments } from "./knownDocuments.ts";

/** The quick fixes of what is wrong with documents; those of conflicts are `registerConflictChoices`. */
export function registerQuickFixes(documents: LanguageDocuments): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    entriesSelector,
    {
      provideCodeActions: async (text, asked, { diagnostics }, token) => {
        const opened = await documents.open(text);
        if (!opened || token.isCancellationRequested) {
          return [];
        }
        const { read, fields, codec } = opened;
        const findings = checkDocument(opened).filter((finding) => rangeOf(text, finding).intersection(asked));
        return fixesOfAll(findings, read, fields, codec).flatMap(({ finding, fixes }) => {
          const { code, range } = findingDiagnostic(finding, text);
          const marks = diagnostics.filter((each) => each.code === code && each.range.isEqual(range));
          return fixes.map((fix) => actionOf(fix, text, marks));
        });
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}

function actionOf(fix: Fix, text: vscode.TextDocument, marks: readonly vscode.Diagnostic[]): vscode.CodeAction {
  const action = quickFixOf(quickFix(fix.about), marks);
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(text.uri, rangeOf(text, fix.replace), fix.text);
  action.isPreferred = fix.isPreferred;
  return action;
}
