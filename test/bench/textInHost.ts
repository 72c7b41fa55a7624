import * as vscode from "vscode";

/** A string of all artifacts that are saved. */
export const savedField = 1202;

/** The document with a change that is not saved. */
export async function changed(address: string): Promise<vscode.TextDocument> {
  const text = await vscode.workspace.openTextDocument(vscode.Uri.parse(address));
  await vscode.window.showTextDocument(text, { preview: false });
  const value = new RegExp(`"field_id": ${savedField},[^}]*?"value": "((?:[^"\\\\]|\\\\.)*)"`, "d").exec(
    text.getText(),
  );
  const [start = 0, end = 0] = value?.indices?.[1] ?? [];
  const range = new vscode.Range(text.positionAt(start), text.positionAt(end));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(text.uri, range, `Saved at ${performance.now()}`);
  await vscode.workspace.applyEdit(edit);
  return text;
}

/** Lets what an earlier work left behind in the editor come to its end. */
export function rested(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 150));
}
