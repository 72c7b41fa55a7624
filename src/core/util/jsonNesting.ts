/**
 * JSON is read to this depth. No answer or document has so many levels, and the stack takes far more: readers of JSON
 * go down by recursion.
 */
export const deepestJson = 200;

/** An error: a text has more lists, objects and values in them than its reader can take. */
export class TooManyValues extends Error {
  override readonly name = "TooManyValues";
}

/**
 * Reads JSON as `JSON.parse` does, for texts that are not to be trusted.
 *
 * @throws SyntaxError for what is not JSON, and what is nested too deep.
 * @throws TooManyValues for a text with more than `maxValues`, before any of them is made: one or two bytes of a text
 * take a hundred bytes of memory.
 */
export function parseShallowJson(json: string, maxValues = Number.POSITIVE_INFINITY): unknown {
  const problem = problemOf(json, maxValues);
  if (problem === "tooDeep") {
    throw new SyntaxError("Nested too deep");
  }
  if (problem === "tooMany") {
    throw new TooManyValues();
  }
  return JSON.parse(json);
}

/** Tells whether lists and objects of a JSON text are nested in more than `deepestJson` levels. */
export function isNestedTooDeep(json: string): boolean {
  return problemOf(json, Number.POSITIVE_INFINITY) === "tooDeep";
}

function problemOf(json: string, maxValues: number): "tooDeep" | "tooMany" | undefined {
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
      return "tooDeep";
    }
    if (values > maxValues) {
      return "tooMany";
    }
  }
  return undefined;
}

const [quotationMark, comma, squareBracket, closingSquareBracket, curlyBracket, closingCurlyBracket] = [
  ...'",[]{}',
].map((mark) => mark.charCodeAt(0));

/** Finds the quotation mark that ends the string which begins at `start`; gives the text's length where none does. */
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
