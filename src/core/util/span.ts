/** A place in a text, in UTF-16 units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

// White space as JSON and XML know it: `trim` takes more for it.

/**
 * Tells where the first and the last character of `text` are that are no white space; undefined where there is none.
 */
export function trimmedSpan(text: string): Span | undefined {
  const match = /[^ \t\r\n](?:[\s\S]*[^ \t\r\n])?/.exec(text);
  return match ? { offset: match.index, length: match[0].length } : undefined;
}

/** `text` with spaces in place of `spans`, which may overlap. */
export function blanked(text: string, spans: readonly Span[]): string {
  let result = "";
  for (const { offset, length } of spans.toSorted((a, b) => a.offset - b.offset)) {
    result += text.slice(result.length, offset);
    result += " ".repeat(Math.max(0, offset + length - result.length));
  }
  return result + text.slice(result.length);
}
