/**
 * A text of the service's query language: `say "x"` is `"say \"x\""`. Line breaks and other controls, which it cannot
 * hold, become spaces.
 */
export function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return `"${text.replace(/[\u0000-\u001f]+/g, " ").replace(/["\\]/g, "\\$&")}"`;
}
