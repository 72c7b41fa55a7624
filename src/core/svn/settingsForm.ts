import { hasConflictMarks } from "../merge/mergeText.ts";
import type { ShownSettings, TextSettings } from "./settings.ts";
import { parseSettings, printSettings } from "./settingsText.ts";

/** How settings are a text, and back. */
export interface SettingsForm {
  /** Names the document among those of one repository. */
  readonly name: "settings" | "accessFile";
  /** `settings` has at least the members that `read` gives. */
  print(settings: TextSettings): string;
  /** What the text says; undefined when it cannot be sent as it stands. */
  read(text: string): TextSettings | undefined;
}

/** All settings as JSON. */
export const settingsForm: SettingsForm = {
  name: "settings",
  print: (settings) => printSettings(settings as ShownSettings),
  read: (text) => parseSettings(text).settings,
};

/**
 * The access file alone. Its last line ends with a line break, as in any text file; the service, which trims what it
 * stores, has none there.
 */
export const accessFileForm: SettingsForm = {
  name: "accessFile",
  print: ({ access_file: text = "" }) => (text === "" ? "" : `${text}${text.includes("\r\n") ? "\r\n" : "\n"}`),
  read: (text) => (hasConflictMarks(text) ? undefined : { access_file: text.replace(/\r?\n$/, "") }),
};
