import { withLineFeeds } from "./lineEndings.ts";

/**
 * Whether an editor would show two texts alike: it has one line ending for a whole text, and takes a byte order mark
 * for no part of it.
 */
export function isSameText(a: string, b: string): boolean {
  return a === b || normalised(a) === normalised(b);
}

function normalised(text: string): string {
  return withLineFeeds(text.replace(/^\ufeff/, ""));
}
