/** What makes `after` of `before`: the text that takes the place of the span from the first difference to the last. */
interface ChangedSpan {
  /** In UTF-16 units. No character and no CRLF is cut in two. */
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** Where two texts differ: the shortest span that turns `before` into `after`. */
export function changedSpan(before: string, after: string): ChangedSpan {
  const shorter = Math.min(before.length, after.length);
  const longer = after.length - before.length;
  let start = 0;
  while (start + block <= shorter && isSameBlock(before, after, start, 0)) {
    start += block;
  }
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) {
    start++;
  }
  while (start > 0 && isInsideCharacter(before, start)) {
    start--;
  }
  let end = 0;
  while (end + block <= shorter - start && isSameBlock(before, after, before.length - end - block, longer)) {
    end += block;
  }
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

/** So many UTF-16 units are compared at once, which is much faster than one by one: texts are compared at every key. */
const block = 1024;

/** Whether a block of `before` at `at` is the one of `after` that is further by `by`. */
function isSameBlock(before: string, after: string, at: number, by: number): boolean {
  return before.slice(at, at + block) === after.slice(at + by, at + by + block);
}

/** Between the halves of a surrogate pair or of a CRLF an editor has no position. */
function isInsideCharacter(text: string, offset: number): boolean {
  return /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(offset - 1, offset + 1));
}
