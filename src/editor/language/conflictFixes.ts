import * as vscode from "vscode";
import { parseJsonDocument, printJsonDocument } from "../../core/codec/jsonCodec.ts";
import type { Entry } from "../../core/model/entry.ts";
import { artifactScheme } from "../../core/uri.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { conflictCode } from "./artifactDiagnostics.ts";

const chooseMineCommand = "artifactDesk.conflict.chooseMine";

/** The quick fixes of entries that wait for a decision: «Use Mine» keeps the text, «Use Theirs» replaces the entry. */
export function registerConflictFixes(documents: ArtifactDocuments): vscode.Disposable {
  const provider = vscode.languages.registerCodeActionsProvider(
    { scheme: artifactScheme },
    { provideCodeActions: (text, _range, context) => fixes(documents, text, context) },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
  const command = vscode.commands.registerCommand(chooseMineCommand, async (uri: vscode.Uri, fieldId: number) => {
    await documents.at(uri)?.copy.chooseMine(uri.toString(), fieldId);
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
  const { entries } = parseJsonDocument(text.getText());
  const located = new Map(entries.map((entry) => [entry.fieldId, entry]));
  return document.copy.unsettled(text.uri.toString(), entries).flatMap(({ fieldId, label, theirs }) => {
    const entry = located.get(fieldId);
    const mark = entry && marks.find((one) => one.range.start.isEqual(text.positionAt(entry.offset)));
    if (!entry || !mark) {
      return [];
    }
    const mine = new vscode.CodeAction(`Use Mine for “${label}”`, vscode.CodeActionKind.QuickFix);
    mine.diagnostics = [mark];
    mine.command = { command: chooseMineCommand, title: mine.title, arguments: [text.uri, fieldId] };
    if (!theirs) {
      return [mine];
    }
    const take = new vscode.CodeAction(`Use Theirs for “${label}”`, vscode.CodeActionKind.QuickFix);
    take.diagnostics = [mark];
    take.edit = new vscode.WorkspaceEdit();
    take.edit.replace(text.uri, mark.range, entryText(theirs));
    return [mine, take];
  });
}

/** An entry as it stands in a document's text, at its indentation. */
function entryText(entry: Entry): string {
  const [, , ...lines] = printJsonDocument([entry]).split("\n");
  return lines.slice(0, -3).join("\n").trim();
}
