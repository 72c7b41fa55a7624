/** A text without line breaks, and with one space where there is white space. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
