/**
 * A text of the service as one line of a label: line breaks would end it, marks that reorder text disguise what follows,
 * such as a file's extension, and a title of a megabyte would bring any list to a halt.
 */
export function withoutControls(text: string): string {
  const start = text.length > maxLabelLength * 2 ? text.slice(0, maxLabelLength * 2) : text;
  const line = start.replace(controls, " ").trim();
  return line.length > maxLabelLength ? `${line.slice(0, maxLabelLength).toWellFormed()}…` : line;
}

const maxLabelLength = 500;

// C0 and C1, line and paragraph separators, marks and embeddings of direction, the zero width space and the byte order mark.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g;
