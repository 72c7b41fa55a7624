/** Gives `text` with LF for every line ending. Texts are compared so, since their line endings change on the way. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/**
 * Tells which lines of a text differ from those of another one, as VS Code counts them: from 1, and with the last line
 * included. An end of 0 means that there is no such line, and the place is behind the line of the start.
 */
export interface LineChange {
  readonly originalStartLineNumber: number;
  readonly originalEndLineNumber: number;
  readonly modifiedStartLineNumber: number;
  readonly modifiedEndLineNumber: number;
}

/** Gives `modified` with lines of `original` in the place of those that `change` names. Line ends are line feeds. */
export function withoutChange(original: string, modified: string, change: LineChange): string {
  const { originalStartLineNumber, originalEndLineNumber, modifiedStartLineNumber, modifiedEndLineNumber } = change;
  const [before, after] = [original, modified].map((text) => withLineFeeds(text).split("\n")) as [string[], string[]];
  const put = originalEndLineNumber === 0 ? [] : before.slice(originalStartLineNumber - 1, originalEndLineNumber);
  const isGone = modifiedEndLineNumber === 0;
  const start = isGone ? modifiedStartLineNumber : modifiedStartLineNumber - 1;
  return after.toSpliced(start, isGone ? 0 : modifiedEndLineNumber - start, ...put).join("\n");
}
