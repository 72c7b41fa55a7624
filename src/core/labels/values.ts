import { t } from "@vscode/l10n";

/** A field without a value. */
export const none = t("None");

/** A field of which the service tells no label. */
export function unnamedField(fieldId: number): string {
  return t("Field {fieldId}", { fieldId });
}

/** A tracker of which only the number is known. */
export function trackerByNumber(trackerId: number): string {
  return t("Tracker {trackerId}", { trackerId });
}

/** A project of which only the number is known. */
export function projectByNumber(projectId: number): string {
  return t("Project {projectId}", { projectId });
}

// Groups that each project has; the service gives no names of theirs.
export const projectMembers = t("Project members");
export const projectAdministrators = t("Project administrators");
export const registeredUsers = t("Registered users");
export const allUsers = t("All users");

// What is pasted without a name, at the beginning of the name it is given.
export const screenshot = t("Screenshot");
export const pasted = t("Pasted");

/** A status as rows and pages say it: `Fixed (closed)`. Its own name may say that it is closed. */
export function statusName(label: string, isClosed: boolean): string {
  return isClosed && !/^closed$/i.test(label) ? t("{label} (closed)", { label }) : label;
}

// What is offered at a place in a text.

export const markdown = t("Markdown");
export const html = t("HTML");
export const plainText = t("Plain Text");
export const today = t("Today");
export const tomorrow = t("Tomorrow");
export const asOnService = t("As on the service");

/** A value of an open list that is not among its values; `typed` may be empty. */
export function newValue(typed: string): string {
  return typed === "" ? t("New value…") : t("New value “{typed}”", { typed });
}
