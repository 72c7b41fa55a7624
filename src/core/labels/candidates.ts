// What is offered at a place in a text.

export const markdown = "Markdown";
export const html = "HTML";
export const plainText = "Plain Text";
export const today = "Today";
export const tomorrow = "Tomorrow";
export const asOnService = "As on the service";

/** A value of an open list that is not among its values; `typed` may be empty. */
export function newValue(typed: string): string {
  return typed === "" ? "New value…" : `New value “${typed}”`;
}
