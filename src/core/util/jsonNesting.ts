/**
 * More levels than any answer or document has, and far fewer than a stack takes: what reads JSON goes down into it by
 * calling itself.
 */
export const deepestJson = 200;

/** Of so many brackets a value is made within a moment, however deep they are. */
const maxUnseenLength = 256 * 1024;

/** A text has more lists, objects and values in them than its reader bears. */
export class TooManyValues extends Error {
  override readonly name = "TooManyValues";
}

/**
 * `JSON.parse` for texts that are not to be trusted.
 *
 * @throws SyntaxError for what is not JSON, and what is nested too deep.
 * @throws TooManyValues for a long text with more than `maxValues`, before any of them is made: a byte or two of a text
 * take a hundred bytes of memory.
 */
export function parseShallowJson(json: string, maxValues = Number.POSITIVE_INFINITY): unknown {
  // A value tells its depth far quicker than its text, but has to be made for that.
  if (json.length > maxUnseenLength) {
    look(json, maxValues);
    return JSON.parse(json);
  }
  const value: unknown = JSON.parse(json);
  if (isDeeper([value], deepestJson + 1)) {
    throw new SyntaxError("Nested too deep");
  }
  return value;
}

/** Throws what `parseShallowJson` does, but for what is not JSON. */
function look(json: string, maxValues: number): void {
  let level = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case quotationMark:
        at = endOfString(json, at);
        break;
      case squareBracket:
      case curlyBracket:
        level++;
        values++;
        break;
      case comma:
        values++;
        break;
      case closingSquareBracket:
      case closingCurlyBracket:
        level--;
        break;
      default:
    }
    if (level > deepestJson) {
      throw new SyntaxError("Nested too deep");
    }
    if (values > maxValues) {
      throw new TooManyValues();
    }
  }
}

const [quotationMark, comma, squareBracket, closingSquareBracket, curlyBracket, closingCurlyBracket] = [
  ...'",[]{}',
].map((mark) => mark.charCodeAt(0));

function isDeeper(value: object, levels: number): boolean {
  for (const member of Object.values(value)) {
    if (typeof member === "object" && member !== null && (levels === 1 || isDeeper(member, levels - 1))) {
      return true;
    }
  }
  return false;
}

/** Whether lists and objects of a JSON text are nested in more than `deepestJson` levels. */
export function isNestedTooDeep(json: string): boolean {
  let isTooDeep = false;
  visitLevels(json, (level, at) => {
    isTooDeep = level > deepestJson;
    return isTooDeep ? json.length : at;
  });
  return isTooDeep;
}

/**
 * Goes through the lists and objects of a JSON text, the outermost at level 1. `open` gives the place to go on behind: that
 * of the bracket itself, that of the one which closes it again, or the end of the text.
 */
export function visitLevels(
  json: string,
  open: (level: number, at: number) => number,
  close?: (level: number, at: number) => void,
): void {
  for (let at = 0, level = 0; at < json.length; at++) {
    switch (json[at]) {
      case '"':
        at = endOfString(json, at);
        break;
      case "[":
      case "{": {
        const next = open(level + 1, at);
        level += next === at ? 1 : 0;
        at = next;
        break;
      }
      case "]":
      case "}":
        close?.(level, at);
        level--;
        break;
      default:
    }
  }
}

/** The place of the quotation mark that ends the string which begins at `start`; beyond the text where none does. */
export function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === "\\") {
      backslashes++;
    }
    if (backslashes % 2 === 0) {
      return at;
    }
  }
  return json.length;
}
