import { hasConflictMarks } from "../merge/mergeText.ts";
import { inOrder, knownMembers, memberNames, type ShownSettings, type TextSettings } from "./settings.ts";
import { type DraftText, SettingsReader, type SettingsText } from "./settingsReader.ts";

/** Gives the text of a document that shows `settings`, in the form that the editor's own formatter gives it. */
export function printSettings(settings: ShownSettings): string {
  return print({ settings: textOrder(settings) });
}

/** Gives the text of a draft. */
export function printDraft(projectId: number, name: string, settings: ShownSettings): string {
  return print({ project_id: projectId, name, settings: textOrder(settings) });
}

function print(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function textOrder(settings: ShownSettings): ShownSettings {
  return knownMembers(inOrder(settings), memberNames);
}

/** Reads `{ "settings": { … } }`. It never throws: whatever is wrong is among the problems. */
export function parseSettings(text: string): SettingsText {
  return new SettingsReader(text).document();
}

/**
 * Reads `{ "project_id", "name", "settings" }`. The settings and each of their members may be left out
 * (test/service/README.md, SVN repositories). It never throws.
 */
export function parseDraft(text: string): DraftText {
  return new SettingsReader(text).draft();
}

/** Turns settings into a text, and back. */
export interface SettingsForm {
  /** Names the document among those of one repository. */
  readonly name: "settings" | "accessFile";
  /** Gives the text for `settings`, which have at least the members that `read` gives. */
  print(settings: TextSettings): string;
  /** Tells what the text says; undefined when it cannot be sent as it stands. */
  read(text: string): TextSettings | undefined;
}

/** This form has all settings, as JSON. */
export const settingsForm: SettingsForm = {
  name: "settings",
  print: (settings) => printSettings(settings as ShownSettings),
  read: (text) => parseSettings(text).settings,
};

/**
 * This form has the access file alone. Its last line ends with a line break, as in any text file; on the service it
 * ends without one, as the service trims what it stores.
 */
export const accessFileForm: SettingsForm = {
  name: "accessFile",
  print: ({ access_file: text = "" }) => (text === "" ? "" : `${text}${text.includes("\r\n") ? "\r\n" : "\n"}`),
  read: (text) => (hasConflictMarks(text) ? undefined : { access_file: text.replace(/\r?\n$/, "") }),
};
