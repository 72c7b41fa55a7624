import { endOfString, isNestedTooDeep } from "../util/jsonNesting.ts";

/**
 * Gives a JSON text as `JSON.stringify` indents it, by two, but with its numbers as they were written: numbers beyond
 * double precision would else be changed. It is undefined where the text is not JSON, or is too much to be shown so:
 * nested too deep, or too long once each of its deep values is indented.
 */
export function indentedJson(json: string): string | undefined {
  if (!isJson(json) || isNestedTooDeep(json)) {
    return undefined;
  }
  const parts: string[] = [];
  let indent = "\n";
  let before = "";
  let length = 0;
  for (const token of tokensOf(json)) {
    switch (token) {
      case "{":
      case "[":
        parts.push(token);
        indent += "  ";
        parts.push(indent);
        break;
      case "}":
      case "]":
        indent = indent.slice(0, -2);
        if (before === "{" || before === "[") {
          parts.pop();
        } else {
          parts.push(indent);
        }
        parts.push(token);
        break;
      case ",":
        parts.push(token, indent);
        break;
      case ":":
        parts.push(": ");
        break;
      default:
        parts.push(token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token);
    }
    length += token.length + (indented.has(token) ? indent.length : 0);
    if (length > maxLength) {
      return undefined;
    }
    before = token;
  }
  return parts.join("");
}

/** No indented text has more characters: this is half as many again as VS Code shows. */
const maxLength = 64 * 1024 * 1024;

/** Each of these tokens comes with a line break. */
const indented: ReadonlySet<string> = new Set("{}[],");

/** Gives the tokens of a text that is JSON. A regular expression will not do, as many megabytes overflow its stack. */
function* tokensOf(json: string): Generator<string> {
  for (let at = 0; at < json.length; ) {
    const start = at;
    at = json[at] === '"' ? endOfString(json, at) + 1 : endOfWord(json, at);
    if (at > start) {
      yield json.slice(start, at);
    } else {
      at++;
      if (marks.has(json[start])) {
        yield json.slice(start, at);
      }
    }
  }
}

/** Gives the end of the number or name that begins at `start`; `start` where none does. */
function endOfWord(json: string, start: number): number {
  let at = start;
  while (at < json.length && !endsOfWords.has(json[at])) {
    at++;
  }
  return at;
}

const marks: ReadonlySet<string | undefined> = new Set("{}[],:");
const endsOfWords: ReadonlySet<string | undefined> = new Set('{}[],:" \t\r\n');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
