import { commands, type TextDocument, type Uri, window, workspace } from "vscode";
import { endIntent, intendSave } from "../../core/util/saveIntents.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { openText } from "./openText.ts";
import { activeUri } from "./resourceUri.ts";

/** Saves a text for a command of ours that a person has called. Gives false where it was not saved. */
export async function saveText(text: TextDocument): Promise<boolean> {
  return await whileSaved(text, () => text.save());
}

/**
 * Saves what is unsaved of some documents, for a command of ours that a person has called: all at once, so that what is
 * typed while one is stored goes along with none. VS Code tells what keeps one from being saved.
 */
export async function saveTexts(uris: readonly Uri[]): Promise<void> {
  const texts = uris.map(openText).filter((text) => text !== undefined);
  await Promise.all(texts.filter(isUnsaved).map(saveText));
}

/** Runs `save`, which has VS Code write `text`. That write counts as asked for, whether or not VS Code announces it. */
async function whileSaved<T>(text: TextDocument, save: () => PromiseLike<T>): Promise<T> {
  const intent = intendSave(text);
  try {
    return await save();
  } finally {
    endIntent(text, intent);
  }
}

/**
 * Does on our documents what the key of VS Code's *Save without Formatting* does. It runs VS Code's own command, which
 * announces no save.
 */
export async function saveWithoutFormatting(): Promise<void> {
  const uri = activeUri();
  const text = uri && openText(uri);
  const save = () => commands.executeCommand("workbench.action.files.saveWithoutFormatting");
  await (text ? whileSaved(text, save) : save());
}

/** Saves a draft. VS Code writes a document with nothing unsaved only when an editor shows it. */
export async function saveAnyhow(text: TextDocument): Promise<void> {
  if (isUnsaved(text)) {
    await saveText(text);
    return;
  }
  await window.showTextDocument(text, { preview: false });
  await whileSaved(text, () => workspace.save(text.uri));
}
