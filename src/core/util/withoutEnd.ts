/**
 * Gives `text` without the characters at its end that match `dropped`, which is given one at a time. Takes time in
 * proportion to what is dropped, while `/x+$/` takes the square of the longest run of `x` anywhere.
 */
export function withoutEnd(text: string, dropped: RegExp): string {
  let end = text.length;
  while (end > 0 && dropped.test(text.charAt(end - 1))) {
    end--;
  }
  return text.slice(0, end);
}
