import * as vscode from "vscode";
import { artifactScheme, type FieldLanguage } from "../../core/uri.ts";
import { fieldLanguage } from "../../core/workingCopy/textForm.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { uriOf } from "../resourceUri.ts";

const openLongTextCommand = "artifactDesk.openLongText";

const languageNames: Readonly<Record<FieldLanguage, string>> = { md: "Markdown", html: "HTML", txt: "Plain Text" };

/** Above each long text in a document: a way to an editor of its own. */
export function registerLongTexts(documents: ArtifactDocuments): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const settled = documents.onDidSettle(() => changed.fire());
  const provider = vscode.languages.registerCodeLensProvider(
    { scheme: artifactScheme, pattern: "**/*.artifact.{json,xml}" },
    { onDidChangeCodeLenses: changed.event, provideCodeLenses: (text) => lensesOf(documents, text) },
  );
  const command = vscode.commands.registerCommand(openLongTextCommand, openLongText);
  return vscode.Disposable.from(provider, command, settled, changed);
}

function lensesOf(documents: ArtifactDocuments, text: vscode.TextDocument): vscode.CodeLens[] {
  const document = documents.at(text.uri);
  const base = document?.copy.base;
  if (!document || !base) {
    return [];
  }
  const fields = new Map(base.fields.map((field) => [field.fieldId, field]));
  const { entries } = document.form.parse(text.getText(), base);
  return entries.flatMap((entry) => {
    const field = fields.get(entry.fieldId);
    const language = field && fieldLanguage(field);
    if (!language) {
      return [];
    }
    const at = text.positionAt(entry.offset);
    const lens = new vscode.CodeLens(new vscode.Range(at, at), {
      title: `Open “${field.label || field.fieldId}” as ${languageNames[language]}`,
      command: openLongTextCommand,
      arguments: [document.connectionId, document.artifactId, entry.fieldId, language, field.label],
    });
    return [lens];
  });
}

async function openLongText(
  connectionId: string,
  artifactId: number,
  fieldId: number,
  language: FieldLanguage,
  label: string,
): Promise<void> {
  const uri = uriOf(connectionId, { kind: "field", artifactId, fieldId, language });
  await vscode.commands.executeCommand("vscode.open", uri, { preview: false }, `#${artifactId} ${label}`);
}
