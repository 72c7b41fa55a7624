import type { Disposable } from "vscode";
import * as vscode from "vscode";
import { checkDocument, type Finding } from "../../core/language/findings.ts";
import type { Fix } from "../../core/language/fix.ts";
import { fixesOfAll } from "../../core/language/fixes.ts";
import type { Entry } from "../../core/model/entry.ts";
import { documentFinding } from "../../core/sentences/documents.ts";
import { quickFix, useMine, useTheirs } from "../../core/sentences/quickFixes.ts";
import { registerConflictChoices } from "../conflict/conflictChoices.ts";
import { unsettledEntries } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { diagnostic, quickFixOf } from "../text/marks.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { TextDiagnostics } from "../text/textDiagnostics.ts";
import { entriesSelector, type LanguageDocuments } from "./entryDocuments.ts";

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

/** Makes the diagnostic by which VS Code marks a finding. */
function findingDiagnostic(finding: Finding, text: vscode.TextDocument): vscode.Diagnostic {
  const { severity, about } = finding;
  return diagnostic(rangeOf(text, finding), documentFinding(about), severity, findingCode(about));
}

function findingCode(about: Finding["about"]): string {
  return about.kind === "text" || about.kind === "value" ? about.problem.code : about.kind;
}

/** Offers quick fixes of what is wrong with documents; those of conflicts come from `registerConflictChoices`. */
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

/** Shows the choices of entries that wait for a decision. */
export function registerArtifactFixes(documents: ArtifactDocuments): Disposable {
  return registerConflictChoices("artifactDesk.conflict.chooseMine", documents.editor, (document, text) => {
    const source = text.getText();
    const textWith = (entry: Entry) => document.form.edit(source, [{ kind: "set", entry }]);
    return unsettledEntries(document, source).map(({ fieldId, label, mine, theirs, isMarked, entry }) => {
      const marked = text.positionAt(entry.valueSpan.offset);
      return {
        key: fieldId,
        useMine: useMine(label || fieldId),
        useTheirs: useTheirs(label || fieldId),
        isOfMarks: isMarked,
        isMarkedBy: ({ range }) => range.start.isEqual(marked),
        offset: entry.offset,
        valueOffset: entry.valueSpan.offset,
        // Where the marks do not tell whose lines are whose, the person takes them out by hand.
        mine: isMarked && !theirs ? undefined : () => textWith(mine),
        theirs: theirs && (() => textWith(theirs)),
      };
    });
  });
}
