// Where parts of XML text end. Not by regular expressions: those that skip quoted values take time without end, or more than
// the stack, on long texts.

/** Behind the next `mark`. */
export function endOf(text: string, mark: string, from: number): number | undefined {
  const found = text.indexOf(mark, from);
  return found < 0 ? undefined : found + mark.length;
}

/** Of the tag at `start`: behind the next `>`, or before a `<` that comes first. */
export function endOfTag(text: string, start: number): number | undefined {
  const next = /[<>]/g;
  next.lastIndex = start + 1;
  const match = next.exec(text);
  return match ? match.index + (match[0] === ">" ? 1 : 0) : undefined;
}

/** Behind the `>` that is in no quotes; undefined where a `<` or the end of the text comes first. */
export function endOfStartTag(text: string, from: number): number | undefined {
  const end = firstUnquoted(text, /[<>"']/g, from);
  return end !== undefined && text[end] === ">" ? end + 1 : undefined;
}

/** Of the document type at `start`. */
export function endOfDoctype(text: string, start: number): number | undefined {
  const end = firstUnquoted(text, /[[>"']/g, start);
  if (end === undefined || text[end] === ">") {
    return end === undefined ? undefined : end + 1;
  }
  const endOfSubset = /\][ \t\r\n]*>/g;
  endOfSubset.lastIndex = end;
  return endOfSubset.exec(text) ? endOfSubset.lastIndex : undefined;
}

function firstUnquoted(text: string, marks: RegExp, from: number): number | undefined {
  marks.lastIndex = from;
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    if (match[0] !== '"' && match[0] !== "'") {
      return match.index;
    }
    const close = text.indexOf(match[0], match.index + 1);
    if (close < 0) {
      return undefined;
    }
    marks.lastIndex = close + 1;
  }
  return undefined;
}

/** Without the white space at the end. Not `trimEnd`, for which more than XML's four characters are white space. */
export function trimmedLength(text: string): number {
  let end = text.length;
  while (end > 0 && " \t\r\n".includes(text[end - 1] ?? "")) {
    end--;
  }
  return end;
}
