import * as vscode from "vscode";
import type { Entry } from "../../core/model/entry.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { useMine, useTheirs } from "../../core/sentences/quickFixes.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { replacement } from "../text/replaceText.ts";
import { conflictCode } from "./artifactLanguage.ts";

const chooseMineCommand = "artifactDesk.conflict.chooseMine";

/** The quick fixes of entries that wait for a decision: «Use Mine» keeps the text, «Use Theirs» replaces the entry. */
export function registerConflictFixes(documents: ArtifactDocuments): vscode.Disposable {
  const provider = vscode.languages.registerCodeActionsProvider(
    { scheme: artifactScheme },
    { provideCodeActions: (text, _range, context) => fixes(documents, text, context) },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
  const command = vscode.commands.registerCommand(chooseMineCommand, async (uri: vscode.Uri, fieldId: number) => {
    const document = documents.at(uri);
    await document?.copy.chooseMine(document.key, fieldId);
    documents.settled(uri);
  });
  return vscode.Disposable.from(provider, command);
}

function fixes(
  documents: ArtifactDocuments,
  text: vscode.TextDocument,
  context: vscode.CodeActionContext,
): vscode.CodeAction[] {
  const document = documents.at(text.uri);
  const marks = context.diagnostics.filter((diagnostic) => diagnostic.code === conflictCode);
  if (!document || marks.length === 0) {
    return [];
  }
  const source = text.getText();
  const { entries } = document.parse(source);
  const located = new Map(entries.map((entry) => [entry.fieldId, entry]));
  return document.copy.unsettled(document.key, entries).flatMap(({ fieldId, label, mine, theirs }) => {
    const entry = located.get(fieldId);
    const mark = entry && marks.find((one) => one.range.start.isEqual(text.positionAt(entry.offset)));
    if (!mark) {
      return [];
    }
    const fix = (title: string, chosen: Entry) => {
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.diagnostics = [mark];
      const after = document.form.edit(source, [{ kind: "set", entry: chosen }]);
      if (after !== source) {
        action.edit = replacement(text, after);
      }
      return action;
    };
    const mineFix = fix(useMine(label || fieldId), mine);
    mineFix.command = { command: chooseMineCommand, title: mineFix.title, arguments: [text.uri, fieldId] };
    return theirs ? [mineFix, fix(useTheirs(label || fieldId), theirs)] : [mineFix];
  });
}
