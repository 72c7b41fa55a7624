/** `text` with LF for every line ending: texts are compared like this, since their line endings change on the way. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
