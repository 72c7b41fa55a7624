/** Tells what makes `after` of `before`: a text that replaces the span from the first difference to the last. */
interface ChangedSpan {
  /** The place in UTF-16 units. No character and no CRLF is cut in two. */
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** Finds the shortest span of `before` whose replacement gives `after`. */
export function changedSpan(before: string, after: string): ChangedSpan {
  const shorter = Math.min(before.length, after.length);
  const longer = after.length - before.length;
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) {
    start++;
  }
  while (start > 0 && isInsideCharacter(before, start)) {
    start--;
  }
  let end = 0;
  for (
    let at = before.length - end - 1;
    end < shorter - start && before.charCodeAt(at) === after.charCodeAt(at + longer);
    at--
  ) {
    end++;
  }
  while (end > 0 && isInsideCharacter(before, before.length - end)) {
    end--;
  }
  return {
    offset: start,
    length: before.length - end - start,
    text: after.slice(start, after.length - end),
  };
}

/** Tells whether a place is between the halves of a surrogate pair or of a CRLF: an editor has no position there. */
function isInsideCharacter(text: string, offset: number): boolean {
  return /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(offset - 1, offset + 1));
}
