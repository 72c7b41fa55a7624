/**
 * A text of the service as one line of a label: line breaks would end it, marks that reorder text disguise what
 * follows, such as a file's extension, and a title of a megabyte would bring any list to a halt.
 */
export function withoutControls(text: string): string {
  return lineOf(text, maxLabelLength);
}

/** As `withoutControls`, for a line of the log: a line break would begin another line, which nobody wrote. */
export function logLine(text: string): string {
  return lineOf(text, maxLogLineLength);
}

function lineOf(text: string, maxLength: number): string {
  const start = text.length > maxLength * 2 ? text.slice(0, maxLength * 2) : text;
  const line = start.replace(controls, " ").trim();
  return line.length > maxLength ? `${line.slice(0, maxLength).toWellFormed()}…` : line;
}

const maxLabelLength = 500;
/** The stack of an error with its message. */
const maxLogLineLength = 5000;

// C0 and C1, line and paragraph separators, marks and embeddings of direction, the zero width space and the byte order
// mark.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g;
