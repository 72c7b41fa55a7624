import { inOrder, knownMembers, memberNames, type ShownSettings } from "./settings.ts";
import { type DraftText, SettingsReader, type SettingsText } from "./settingsReader.ts";

/** The text of a document that shows `settings`: what the editor's own formatter would make of it. */
export function printSettings(settings: ShownSettings): string {
  return print({ settings: textOrder(settings) });
}

/** The text of a draft. */
export function printDraft(projectId: number, name: string, settings: ShownSettings): string {
  return print({ project_id: projectId, name, settings: textOrder(settings) });
}

function print(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function textOrder(settings: ShownSettings): ShownSettings {
  return knownMembers(inOrder(settings), memberNames);
}

/** Reads `{ "settings": { … } }`. Never throws: whatever is wrong is among the problems. */
export function parseSettings(text: string): SettingsText {
  return new SettingsReader(text).document();
}

/**
 * Reads `{ "project_id", "name", "settings" }`. The settings and each of their members may be left out
 * (test/service/README.md, SVN repositories). Never throws.
 */
export function parseDraft(text: string): DraftText {
  return new SettingsReader(text).draft();
}
