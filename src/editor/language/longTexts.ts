import * as vscode from "vscode";
import type { FieldLanguage } from "../../core/model/uri.ts";
import { openTextAs } from "../../core/sentences/fields.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import { fieldLanguage, languageOfMembers } from "../../core/workingCopy/textForm.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { Drafts } from "../drafts/drafts.ts";
import { GatheredEvent } from "../text/gatheredEvent.ts";
import { codeLens } from "../text/marks.ts";
import { uriOf } from "../text/resourceUri.ts";
import { showDocument } from "../text/showDocument.ts";
import { entriesSelector, type LanguageDocuments } from "./entryDocuments.ts";

const openLongTextCommand = "artifactDesk.openLongText";
const openDraftTextCommand = "artifactDesk.openTextOfDraft";

/** A document shows no more lenses: the window stands still for seconds where it has to find places for thousands. */
const maxLenses = 500;

/** Shows above each long text in a document a way to an editor of its own. */
export function registerLongTexts(
  documents: ArtifactDocuments,
  { documents: drafts, texts: draftTexts }: Drafts,
  texts: LanguageDocuments,
): vscode.Disposable {
  const changed = new GatheredEvent();
  const provider = vscode.languages.registerCodeLensProvider(entriesSelector, {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async (text) => {
      const lenses = drafts.at(text.uri) ? await ofDraft(texts, text) : lensesOf(documents, texts, text);
      return lenses.slice(0, maxLenses);
    },
  });
  return vscode.Disposable.from(
    provider,
    vscode.commands.registerCommand(openLongTextCommand, openFieldText),
    vscode.commands.registerCommand(openDraftTextCommand, draftTexts.open, draftTexts),
    documents.onDidSettle(() => changed.fire()),
    drafts.onDidSettle(() => changed.fire()),
    changed,
  );
}

async function ofDraft(texts: LanguageDocuments, text: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  const opened = await texts.open(text);
  const { entries = [] } = opened?.read.entries(opened.fields.kindOf) ?? {};
  return entries.flatMap(({ fieldId, members, offset }) => {
    const field = opened?.fields.get(fieldId);
    const language = field?.kind === "text" && field.isWritable ? languageOfMembers(members) : undefined;
    if (!field || !language) {
      return [];
    }
    const command = { command: openDraftTextCommand, args: [text.uri, fieldId, language] };
    return [lensAt(text.positionAt(offset), field, language, command)];
  });
}

/** Gives the lenses without asking the service: VS Code shows no lens of a document before it has all of them. */
function lensesOf(
  documents: ArtifactDocuments,
  texts: LanguageDocuments,
  text: vscode.TextDocument,
): vscode.CodeLens[] {
  const document = documents.at(text.uri);
  const base = document?.copy.base;
  if (!document?.codec || !base) {
    return [];
  }
  const fields = new Map(base.fields.map((field) => [field.fieldId, field]));
  return texts.read(text, document.codec).nodes.flatMap(({ entry }) => {
    const field = fields.get(entry.fieldId);
    const language = field && fieldLanguage(field);
    if (!language) {
      return [];
    }
    const args = [document.connectionId, document.artifactId, entry.fieldId, language, field.label];
    return [lensAt(text.positionAt(entry.offset), field, language, { command: openLongTextCommand, args })];
  });
}

function lensAt(
  at: vscode.Position,
  { fieldId, label }: { readonly fieldId: number; readonly label: string },
  language: FieldLanguage,
  command: Parameters<typeof codeLens>[2],
): vscode.CodeLens {
  return codeLens(new vscode.Range(at, at), openTextAs(plainLabel(label) || String(fieldId), language), command);
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
