/** What libxml would have said about a text that is not well-formed. */
export class MalformedXml extends Error {}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

/**
 * The request body an XML document stands for, with everything the service loses on the way: texts that look like
 * numbers are numbers, `true` and `false` are both true, empty elements are null and lists of nothing are absent.
 */
export function decodeXml(bytes: Buffer): unknown {
  const root = new XmlParser(decodeBytes(bytes)).parseDocument();
  // A default namespace hides every element from the service's decoder.
  if (root.attributes.xmlns !== undefined) {
    return {};
  }
  return meaningOf(root) ?? {};
}

function decodeBytes(bytes: Buffer): string {
  const isUtf16 =
    bytes.length > 1 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  if (isUtf16) {
    return new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
  }
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(
    bytes.subarray(0, 200).toString("latin1"),
  );
  try {
    return new TextDecoder(declared?.[1] ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new MalformedXml("Input is not proper UTF-8, indicate encoding ! at line 1");
  }
}

function meaningOf(element: Element): unknown {
  const members: Record<string, unknown> = {};
  const attributes = Object.entries(element.attributes).filter(([name]) => !name.startsWith("xmlns"));
  for (const [name, value] of attributes) {
    members[name] = coerce(value);
  }
  const children = element.children.filter((child) => !child.name.includes(":"));
  if (children.length > 0 && attributes.length === 0 && children.every((child) => child.name === "item")) {
    return children.map(meaningOf);
  }
  for (const child of children) {
    const meaning = meaningOf(child);
    if (!Object.hasOwn(members, child.name)) {
      members[child.name] = meaning;
    } else if (Array.isArray(members[child.name])) {
      (members[child.name] as unknown[]).push(meaning);
    } else {
      members[child.name] = [members[child.name], meaning];
    }
  }
  const isBlank = element.text.trim() === "";
  if (Object.keys(members).length === 0) {
    return isBlank ? null : coerce(element.text);
  }
  if (!isBlank) {
    members.text = coerce(element.text);
  }
  return members;
}

const numeric = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/;

function coerce(text: string): unknown {
  if (numeric.test(text)) {
    return Number(text);
  }
  return text === "true" || text === "false" ? true : text;
}

const nameStart = /[A-Za-z_:\u00c0-\ufffd]/;
const namePattern = /[A-Za-z_:\u00c0-\ufffd][\w:.\-\u00b7\u00c0-\ufffd]*/y;
const predefined: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** A reader of well-formed XML: elements, attributes, text, CDATA, comments, instructions and internal entities. */
class XmlParser {
  readonly #source: string;
  #at = 0;
  readonly #entities = new Map<string, string>();
  #expanded = 0;

  constructor(source: string) {
    this.#source = source.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  }

  parseDocument(): Element {
    if (this.#source.trim() === "") {
      throw this.#problem("Document is empty");
    }
    if (this.#looksAt("<?xml")) {
      this.#skipPast("?>");
    }
    this.#skipMisc(true);
    if (!this.#looksAt("<") || !nameStart.test(this.#source[this.#at + 1] ?? "")) {
      throw this.#problem("Start tag expected, '<' not found");
    }
    const root = this.#parseElement();
    this.#skipMisc(false);
    if (this.#at < this.#source.length) {
      throw this.#problem("Extra content at the end of the document");
    }
    return root;
  }

  #skipMisc(isDoctypeAllowed: boolean): void {
    for (;;) {
      this.#skipBlanks();
      if (this.#looksAt("<!--")) {
        this.#skipComment();
      } else if (this.#looksAt("<?")) {
        this.#skipInstruction();
      } else if (isDoctypeAllowed && this.#looksAt("<!DOCTYPE")) {
        this.#parseDoctype();
      } else {
        return;
      }
    }
  }

  #parseDoctype(): void {
    const end = /\[([\s\S]*?)\]\s*>|>/g;
    end.lastIndex = this.#at;
    const match = end.exec(this.#source);
    if (!match) {
      throw this.#problem("DOCTYPE improperly terminated");
    }
    for (const declaration of (match[1] ?? "").matchAll(/<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g)) {
      this.#entities.set(declaration[1] ?? "", declaration[2] ?? declaration[3] ?? "");
    }
    this.#at = end.lastIndex;
  }

  #parseElement(): Element {
    const line = this.#line();
    this.#at += 1;
    const name = this.#parseName();
    const attributes = this.#parseAttributes(name);
    if (this.#looksAt("/>")) {
      this.#at += 2;
      return { name, attributes, children: [], text: "" };
    }
    this.#at += 1;
    const children: Element[] = [];
    let text = "";
    while (!this.#looksAt("</")) {
      if (this.#at >= this.#source.length) {
        throw this.#problem(`Premature end of data in tag ${name} line ${line}`);
      }
      if (this.#looksAt("<!--")) {
        this.#skipComment();
      } else if (this.#looksAt("<![CDATA[")) {
        text += this.#parseCdata();
      } else if (this.#looksAt("<?")) {
        this.#skipInstruction();
      } else if (this.#looksAt("<")) {
        if (!nameStart.test(this.#source[this.#at + 1] ?? "")) {
          throw this.#problem("StartTag: invalid element name");
        }
        children.push(this.#parseElement());
      } else {
        text += this.#parseText();
      }
    }
    this.#at += 2;
    const endName = this.#parseName();
    this.#skipBlanks();
    if (endName !== name) {
      throw this.#problem(`Opening and ending tag mismatch: ${name} line ${line} and ${endName}`);
    }
    if (!this.#looksAt(">")) {
      throw this.#problem("expected '>'");
    }
    this.#at += 1;
    return { name, attributes, children, text };
  }

  #parseAttributes(element: string): Record<string, string> {
    const attributes: Record<string, string> = {};
    for (;;) {
      const before = this.#at;
      this.#skipBlanks();
      if (this.#looksAt(">") || this.#looksAt("/>")) {
        return attributes;
      }
      if (before === this.#at || !nameStart.test(this.#source[this.#at] ?? "")) {
        throw this.#problem(`Couldn't find end of Start Tag ${element} line ${this.#line()}`);
      }
      const name = this.#parseName();
      this.#skipBlanks();
      if (!this.#looksAt("=")) {
        throw this.#problem(`Specification mandates value for attribute ${name}`);
      }
      this.#at += 1;
      this.#skipBlanks();
      const quote = this.#source[this.#at];
      const end = quote === '"' || quote === "'" ? this.#source.indexOf(quote, this.#at + 1) : -1;
      const raw = this.#source.slice(this.#at + 1, Math.max(end, 0));
      if (end < 0 || raw.includes("<")) {
        throw this.#problem("AttValue: \" or ' expected");
      }
      if (Object.hasOwn(attributes, name)) {
        throw this.#problem(`Attribute ${name} redefined`);
      }
      attributes[name] = this.#resolve(raw.replace(/\s/g, " "));
      this.#at = end + 1;
    }
  }

  #parseText(): string {
    const next = this.#source.indexOf("<", this.#at);
    const end = next < 0 ? this.#source.length : next;
    const raw = this.#source.slice(this.#at, end);
    if (raw.includes("]]>")) {
      throw this.#problem("Sequence ']]>' not allowed in content");
    }
    const text = this.#resolve(raw);
    this.#at = end;
    return text;
  }

  #parseCdata(): string {
    const start = this.#at + "<![CDATA[".length;
    const end = this.#source.indexOf("]]>", start);
    if (end < 0) {
      throw this.#problem("CData section not finished");
    }
    this.#at = end + 3;
    return this.#checked(this.#source.slice(start, end));
  }

  #resolve(raw: string, depth = 0): string {
    this.#checked(raw);
    return raw.replace(/&([^;&<\s]*)(;?)/g, (_, name: string, semicolon: string) => {
      if (semicolon === "") {
        throw this.#problem(name === "" ? "xmlParseEntityRef: no name" : "EntityRef: expecting ';'");
      }
      if (name.startsWith("#")) {
        return this.#character(name.slice(1));
      }
      if (Object.hasOwn(predefined, name)) {
        return predefined[name] ?? "";
      }
      const entity = this.#entities.get(name);
      if (entity === undefined) {
        throw this.#problem(`Entity '${name}' not defined`);
      }
      this.#expanded += entity.length;
      if (depth > 20 || this.#expanded > 1_000_000) {
        throw this.#problem("Detected an entity reference loop");
      }
      return this.#resolve(entity, depth + 1);
    });
  }

  #character(code: string): string {
    const point = /^x[0-9a-fA-F]+$/.test(code)
      ? Number.parseInt(code.slice(1), 16)
      : /^\d+$/.test(code)
        ? Number(code)
        : -1;
    if (point < 0 || point > 0x10ffff || !isAllowed(point)) {
      throw this.#problem(`xmlParseCharRef: invalid xmlChar value ${Math.max(point, 0)}`);
    }
    return String.fromCodePoint(point);
  }

  #checked(text: string): string {
    for (const character of text) {
      const point = character.codePointAt(0) ?? 0;
      if (!isAllowed(point)) {
        throw this.#problem(`PCDATA invalid Char value ${point}`);
      }
    }
    return text;
  }

  #skipComment(): void {
    const end = this.#source.indexOf("--", this.#at + 4);
    if (end < 0) {
      throw this.#problem("Comment not terminated");
    }
    if (this.#source[end + 2] !== ">") {
      throw this.#problem("Double hyphen within comment");
    }
    this.#at = end + 3;
  }

  #skipInstruction(): void {
    if (/^<\?xml[\s?]/i.test(this.#source.slice(this.#at, this.#at + 6))) {
      throw this.#problem("XML declaration allowed only at the start of the document");
    }
    this.#skipPast("?>");
  }

  #skipPast(mark: string): void {
    const end = this.#source.indexOf(mark, this.#at);
    if (end < 0) {
      throw this.#problem("Premature end of data");
    }
    this.#at = end + mark.length;
  }

  #parseName(): string {
    namePattern.lastIndex = this.#at;
    const match = namePattern.exec(this.#source);
    if (!match) {
      throw this.#problem("xmlParseStartTag: invalid element name");
    }
    this.#at += match[0].length;
    return match[0];
  }

  #skipBlanks(): void {
    while (/[ \t\n]/.test(this.#source[this.#at] ?? "")) {
      this.#at += 1;
    }
  }

  #looksAt(mark: string): boolean {
    return this.#source.startsWith(mark, this.#at);
  }

  #line(): number {
    return this.#source.slice(0, this.#at).split("\n").length;
  }

  #problem(text: string): MalformedXml {
    return new MalformedXml(`${text} at line ${this.#line()}`);
  }
}

function isAllowed(point: number): boolean {
  const isControl = point < 0x20 && point !== 0x09 && point !== 0x0a && point !== 0x0d;
  return !isControl && !(point >= 0xd800 && point <= 0xdfff) && point !== 0xfffe && point !== 0xffff;
}
