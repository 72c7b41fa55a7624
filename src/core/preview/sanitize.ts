import { characterNamed } from "./entities.ts";
import { element, type Html, html, type Insert } from "./html.ts";

/**
 * Markup of others as markup that is safe to show.
 *
 * What comes out is built anew from the elements and attributes of a list, with all text escaped: no script, style, event,
 * form, frame or picture is among them, and no address. Where a link leads is told in words behind it (https, http and
 * mailto), a picture by its text. Elements are closed and nested as a browser would read them, so reading the result
 * again gives the same. Never throws, takes time in proportion to the length of `markup`.
 *
 * `headingsBelow` moves headings down below one of that level.
 */
export function sanitize(markup: string, headingsBelow = 0): Html {
  const root: Open = { name: "", attributes: {}, children: [] };
  const open: Open[] = [root];
  for (const token of tokens(markup)) {
    switch (token.kind) {
      case "text":
        top(open).children.push(token.text);
        break;
      case "start":
        startElement(open, token);
        break;
      case "end":
        endElement(open, token.name);
        break;
    }
  }
  return html`${root.children.map((child) => shown(child, headingsBelow))}`;
}

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (string | Open)[];
}

type Token =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "start"; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: "end"; readonly name: string };

const inline = ["b", "strong", "i", "em", "u", "s", "del", "ins", "mark", "small", "sub", "sup", "code", "kbd", "samp"];
const inlineMore = ["var", "q", "cite", "abbr", "dfn", "span", "bdi"];
const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];
const blocks = [
  ...["p", "div", "blockquote", "pre", "ul", "ol", "li", "dl", "dt", "dd", "hr", "table"],
  ...["details", "summary", "figure", "figcaption", ...headings],
];
const tableParts = ["caption", "thead", "tbody", "tfoot", "tr", "td", "th"];
const known = new Set([...inline, ...inlineMore, ...blocks, ...tableParts, "br", "a"]);
const empty = new Set(["br", "hr"]);

