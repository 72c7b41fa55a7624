import { t } from "@vscode/l10n";

/** Stands for the value of a field without one. */
export const none = t("None");

/** Names a field of which the service tells no label. */
export function unnamedField(fieldId: number): string {
  return t("Field {fieldId}", { fieldId });
}

/** Names a tracker of which only the number is known. */
export function trackerByNumber(trackerId: number): string {
  return t("Tracker {trackerId}", { trackerId });
}

/** Names a project of which only the number is known. */
export function projectByNumber(projectId: number): string {
  return t("Project {projectId}", { projectId });
}

// Names of groups that each project has, and for which the service gives no names.
export const projectMembers = t("Project members");
export const projectAdministrators = t("Project administrators");
export const registeredUsers = t("Registered users");
export const allUsers = t("All users");

// The name of a file that is pasted without one begins with this.
export const screenshot = t("Screenshot");
export const pasted = t("Pasted");

/** Gives a status as rows and pages say it: `Fixed (closed)`. Its own name may say already that it is closed. */
export function statusName(label: string, isClosed: boolean): string {
  return isClosed && !/^closed$/i.test(label) ? t("{label} (closed)", { label }) : label;
}

// The details of what is offered at a place in a text.

export const markdown = t("Markdown");
export const html = t("HTML");
export const plainText = t("Plain Text");
export const today = t("Today");
export const tomorrow = t("Tomorrow");
export const asOnService = t("As on the service");

/** Names a value that is not among those of an open list; `typed` may be empty. */
export function newValue(typed: string): string {
  return typed === "" ? t("New value…") : t("New value “{typed}”", { typed });
}
