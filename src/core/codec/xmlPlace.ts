import type { Span } from "../util/span.ts";
import type { TextPlace } from "./readDocument.ts";
import { maxDepth } from "./xmlMarkup.ts";

interface Open {
  readonly name: string;
  /** The index of an `<item>` among the items of its parent; undefined for elements of other names. */
  readonly index: number | undefined;
  items: number;
}

// Attributes may hold `<` or `>` in quotes, which the pattern ignores: no element of a document has attributes.
const markup = /<(\/?)([^\s<>/!?]+)(?:[\s/!?][^<>]*)?>|<(?:!--|!\[CDATA\[|\?)/g;
const ends: ReadonlyMap<string, string> = new Map([
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
]);

/** Tells at which place of an XML text the cursor is, however much of the rest is missing. */
export function xmlPlaceAt(text: string, offset: number): TextPlace | undefined {
  const open: Open[] = [];
  let end = 0;
  markup.lastIndex = 0;
  for (let match = markup.exec(text); match && match.index < offset; match = markup.exec(text)) {
    const [tag, slash, name] = match;
    end = match.index + tag.length;
    if (name === undefined) {
      const closing = ends.get(tag) ?? "";
      const at = text.indexOf(closing, end);
      end = at < 0 ? text.length : at + closing.length;
      markup.lastIndex = end;
    }
    if (offset < end) {
      return undefined;
    }
    if (name === undefined) {
      continue;
    }
    if (slash) {
      const closed = open.findLastIndex((element) => element.name === name);
      open.length = closed < 0 ? open.length : closed;
    } else {
      enter(open, name, tag.endsWith("/>"));
    }
    if (open.length > maxDepth) {
      return undefined;
    }
  }
  const replace = tokenAt(text, offset, end);
  const [root, ...inner] = open;
  if (!replace || root?.name !== "request") {
    return undefined;
  }
  return {
    path: inner.map(({ name, index }) => index ?? name),
    wants: "content",
    items: open.at(-1)?.items ?? 0,
    typed: text.slice(replace.offset, offset),
    replace,
    before: "",
    after: "",
  };
}

function enter(open: Open[], name: string, isEmpty: boolean): void {
  const parent = open.at(-1);
  const index = name === "item" ? (parent?.items ?? 0) : undefined;
  if (parent && index !== undefined) {
    parent.items++;
  }
  if (!isEmpty) {
    open.push({ name, index, items: 0 });
  }
}

/** Tells what has been typed between `end`, behind the last tag, and the next one; undefined inside of a tag. */
function tokenAt(text: string, offset: number, end: number): Span | undefined {
  const tag = text.lastIndexOf("<", offset - 1);
  if (tag >= end) {
    const name = /^<[^\s<>/!?]*/.exec(text.slice(tag, tag + maxNameLength))?.[0] ?? "";
    return tag + name.length >= offset ? { offset: tag, length: name.length } : undefined;
  }
  const lineStart = Math.max(end, text.lastIndexOf("\n", offset - 1) + 1);
  const before = text.slice(lineStart, offset).trimStart();
  const rest = /^[^<\r\n]*/.exec(text.slice(offset))?.[0].trimEnd() ?? "";
  return { offset: offset - before.length, length: before.length + rest.length };
}

const maxNameLength = 200;
