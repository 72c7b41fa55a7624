import * as vscode from "vscode";
import type { FieldLanguage } from "../../core/model/uri.ts";
import { openTextAs } from "../../core/sentences/fields.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import { fieldLanguage } from "../../core/workingCopy/textForm.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { codeLens } from "../text/codeLens.ts";
import { uriOf } from "../text/resourceUri.ts";
import { showDocument } from "../text/showDocument.ts";
import { entriesSelector, type LanguageDocuments } from "./knownDocuments.ts";

const openLongTextCommand = "artifactDesk.openLongText";

/** Above each long text in a document: a way to an editor of its own. */
export function registerLongTexts(documents: ArtifactDocuments, texts: LanguageDocuments): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const settled = documents.onDidSettle(() => changed.fire());
  const provider = vscode.languages.registerCodeLensProvider(entriesSelector, {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (text) => lensesOf(documents, texts, text),
  });
  const command = vscode.commands.registerCommand(openLongTextCommand, openFieldText);
  return vscode.Disposable.from(provider, command, settled, changed);
}

async function lensesOf(
  documents: ArtifactDocuments,
  texts: LanguageDocuments,
  text: vscode.TextDocument,
): Promise<vscode.CodeLens[]> {
  const opened = await texts.open(text);
  const document = documents.at(text.uri);
  const base = document?.copy.base;
  if (!opened || !document || !base) {
    return [];
  }
  const fields = new Map(base.fields.map((field) => [field.fieldId, field]));
  const { entries } = opened.read.entries(opened.fields.kindOf);
  return entries.flatMap((entry) => {
    const field = fields.get(entry.fieldId);
    const language = field && fieldLanguage(field);
    if (!language) {
      return [];
    }
    const at = text.positionAt(entry.offset);
    const lens = codeLens(
      new vscode.Range(at, at),
      openTextAs(plainLabel(field.label) || String(field.fieldId), language),
      {
        command: openLongTextCommand,
        args: [document.connectionId, document.artifactId, entry.fieldId, language, field.label],
      },
    );
    return [lens];
  });
}

/** Opens a long text in an editor of its own. */
export async function openFieldText(
  connectionId: string,
  artifactId: number,
  fieldId: number,
  language: FieldLanguage,
  label: string,
): Promise<void> {
  const uri = uriOf(connectionId, { kind: "field", artifactId, fieldId, language });
  await showDocument(uri, { preview: false }, `#${artifactId} ${label}`);
}
