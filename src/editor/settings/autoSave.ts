import { type TextDocument, TextDocumentSaveReason, workspace } from "vscode";

/**
 * Whether a save of `text` that VS Code announces is one of a person: asked for, or made by itself since the person's
 * own settings say so for the language of the text. Defaults, of whoever, are no word of a person.
 */
export function isPersonsSave(text: TextDocument, reason: TextDocumentSaveReason): boolean {
  if (reason === TextDocumentSaveReason.Manual) {
    return true;
  }
  const found = workspace.getConfiguration("files", text).inspect<string>("autoSave");
  // As VS Code reads it: what is set for a language, be it a default, goes before what is set for all.
  const ofLanguage = found?.workspaceFolderLanguageValue ?? found?.workspaceLanguageValue ?? found?.globalLanguageValue;
  const ofAll = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
  const chosen = ofLanguage ?? (found?.defaultLanguageValue === undefined ? ofAll : undefined);
  return chosen !== undefined && chosen !== "off";
}
