/** Gives a text of the service as a label of a row or lens: on one line and of bounded length. */
export function plainLabel(text: string): string {
  return shortened(onOneLine(withoutIcons(text)), maxLabelLength);
}

/**
 * Gives a text in which `$(bug)` is no picture. A backslash before it helps only where pictures are drawn; elsewhere it
 * is shown, and screen readers say it.
 */
export function withoutIcons(text: string): string {
  return withoutControls(text).replaceAll("$(", "$ (");
}

const maxLabelLength = 120;

/** Gives a text without line breaks, and with one space in the place of white space. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Gives a text of the service as one line of a label. Line breaks would end the line, and marks that reorder text would
 * disguise what follows, such as a file's extension. A title of a megabyte would bring any list to a halt.
 */
export function withoutControls(text: string): string {
  return lineOf(text, maxLineLength);
}

/** Does as `withoutControls`, for a line of the log: a line break would begin another line, which nobody wrote. */
export function logLine(text: string): string {
  return lineOf(text, maxLogLineLength);
}

function lineOf(text: string, maxLength: number): string {
  const start = text.length > maxLength * 2 ? text.slice(0, maxLength * 2) : text;
  const line = start.replace(controls, " ").trim();
  return line.length > maxLength ? `${line.slice(0, maxLength).toWellFormed()}…` : line;
}

const maxLineLength = 500;
/** A line of the log may hold the stack of an error with its message. */
const maxLogLineLength = 5000;

// These are C0 and C1, line and paragraph separators, marks and embeddings of direction, the zero width space and the
// byte order mark.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g;

/** Gives `text`, or as much as `length` UTF-16 units hold, with an ellipsis behind it. No character is cut in two. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }
  const isCutInTwo = /[\ud800-\udbff]/.test(text.charAt(length - 1)) && /[\udc00-\udfff]/.test(text.charAt(length));
  return `${text.slice(0, isCutInTwo ? length - 1 : length)}…`;
}

/** No more of a name is kept: this is many times what anybody reads of a title or a name. */
const maxName = 1000;

/**
 * Gives a title or a name as it is kept: of a very long one only the beginning. There are thousands of them in lists,
 * on cards and in what is remembered over restarts.
 */
export function shortName(name: string): string {
  if (name.length <= maxName) {
    return name;
  }
  // This makes a copy, since a part of a text keeps the whole text in memory.
  return Buffer.from(shortened(name, maxName), "utf16le").toString("utf16le");
}
