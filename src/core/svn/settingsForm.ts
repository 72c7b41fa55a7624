import { hasConflictMarks } from "../merge/mergeText.ts";
import { type Part, type PartKey, type ShownSettings, type TextSettings, withParts } from "./settings.ts";
import { parseSettings, printSettings } from "./settingsText.ts";

/** How settings are a text, and back. */
export interface SettingsForm {
  /** Names the document among those of one repository. */
  readonly name: "settings" | "accessFile";
  /** `settings` has at least the members that `read` gives. */
  print(settings: TextSettings): string;
  /** The text of `like` with `parts` instead of its own. */
  printParts(like: TextSettings, parts: ReadonlyMap<PartKey, Part>): string;
  /** What the text says; undefined when it cannot be sent as it stands. */
  read(text: string): TextSettings | undefined;
}

/** All settings as JSON. */
export const settingsForm: SettingsForm = {
  name: "settings",
  print: printAll,
  printParts: (like, parts) => printAll(withParts(like, parts)),
  read: (text) => parseSettings(text).settings,
};

function printAll(settings: TextSettings): string {
  return printSettings(settings as ShownSettings);
}

/**
 * The access file alone. Its last line ends with a line break, as in any text file; the service, which trims what it
 * stores, has none there.
 */
export const accessFileForm: SettingsForm = {
  name: "accessFile",
  print: printAccessFile,
  printParts: (like, parts) => printAccessFile(withParts(like, parts)),
  read: (text) => (hasConflictMarks(text) ? undefined : { access_file: text.replace(/\r?\n$/, "") }),
};

function printAccessFile({ access_file: text = "" }: TextSettings): string {
  return text === "" ? "" : `${text}${text.includes("\r\n") ? "\r\n" : "\n"}`;
}