/** What is in them is not meant to be read. */
const dropped = new Set([
  ...["script", "style", "title", "head", "template", "noscript", "noembed", "noframes", "iframe", "frameset"],
  ...[
    "object",
    "applet",
    "audio",
    "video",
    "canvas",
    "svg",
    "math",
    "select",
    "textarea",
    "datalist",
    "xmp",
    "plaintext",
  ],
]);
/** Of these a browser reads nothing but the end. */
const rawTexts = new Set(["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "noscript"]);

const deepest = 60;
const cells = ["td", "th", "caption", "table"];

/** What the start of an element ends, up to what keeps it from doing so. */
const endings: readonly {
  readonly by: readonly string[];
  readonly ends: readonly string[];
  readonly within: readonly string[];
}[] = [
  { by: blocks, ends: ["p"], within: cells },
  { by: headings, ends: headings, within: [...cells, ...blocks.filter((name) => !headings.includes(name))] },
  { by: ["li"], ends: ["li"], within: ["ul", "ol", ...cells] },
  { by: ["dt", "dd"], ends: ["dt", "dd"], within: ["dl", ...cells] },
  { by: ["td", "th"], ends: ["td", "th"], within: ["tr", "table"] },
  { by: ["tr"], ends: ["tr"], within: ["table"] },
  { by: ["thead", "tbody", "tfoot", "caption"], ends: ["tr"], within: ["table"] },
  { by: ["thead", "tbody", "tfoot", "caption"], ends: ["thead", "tbody", "tfoot"], within: ["table"] },
  { by: ["thead", "tbody", "tfoot", "caption", "tr"], ends: ["caption"], within: ["table"] },
  { by: ["a"], ends: ["a"], within: cells },
];

function startElement(open: Open[], { name, attributes }: Extract<Token, { kind: "start" }>): void {
  if (name === "img") {
    const alternative = attributes.get("alt")?.trim();
    top(open).children.push(alternative ? `[${alternative}]` : "[picture]");
    return;
  }
  if (!known.has(name)) {
    return;
  }
  for (const { by, ends, within } of endings) {
    if (by.includes(name)) {
      endUpTo(open, ends, within);
    }
  }
  if (empty.has(name)) {
    top(open).children.push({ name, attributes: {}, children: [] });
  } else if (open.length <= deepest) {
    const started: Open = { name, attributes: kept(name, attributes), children: [] };
    top(open).children.push(started);
    open.push(started);
  }
}

function endElement(open: Open[], name: string): void {
  if (known.has(name) && !empty.has(name)) {
    const within = name === "table" ? [] : tableParts.includes(name) ? ["table"] : cells;
    endUpTo(open, [name], within);
  }
}

/** Ends the innermost element of `names` and all in it, where there is one inside of the innermost of `within`. */
function endUpTo(open: Open[], names: readonly string[], within: readonly string[]): void {
  for (let index = open.length - 1; index > 0; index--) {
    const name = open[index]?.name ?? "";
    if (names.includes(name)) {
      open.length = index;
      return;
    }
    if (within.includes(name)) {
      return;
    }
  }
}

function top(open: readonly Open[]): Open {
  return open.at(-1) as Open;
}

function kept(name: string, attributes: ReadonlyMap<string, string>): Record<string, string> {
  const all: Record<string, string> = {};
  const take = (attribute: string, isGood: RegExp) => {
    const value = attributes.get(attribute)?.trim().toLowerCase() ?? "";
    if (isGood.test(value)) {
      all[attribute] = value;
    }
  };
  if (name === "a") {
    const address = shownAddress(attributes.get("href") ?? "");
    return address === undefined ? {} : { address };
  }
  if (name === "td" || name === "th") {
    take("colspan", /^[1-9]\d?$/);
    take("rowspan", /^[1-9]\d?$/);
  }
  if (name === "ol") {
    take("start", /^\d{1,6}$/);
  }
  take("dir", /^(?:ltr|rtl|auto)$/);
  return all;
}

/** Undefined for all but addresses that a person may want to know. */
function shownAddress(href: string): string | undefined {
  const url = /^\s*(?:https?:\/\/|mailto:)/i.test(href) ? URL.parse(href.trim()) : null;
  return url && ["https:", "http:", "mailto:"].includes(url.protocol) ? url.href.replace(/^mailto:/, "") : undefined;
}

function shown(child: string | Open, headingsBelow: number): Insert {
  if (typeof child === "string") {
    return child;
  }
  const { name, attributes, children } = child;
  const content = children.map((each) => shown(each, headingsBelow));
  if (name === "a") {
    const { address } = attributes;
    return address === undefined || wordsOf(child).includes(address) ? content : [content, ` (${address})`];
  }
  const level = headings.indexOf(name) + 1;
  return element(level > 0 ? `h${Math.min(6, level + headingsBelow)}` : name, attributes, content);
}

function wordsOf({ children }: Open): string {
  return children.map((child) => (typeof child === "string" ? child : wordsOf(child))).join("");
}

/** Texts with their references resolved, and tags. What is no tag is text. */
function* tokens(markup: string): Generator<Token> {
  let at = 0;
  let text = 0;
  while (at < markup.length) {
    const start = markup.indexOf("<", at);
    if (start < 0) {
      break;
    }
    const tag = tagAt(markup, start);
    if (!tag) {
      at = start + 1;
      continue;
    }
    if (start > text) {
      yield { kind: "text", text: resolved(markup.slice(text, start)) };
    }
    at = tag.end;
    if (tag.token?.kind === "start" && dropped.has(tag.token.name)) {
      at = endOfDropped(markup, tag.end, tag.token.name);
    } else if (tag.token) {
      yield tag.token;
    }
    text = at;
  }
  if (text < markup.length) {
    yield { kind: "text", text: resolved(markup.slice(text)) };
  }
}

/** The tag, comment or declaration at `start`; undefined when `<` is just that there. */
function tagAt(markup: string, start: number): { readonly token?: Token; readonly end: number } | undefined {
  if (markup.startsWith("<!--", start)) {
    const end = markup.indexOf("-->", start + 4);
    return { end: end < 0 ? markup.length : end + 3 };
  }
  const next = markup[start + 1] ?? "";
  if (next === "!" || next === "?") {
    const end = markup.indexOf(">", start);
    return { end: end < 0 ? markup.length : end + 1 };
  }
  const isEnd = next === "/";
  tagName.lastIndex = start + (isEnd ? 2 : 1);
  const name = tagName.exec(markup)?.[0].toLowerCase();
  if (name === undefined) {
    return undefined;
  }
  const { attributes, end } = attributesAt(markup, tagName.lastIndex);
  return { token: isEnd ? { kind: "end", name } : { kind: "start", name, attributes }, end };
}

const tagName = /[a-z][^\s/>]*/iy;
const attributeName = /[\s/]*([^\s/>=][^\s/>=]*)/y;
const attributeValue = /\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*))/y;

function attributesAt(markup: string, from: number): { attributes: ReadonlyMap<string, string>; end: number } {
  const attributes = new Map<string, string>();
  let at = from;
  for (;;) {
    attributeName.lastIndex = at;
    const name = attributeName.exec(markup)?.[1]?.toLowerCase();
    if (name === undefined) {
      // A stray character, such as `=` or a quote that nothing ends.
      const end = markup.slice(at, at + 1) === ">" ? at : markup.indexOf(">", at);
      return { attributes, end: end < 0 ? markup.length : end + 1 };
    }
    at = attributeName.lastIndex;
    attributeValue.lastIndex = at;
    const value = attributeValue.exec(markup);
    if (value) {
      at = attributeValue.lastIndex;
    }
    if (!attributes.has(name)) {
      attributes.set(name, resolved(value?.[1] ?? value?.[2] ?? value?.[3] ?? ""));
    }
  }
}

const tagOfName = /<(\/?)([a-z][^\s/<>]*)(?=[\s/>])/gi;

function endOfDropped(markup: string, from: number, name: string): number {
  const isRaw = rawTexts.has(name);
  let depth = 1;
  tagOfName.lastIndex = from;
  for (let found = tagOfName.exec(markup); found; found = tagOfName.exec(markup)) {
    const isStart = found[1] === "";
    if (found[2]?.toLowerCase() !== name || (isStart && isRaw)) {
      continue;
    }
    depth += isStart ? 1 : -1;
    if (depth === 0) {
      const end = markup.indexOf(">", found.index);
      return end < 0 ? markup.length : end + 1;
    }
  }
  return markup.length;
}

/** `a&amp;b&#33;` is `a&b!`. */
function resolved(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,7}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) {
      return characterNamed(name) ?? whole;
    }
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : "";
  });
}
