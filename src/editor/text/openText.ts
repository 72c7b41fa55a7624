import { type TextDocument, type Uri, workspace } from "vscode";

/** The document at `uri` as it is open in the editor; undefined when it is not. */
export function openText(uri: Uri): TextDocument | undefined {
  const key = uri.toString();
  return workspace.textDocuments.find((text) => text.uri.toString() === key && !text.isClosed);
}
