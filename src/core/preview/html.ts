import { isSameJson } from "../field/sameJson.ts";
import type { Json } from "../model/json.ts";

/** Markup that is safe to show: only `html` and `element` make it, and they escape whatever they are given. */
export type Html = Markup;

class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Gives the markup itself. */
  toString(): string {
    return this.#text;
  }
}

/** The things that may stand in a template: texts and numbers are escaped, markup stays, undefined and false vanish. */
export type Insert = string | number | Html | undefined | false | readonly Insert[];

/**
 * Makes markup of a template: html`<b title="${title}">${words}</b>`.
 *
 * A text can neither end the element it stands in nor the quoted attribute. In other places of a tag nothing may be
 * put.
 *
 * @throws Error for a template that puts something inside of a tag without quotes: a mistake of the template.
 */
export function html(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  checkTemplate(parts);
  let text = parts[0] ?? "";
  for (const [index, insert] of inserts.entries()) {
    text += print(insert) + (parts[index + 1] ?? "");
  }
  return new Markup(text);
}

/** The templates that were checked: they are parts of the program, and one look at each is enough. */
const checked = new WeakSet<TemplateStringsArray>();

function checkTemplate(parts: TemplateStringsArray): void {
  if (checked.has(parts)) {
    return;
  }
  for (let index = 1; index < parts.length; index++) {
    if (isInsideTag(parts.slice(0, index).join(""))) {
      throw new Error(`Not a place for a value: ${parts[index - 1]}`);
    }
  }
  checked.add(parts);
}

/** Makes an element with nothing but these attributes. Names come from the program, never from what is shown. */
export function element(name: string, attributes: Readonly<Record<string, string>>, content: Insert): Html {
  const start = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
  return new Markup(`<${name}${start.join("")}>${voidElements.has(name) ? "" : `${print(content)}</${name}>`}`);
}

const voidElements = new Set(["br", "hr"]);

/** Tells whether the beginning of a template ends inside of a tag, and not inside of a quoted value there. */
function isInsideTag(beginning: string): boolean {
  const tag = beginning.slice(beginning.lastIndexOf("<")).replace(/"[^"]*"/g, "");
  return /^<[^">]*$/.test(tag);
}

function print(insert: Insert): string {
  if (insert === undefined || insert === false) {
    return "";
  }
  if (insert instanceof Markup) {
    return insert.toString();
  }
  return typeof insert === "object" ? insert.map(print).join("") : escaped(String(insert));
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

// These characters mean something in markup, or are not shown: controls, lone halves of characters, and the marks that
// reorder the text around them.
const notAsItIs =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

function escaped(text: string): string {
  return text.replace(notAsItIs, (character) => escapes[character] ?? "");
}

interface Piece {
  readonly of: Json;
  readonly made: Html;
}

/** Keeps the pieces of the page that was made last: for the next page only those are made again that have changed. */
export class Pieces {
  #latest: ReadonlyMap<string, Piece> = new Map();

  /** Gives the pieces for the drawing of a page. Once the page is whole, `keep` forgets those that it has no more. */
  next(): PagePieces {
    return new PagePieces(this.#latest, (made) => {
      this.#latest = made;
    });
  }
}

/** Gives the pieces of a page that is drawn. */
export class PagePieces {
  readonly #before: ReadonlyMap<string, Piece>;
  readonly #made = new Map<string, Piece>();
  readonly #keep: (made: ReadonlyMap<string, Piece>) => void;

  constructor(before: ReadonlyMap<string, Piece>, keep: (made: ReadonlyMap<string, Piece>) => void) {
    this.#before = before;
    this.#keep = keep;
  }

  /** Gives the piece of that name. `make` is called unless the piece before was made of the same data. */
  async of(name: string, data: unknown, make: () => Html | Promise<Html>): Promise<Html> {
    const of = data as Json;
    const before = this.#before.get(name);
    const made = before && isSameJson(before.of, of) ? before.made : await make();
    this.#made.set(name, { of, made });
    return made;
  }

  keep(): void {
    this.#keep(this.#made);
  }
}
