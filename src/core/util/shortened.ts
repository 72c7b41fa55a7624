/** `text`, or as much of it as `length` UTF-16 units hold, with an ellipsis behind it. No character is cut in two. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }
  const isCutInTwo = /[\ud800-\udbff]/.test(text.charAt(length - 1)) && /[\udc00-\udfff]/.test(text.charAt(length));
  return `${text.slice(0, isCutInTwo ? length - 1 : length)}…`;
}
