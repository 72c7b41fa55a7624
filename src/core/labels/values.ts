/** A field without a value. */
export const none = "None";

/** A field of which the service tells no label. */
export function unnamedField(fieldId: number): string {
  return `Field ${fieldId}`;
}

/** A tracker of which only the number is known. */
export function trackerByNumber(trackerId: number): string {
  return `Tracker ${trackerId}`;
}

/** A project of which only the number is known. */
export function projectByNumber(projectId: number): string {
  return `Project ${projectId}`;
}

// Groups that each project has; the service gives no names of theirs.
export const projectMembers = "Project members";
export const projectAdministrators = "Project administrators";
export const registeredUsers = "Registered users";
export const allUsers = "All users";

// What is pasted without a name, at the beginning of the name it is given.
export const screenshot = "Screenshot";
export const pasted = "Pasted";

/** A status as rows and pages say it: `Fixed (closed)`. Its own name may say that it is closed. */
export function statusName(label: string, isClosed: boolean): string {
  return isClosed && !/^closed$/i.test(label) ? `${label} (closed)` : label;
}
