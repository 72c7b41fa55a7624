/** A place in a text, in UTF-16 units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

// JSON and XML know only this white space; `trim` removes more.

/** Finds the part of `text` without white space around it; undefined where there is none. */
export function trimmedSpan(text: string): Span | undefined {
  const match = /[^ \t\r\n](?:[\s\S]*[^ \t\r\n])?/.exec(text);
  return match ? { offset: match.index, length: match[0].length } : undefined;
}

/** Gives `text` with spaces in the place of `spans`, which may overlap. */
export function blanked(text: string, spans: readonly Span[]): string {
  let result = "";
  for (const { offset, length } of spans.toSorted((a, b) => a.offset - b.offset)) {
    result += text.slice(result.length, offset);
    result += " ".repeat(Math.max(0, offset + length - result.length));
  }
  return result + text.slice(result.length);
}
