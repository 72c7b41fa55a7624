import { isNestedTooDeep } from "../util/jsonNesting.ts";

/**
 * A JSON text as `JSON.stringify` indents it, by two, save that its numbers are as they were written: those beyond double
 * precision would be others. Undefined where it is not JSON, or nested too deep to be shown so.
 */
export function indentedJson(json: string): string | undefined {
  if (!isJson(json) || isNestedTooDeep(json)) {
    return undefined;
  }
  const parts: string[] = [];
  let indent = "\n";
  let before = "";
  for (const [token] of json.matchAll(tokens)) {
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
    before = token;
  }
  return parts.join("");
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
