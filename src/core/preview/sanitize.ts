import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as htmlNames, Parser } from "parse5";
import { maxAddressLength } from "../connection/address.ts";
import { withLineFeeds } from "../util/lines.ts";
import { element, type Html, html, type Insert } from "./html.ts";

/**
 * Makes markup that is safe to show of the markup of others.
 *
 * It reads as browsers do, and writes anew only the elements and attributes of a list, with all text escaped: no
 * script, style, event, form, frame or picture is among them, and no address. Words behind a link (https, http and
 * mailto) tell where it leads, and its text stands for a picture. A browser that reads the result builds the elements
 * that were written. It never throws, and takes time in proportion to the length of `markup`.
 *
 * `headingsBelow` moves headings down below one of that level. `showWords` gives what is shown of a text outside of
 * code, such as links of our making. `isReduced` tells that elements beyond the bound were left out: their words are
 * there.
 */
export function sanitize(
  markup: string,
  headingsBelow = 0,
  showWords?: (words: string) => Insert,
): { readonly safe: Html; readonly isReduced: boolean } {
  let { safe, isReduced } = allowed(markup, headingsBelow);
  // The rounds are needed where an element was left out: without it, others may nest in ways that a browser undoes,
  // such as paragraphs.
  for (let round = 0; round < maxRounds; round++) {
    const again = allowed(safe.toString(), 0);
    if (again.safe.toString() === safe.toString()) {
      break;
    }
    safe = again.safe;
    isReduced ||= again.isReduced;
  }
  // This comes last: `showWords` may make links, which the rounds before would take away.
  return { safe: showWords ? allowed(safe.toString(), 0, showWords).safe : safe, isReduced };
}

const inline = ["b", "strong", "i", "em", "u", "s", "del", "ins", "mark", "small", "sub", "sup", "code", "kbd", "samp"];
const inlineMore = ["var", "q", "cite", "abbr", "dfn", "span", "bdi", "br"];
const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];
const blocks = ["p", "div", "blockquote", "pre", "ul", "ol", "li", "dl", "dt", "dd", "hr", "table"];
const blocksMore = ["details", "summary", "figure", "figcaption", ...headings];
const tableParts = ["caption", "thead", "tbody", "tfoot", "tr", "td", "th"];
const known = new Set([...inline, ...inlineMore, ...blocks, ...blocksMore, ...tableParts]);

/**
 * The content of these elements is not meant to be read, and is left out. The content of other unknown elements stays.
 */
const dropped = new Set([
  ...["script", "style", "title", "template", "noscript", "noembed", "noframes", "iframe", "xmp", "plaintext"],
  ...["object", "applet", "audio", "video", "canvas", "svg", "math", "select", "textarea", "datalist"],
]);

/** The values that an attribute may have, and the elements it may be on, which are all where none is named. */
const attributes: readonly { readonly name: string; readonly of?: readonly string[]; readonly values: RegExp }[] = [
  { name: "colspan", of: ["td", "th"], values: /^[1-9]\d?$/ },
  { name: "rowspan", of: ["td", "th"], values: /^[1-9]\d?$/ },
  { name: "start", of: ["ol"], values: /^\d{1,6}$/ },
  { name: "dir", values: /^(?:ltr|rtl|auto)$/ },
];

const maxRounds = 4;
const maxShownDepth = 60;

/**
 * The addresses of all links of a text have no more letters: a link without an end tag is opened again in each
 * paragraph, with its address.
 */
const maxAddresses = 200_000;
/** No more of a link is looked at for its address: it may hold all of the text, and so may each link in it. */
const maxLookedAt = 200;

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;
type Tree = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;

/** Markup is read no deeper, as in browsers. */
const maxDepth = 512;
/** Markup is shown with no more elements: a table of 5,000 rows has so many. */
const maxElements = 20_000;

