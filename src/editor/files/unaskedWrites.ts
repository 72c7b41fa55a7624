import { type TextDocument, TextDocumentSaveReason, type Uri, window, workspace } from "vscode";
import { sendButton, showChangesButton } from "../../core/labels/buttons.ts";
import { notSent } from "../../core/sentences/files.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { warn } from "../dialog/present.ts";
import type { Services } from "../services/services.ts";
import { openText } from "../text/openText.ts";
import { saveText } from "../text/saveText.ts";
import type { SideBySide } from "../text/sideBySide.ts";
import type { VirtualFile } from "./virtualFile.ts";

/** Tells of unsaved texts that were to be written though nobody had asked for it, and lets the person send them. */
export class UnaskedWrites {
  readonly #view: SideBySide;
  readonly #logFailure: Services["logFailure"];
  /** The texts of which a message stands on screen. */
  readonly #told = new Set<string>();

  /** `view` shows what a text was made from beside it. */
  constructor(view: SideBySide, logFailure: Services["logFailure"]) {
    this.#view = view;
    this.#logFailure = logFailure;
  }

  /** Tells of the text at `uri`, and returns at once. While a message of that text stands, no other is shown. */
  tell(file: VirtualFile, uri: Uri): void {
    const key = uri.toString();
    if (!this.#told.has(key)) {
      this.#told.add(key);
      this.#offer(file, uri)
        .catch((error: unknown) => this.#logFailure(`Offering to send ${file.name}`, error))
        .finally(() => this.#told.delete(key));
    }
  }

  async #offer(file: VirtualFile, uri: Uri): Promise<void> {
    let chosen = await warn(notSent(file.name), sendButton, showChangesButton);
    if (chosen === showChangesButton) {
      await this.#show(file, uri);
      chosen = await warn(notSent(file.name), sendButton);
    }
    const text = openText(uri);
    if (chosen === sendButton && text && isUnsaved(text)) {
      // A save that is refused tells the person so itself.
      await saveText(text);
    }
  }

  async #show(file: VirtualFile, uri: Uri): Promise<void> {
    const unchanged = await file.unchanged?.();
    if (unchanged === undefined) {
      await window.showTextDocument(uri, { preview: false });
    } else {
      await this.#view.show(uri, unchanged, file.name);
    }
  }
}

/**
 * Tells whether a person wants the save of `text` that VS Code announces: it was asked for, or the person's own
 * settings have VS Code save texts of this language by itself. Defaults do not count, whoever sets them.
 */
export function isPersonsSave(text: TextDocument, reason: TextDocumentSaveReason): boolean {
  if (reason === TextDocumentSaveReason.Manual) {
    return true;
  }
  const found = workspace.getConfiguration("files", text).inspect<string>("autoSave");
  // VS Code reads settings so: what is set for a language, even a default, goes before what is set for all languages.
  const ofLanguage = found?.workspaceFolderLanguageValue ?? found?.workspaceLanguageValue ?? found?.globalLanguageValue;
  const ofAll = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
  const chosen = ofLanguage ?? (found?.defaultLanguageValue === undefined ? ofAll : undefined);
  return chosen !== undefined && chosen !== "off";
}
