import { type TextDocument, window, workspace } from "vscode";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { saveText, whileSaved } from "../text/saveText.ts";

/** Saves a draft. VS Code writes a document with nothing unsaved only when an editor shows it. */
export async function saveAnyhow(text: TextDocument): Promise<void> {
  if (isUnsaved(text)) {
    await saveText(text);
    return;
  }
  await window.showTextDocument(text, { preview: false });
  await whileSaved(text, () => workspace.save(text.uri));
}