function allowed(
  markup: string,
  headingsBelow: number,
  showWords: Place["showWords"] = (words) => words,
): ReturnType<typeof sanitize> {
  const place = defaultTreeAdapter.createElement("div", htmlNames.NS.HTML, []);
  let elements = 0;
  let addressesLeft = maxAddresses;
  let isReduced = false;
  const addressOf = (from: Element) => {
    const address = shownAddress(attribute(from, "href") ?? "");
    if (address === undefined || beginningOf(from).includes(address)) {
      return undefined;
    }
    addressesLeft -= address.length;
    isReduced ||= addressesLeft < 0;
    return addressesLeft < 0 ? undefined : address;
  };
  const treeAdapter = { ...defaultTreeAdapter, onElementCreated: () => elements++ };
  const parser = Parser.getFragmentParser<Tree>(place, { treeAdapter, scriptingEnabled: false });
  const readStart = parser.onStartTag.bind(parser);
  // Formatting without an end tag is opened again in each paragraph: the tree could grow much faster than the markup.
  parser.onStartTag = (token) => {
    if (elements >= maxElements) {
      isReduced = true;
    } else if (parser.openElements.depth <= maxDepth) {
      readStart(token);
    }
  };
  parser.tokenizer.write(markup, true);
  const safe = html`${shownChildren(parser.getFragment().childNodes, { headingsBelow, depth: 0, showWords, addressOf })}`;
  return { safe, isReduced };
}

interface Place {
  readonly headingsBelow: number;
  readonly depth: number;
  readonly showWords: (words: string) => Insert;
  /** Tells where a link leads; undefined where nobody has to be told. */
  readonly addressOf: (link: Element) => string | undefined;
}

/** Text that is quoted to the letter has no references. */
const verbatim = new Set(["code", "pre", "kbd", "samp"]);

function shownChildren(nodes: readonly Node[], place: Place): Insert {
  // A carriage return, which only a reference such as `&#13;` can name, would be a line break when it is read again.
  return nodes.map((node) =>
    "tagName" in node ? shown(node, place) : "value" in node && place.showWords(withLineFeeds(node.value)),
  );
}

function shown(from: Element, place: Place): Insert {
  const { headingsBelow, depth, showWords: showOutside } = place;
  const { tagName: name, childNodes } = from;
  if (name === "img") {
    return `[${attribute(from, "alt")?.trim() || "picture"}]`;
  }
  if (dropped.has(name)) {
    return undefined;
  }
  const isShown = known.has(name) && depth < maxShownDepth;
  const showWords = verbatim.has(name) ? (words: string) => words : showOutside;
  const content = shownChildren(childNodes, { ...place, depth: isShown ? depth + 1 : depth, showWords });
  if (name === "a") {
    const address = place.addressOf(from);
    return address === undefined ? content : [content, ` (${address})`];
  }
  return isShown ? element(shownName(name, headingsBelow), shownAttributes(from), [lineBreak(from), content]) : content;
}

function shownName(name: string, headingsBelow: number): string {
  const level = headings.indexOf(name) + 1;
  return level > 0 ? `h${Math.min(6, level + headingsBelow)}` : name;
}

/** Gives one line break more at the beginning of a `pre`, as browsers leave out the first. */
function lineBreak({ tagName, childNodes: [first] }: Element): string | undefined {
  return tagName === "pre" && first && "value" in first && /^[\r\n]/.test(first.value) ? "\n" : undefined;
}

function shownAttributes(from: Element): Record<string, string> {
  const all: Record<string, string> = {};
  for (const { name, of, values } of attributes) {
    const value = attribute(from, name)?.trim().toLowerCase();
    if (value !== undefined && values.test(value) && (of === undefined || of.includes(from.tagName))) {
      all[name] = value;
    }
  }
  return all;
}

function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((each) => each.name === name)?.value;
}

/** Gives the address that a person may want to know; undefined for all others. */
function shownAddress(href: string): string | undefined {
  const isKnown = href.length <= maxAddressLength && /^\s*(?:https?:\/\/|mailto:)/i.test(href);
  const url = isKnown ? URL.parse(href.trim()) : null;
  return url && ["https:", "http:", "mailto:"].includes(url.protocol) ? url.href.replace(/^mailto:/, "") : undefined;
}

/** Gives the words that an element begins with. */
function beginningOf({ childNodes }: Element): string {
  let left = maxLookedAt;
  const wordsOf = (nodes: readonly Node[]): string => {
    let words = "";
    for (const node of nodes) {
      if (left-- <= 0) {
        break;
      }
      words += "tagName" in node ? wordsOf(node.childNodes) : "value" in node ? node.value : "";
    }
    return words;
  };
  return wordsOf(childNodes);
}
