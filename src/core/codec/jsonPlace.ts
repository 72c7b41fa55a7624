import { getLocation, type Node } from "jsonc-parser";
import type { Span } from "../util/span.ts";
import type { TextPlace } from "./readDocument.ts";

/**
 * Tells at which place of a JSON text the cursor is, however much of the rest is missing. The library reads nested
 * values by recursion: the text must not be nested too deep.
 */
export function jsonPlaceAt(text: string, offset: number): TextPlace | undefined {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const replace = tokenAt(text, offset, previousNode);
  const previous = text.slice(0, replace.offset).trimEnd().at(-1) ?? "";
  const next = text.slice(replace.offset + replace.length).trimStart()[0] ?? "";
  const place = {
    items: 0,
    typed: text.slice(replace.offset, offset),
    replace,
    before: previous === "" || "[{,:".includes(previous) ? "" : ", ",
    after: next === "" || "]},:".includes(next) ? "" : ",",
  };
  if (isAtPropertyKey) {
    // The name has its value already. Nothing is offered, as only the name would be replaced, and nobody knows which
    // other name fits the value.
    return next === ":" ? undefined : { ...place, path: path.slice(0, -1), wants: "name" };
  }
  // Nothing may stand behind a name without a colon.
  const isMisplaced =
    previous === "" ||
    (typeof path.at(-1) === "string" && previous !== ":") ||
    next === ":" ||
    (previous === ":" && place.after !== "" && !isName(text, replace.offset + replace.length));
  return isMisplaced ? undefined : { ...place, path, wants: "value" };
}

/** Gives the place of the scalar at the cursor, or of what has been typed of one. */
function tokenAt(text: string, offset: number, node: Node | undefined): Span {
  const isScalar = node && node.type !== "object" && node.type !== "array";
  if (isScalar && node.offset <= offset && offset <= node.offset + node.length) {
    return node.type === "property" ? { offset, length: 0 } : { offset: node.offset, length: node.length };
  }
  const start = offset - (/[^\s,:[\]{}"]*$/.exec(lineBefore(text, offset))?.[0].length ?? 0);
  const end = offset + (/^[^\s,:[\]{}"]*/.exec(text.slice(offset, offset + maxWordLength))?.[0].length ?? 0);
  return { offset: start, length: end - start };
}

const maxWordLength = 200;

function lineBefore(text: string, offset: number): string {
  return text.slice(Math.max(0, offset - maxWordLength, text.lastIndexOf("\n", offset - 1) + 1), offset);
}

/** Tells whether what comes next is the name of a member; all else behind a colon is the value that stands there. */
function isName(text: string, offset: number): boolean {
  return /^\s*"(?:[^"\\\n]|\\.)*"\s*:/.test(text.slice(offset, offset + maxWordLength));
}
