import * as vscode from "vscode";
import { checkDocument } from "../../core/language/findings.ts";
import type { Fix } from "../../core/language/fix.ts";
import { findFixes } from "../../core/language/fixes.ts";
import { withoutControls } from "../../core/util/withoutControls.ts";
import { findingDiagnostic, rangesIn } from "./documentDiagnostics.ts";
import { entriesSelector, type LanguageDocuments } from "./knownDocuments.ts";

/** The quick fixes of what is wrong with documents; those of conflicts are `registerConflictFixes`. */
export function registerQuickFixes(documents: LanguageDocuments): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    entriesSelector,
    {
      provideCodeActions: async (text, asked, { diagnostics }, token) => {
        const opened = await documents.open(text);
        if (!opened || token.isCancellationRequested) {
          return [];
        }
        const { known, read } = opened;
        const range = rangesIn(text);
        return checkDocument({ read, ...known }).flatMap((finding) => {
          const at = range(finding.offset, finding.length);
          if (!at.intersection(asked)) {
            return [];
          }
          const { code } = findingDiagnostic(finding, range);
          const marks = diagnostics.filter((each) => each.code === code && each.range.isEqual(at));
          return findFixes(finding, read, known.fields, known.codec).map((fix) => actionOf(fix, text, range, marks));
        });
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}

function actionOf(
  fix: Fix,
  text: vscode.TextDocument,
  range: ReturnType<typeof rangesIn>,
  marks: vscode.Diagnostic[],
): vscode.CodeAction {
  const action = new vscode.CodeAction(titleOf(fix.about), vscode.CodeActionKind.QuickFix);
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(text.uri, range(fix.replace.offset, fix.replace.length), fix.text);
  action.isPreferred = fix.isPreferred;
  action.diagnostics = marks;
  return action;
}

function titleOf(about: Fix["about"]): string {
  switch (about.kind) {
    case "useField":
    case "useOption":
      return `Use ${withoutControls(about.id)} (“${withoutControls(about.label)}”)`;
    case "useLabel":
      return `Use the Label “${withoutControls(about.label)}”`;
    case "splitLabel":
      return about.count === 1 ? "Leave Out the Comma" : `Make ${about.count} Values of It`;
    case "removeEntry":
      return `Remove This Entry of “${withoutControls(about.label)}”`;
    case "removeMember":
      return `Remove “${withoutControls(about.name)}”`;
    case "removeLink":
      return "Remove This Link";
    case "makeText":
      return "Make It a Text";
    case "makeNumber":
      return "Make It a Number";
    case "makeList":
      return "Make It a List";
  }
}
