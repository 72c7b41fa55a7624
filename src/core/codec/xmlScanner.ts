import type { Span } from "../util/span.ts";
import { errorAt, type Problem } from "./problem.ts";
import type { TextNode, TextTree } from "./textTree.ts";
import { endOf, endOfDoctype, endOfStartTag, endOfTag, trimmedLength } from "./xmlEnds.ts";
import { forbiddenCharacters, namePattern, type ReferenceMistake, resolveReferences } from "./xmlText.ts";
import { type OpenElement, ScannedElement } from "./xmlTree.ts";

/** As for JSON: more would hold up the editor. */
const maxLength = 16 * 1024 * 1024;
/** One more than for JSON, where the innermost values are no level of their own. */
const maxDepth = 101;
/** More than anybody reads. */
const maxProblems = 100;

/**
 * Reads `text` as plain XML 1.0, tolerating a byte order mark and an XML declaration. The problems tell what is not
 * well-formed, and what no document of ours holds: document types and with them entities, comments, processing
 * instructions, attributes, namespaces, text beside elements. What is wrong counts as white space, and what is open at the
 * end ends there. Takes time in proportion to the text. Never throws.
 *
 * No library takes part: those that build a tree give up at the first mistake or pass over it without a word, while a text
 * that is being typed is hardly ever well-formed, and each of its mistakes has a place.
 */
export function parseXmlTree(text: string): TextTree {
  if (text.length > maxLength) {
    return { problems: [errorAt("tooLarge", { offset: 0, length: 0 }, { limit: maxLength })] };
  }
  return new XmlScanner(text).scan();
}

const startOfTag = new RegExp(`<(${namePattern})`, "uy");
const endTag = new RegExp(`</(${namePattern})[ \\t\\r\\n]*>`, "uy");
const attribute = /[ \t\r\n]+([^\s=/"'<>]+)[ \t\r\n]*=[ \t\r\n]*(?:"[^"]*"|'[^']*')/y;
const declaration = /<\?xml((?:[ \t\r\n]+[a-z]+[ \t\r\n]*=[ \t\r\n]*(?:"[\w.-]+"|'[\w.-]+'))+)[ \t\r\n]*\?>/y;
/** The names and values of a declaration. */
const declared = /^version 1\.0(?: encoding [\w.-]+)?(?: standalone (?:yes|no))?$/;

class XmlScanner {
  readonly #text: string;
  #at = 0;
  readonly #open: OpenElement[] = [];
  #root: TextNode | undefined;
  #hasRoot = false;
  readonly #problems: Problem[] = [];
  #tooDeepAt: number | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): TextTree {
    this.#scanCharacters();
    this.#scanProlog();
    while (this.#at < this.#text.length && this.#tooDeepAt === undefined) {
      this.#scanNext();
    }
    if (this.#tooDeepAt !== undefined) {
      return { problems: [errorAt("tooDeep", { offset: this.#tooDeepAt, length: 1 }, { limit: maxDepth })] };
    }
    const innermost = this.#open.at(-1);
    if (innermost) {
      // Once it is closed, the next one around it is told.
      this.#malformed("ElementNotClosed", innermost.tag, innermost.name);
    } else if (!this.#hasRoot && this.#problems.length === 0) {
      this.#malformed("RootExpected", { offset: 0, length: 0 });
    }
    while (this.#open.length > 0) {
      this.#close(this.#text.length, this.#text.length);
    }
    const problems = this.#problems.toSorted((a, b) => a.offset - b.offset);
    return this.#root ? { root: this.#root, problems } : { problems };
  }

  #scanCharacters(): void {
    for (const { offset, codePoint } of forbiddenCharacters(this.#text)) {
      const isHalf = codePoint >= 0xd800 && codePoint <= 0xdfff;
      this.#report(isHalf ? "loneSurrogate" : "invalidCharacter", { offset, length: 1 }, { codePoint });
    }
  }

  #scanProlog(): void {
    if (this.#text.startsWith("\ufeff")) {
      this.#at++;
    }
    if (!/^<\?xml[ \t\r\n?]/.test(this.#text.slice(this.#at, this.#at + 6))) {
      return;
    }
    const match = this.#match(declaration);
    if (match && declared.test(match[1]?.match(/[\w.-]+/g)?.join(" ") ?? "")) {
      this.#at += match[0].length;
    } else {
      this.#refuse(endOf(this.#text, "?>", this.#at + 2), (span) => this.#malformed("DeclarationInvalid", span));
    }
  }

  #scanNext(): void {
    const text = this.#text;
    if (text[this.#at] !== "<") {
      const next = text.indexOf("<", this.#at);
      this.#scanText(next < 0 ? text.length : next);
    } else if (text.startsWith("<!--", this.#at)) {
      this.#refuse(endOf(this.#text, "-->", this.#at + 4), (span) => this.#report("comment", span));
    } else if (text.startsWith("<![CDATA[", this.#at)) {
      this.#scanCdata();
    } else if (text.startsWith("<?", this.#at)) {
      this.#refuse(endOf(this.#text, "?>", this.#at + 2), (span) => this.#report("instruction", span));
    } else if (text.startsWith("<!", this.#at)) {
      this.#scanDoctype();
    } else if (text.startsWith("</", this.#at)) {
      this.#scanEndTag();
    } else {
      this.#scanStartTag();
    }
  }

  #scanText(end: number): void {
    const offset = this.#at;
    const run = this.#text.slice(offset, end);
    this.#at = end;
    const element = this.#open.at(-1);
    element?.pieces.push({ kind: "text", offset, length: run.length });
    const start = run.search(/[^ \t\r\n]/);
    if (start < 0) {
      return;
    }
    const span = { offset: offset + start, length: trimmedLength(run) - start };
    if (!element) {
      this.#report("strayText", span);
      return;
    }
    element.texts.push(span);
    resolveReferences(run, (mistake, at, length) => this.#reportReference(mistake, { offset: offset + at, length }));
    for (let at = run.indexOf("]]>"); at >= 0; at = run.indexOf("]]>", at + 3)) {
      this.#malformed("GreaterThanAfterBrackets", { offset: offset + at, length: 3 });
    }
  }

  #scanCdata(): void {
    const offset = this.#at;
    const end = endOf(this.#text, "]]>", this.#at + 9);
    const span = { offset, length: (end ?? offset + 9) - offset };
    const element = this.#open.at(-1);
    if (end === undefined || !element) {
      this.#refuse(end, () =>
        end === undefined ? this.#malformed("CdataNotClosed", span) : this.#report("strayText", span),
      );
      return;
    }
    element.texts.push(span);
    element.pieces.push({ kind: "cdata", ...span });
    this.#at = end;
  }

  #scanDoctype(): void {
    if (this.#text.startsWith("<!DOCTYPE", this.#at)) {
      this.#refuse(endOfDoctype(this.#text, this.#at), (span) => this.#report("doctype", span));
    } else {
      this.#refuse(endOfTag(this.#text, this.#at), (span) => this.#malformed("MarkupInvalid", span));
    }
  }

  #scanStartTag(): void {
    const match = this.#match(startOfTag);
    const end = match && endOfStartTag(this.#text, this.#at + match[0].length);
    if (!match || end === undefined || end === null) {
      this.#scanBrokenTag(match?.[0].length);
      return;
    }
    const name = match[1] ?? "";
    const rest = this.#text.slice(this.#at + match[0].length, end - 1);
    const tag = { offset: this.#at, length: end - this.#at };
    if (this.#open.length === 0 && this.#hasRoot) {
      this.#refuse(this.#text.length, () => this.#malformed("SecondRoot", tag, name));
      return;
    }
    const isEmpty = rest.endsWith("/");
    this.#scanAttributes(tag.offset + 1 + name.length, isEmpty ? rest.slice(0, -1) : rest);
    if (name.includes(":")) {
      this.#report("namespace", { offset: tag.offset + 1, length: name.length });
    }
    const parent = this.#open.at(-1);
    if (parent) {
      parent.hasChildren = true;
    }
    this.#hasRoot = true;
    if (this.#open.length === maxDepth) {
      this.#tooDeepAt = tag.offset;
    }
    this.#open.push({ name, tag, hasChildren: false, texts: [], children: [], pieces: [] });
    this.#at = end;
    if (isEmpty) {
      this.#close(end, end);
    }
  }

  /** A `<` that begins no start tag: half of one whose name reaches so far, or a character of a text. */
  #scanBrokenTag(length: number | undefined): void {
    if (length === undefined) {
      this.#refuse(this.#at + 1, (span) => this.#malformed("UnescapedLessThan", span));
      return;
    }
    const next = this.#text.indexOf("<", this.#at + 1);
    const end = next < 0 ? this.#text.length : next;
    this.#refuse(end, ({ offset }) => this.#malformed("TagNotClosed", { offset, length }));
  }

  #scanAttributes(offset: number, source: string): void {
    const length = trimmedLength(source);
    attribute.lastIndex = 0;
    let end = 0;
    for (let match = attribute.exec(source); match; match = attribute.exec(source)) {
      const name = match[1] ?? "";
      const start = end + match[0].search(/[^ \t\r\n]/);
      end = attribute.lastIndex;
      const isNamespace = name === "xmlns" || name.includes(":");
      const span = { offset: offset + start, length: end - start };
      this.#report(isNamespace ? "namespace" : "attribute", span, { member: name });
    }
    if (end < length) {
      this.#malformed("AttributeInvalid", { offset: offset + end, length: length - end });
    }
  }

  #scanEndTag(): void {
    const match = this.#match(endTag);
    if (!match) {
      this.#refuse(endOfTag(this.#text, this.#at), (span) => this.#malformed("EndTagInvalid", span));
      return;
    }
    const [all, name = ""] = match;
    const span = { offset: this.#at, length: all.length };
    const innermost = this.#open.at(-1);
    const index = this.#open.findLastIndex((element) => element.name === name);
    if (index < 0 && innermost && !innermost.hasChildren) {
      // Behind a value it is that value's end with a slip in it.
      this.#malformed("MismatchedEndTag", span, innermost.name);
      this.#end(span);
    } else if (index < 0) {
      this.#malformed("EndTagUnexpected", span, name);
      this.#blank(span);
    } else {
      this.#dissolve(index + 1);
      this.#end(span);
    }
    this.#at += all.length;
  }

  /** The elements from `index` on, which nothing ends, are none: what is in them is in the one around. */
  #dissolve(index: number): void {
    const unclosed = this.#open.splice(index);
    for (const { name, tag } of unclosed) {
      this.#malformed("ElementNotClosed", tag, name);
    }
    const around = this.#open.at(-1);
    for (const { tag, children, pieces } of unclosed) {
      around?.children.push(...children);
      around?.pieces.push({ kind: "blank", ...tag }, ...pieces);
    }
  }

  /** At its end tag. */
  #end({ offset, length }: Span): void {
    const element = this.#open.at(-1);
    this.#close(offset, offset + length);
    if (element?.hasChildren) {
      for (const span of element.texts) {
        this.#report("strayText", span);
      }
    }
  }

  /** Takes the innermost element for read; what it holds ends at `contentEnd`. */
  #close(contentEnd: number, end: number): void {
    const element = this.#open.pop();
    if (element) {
      const closed = new ScannedElement(element, this.#text, contentEnd, end);
      const parent = this.#open.at(-1);
      parent?.children.push(closed);
      this.#root ??= parent ? undefined : closed;
    }
  }

  /** What begins here is not read, up to `end`; to the end of the text where it has none. */
  #refuse(end: number | undefined, report: (span: Span) => void): void {
    const span = { offset: this.#at, length: (end ?? this.#text.length) - this.#at };
    report(span);
    this.#blank(span);
    this.#at += span.length;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #reportReference(mistake: ReferenceMistake, span: Span): void {
    switch (mistake.kind) {
      case "ampersand":
        this.#malformed("UnescapedAmpersand", span);
        break;
      case "unknownEntity":
        this.#report("unknownEntity", span, { member: mistake.name });
        break;
      case "forbidden":
        this.#report("invalidCharacter", span, { codePoint: mistake.codePoint });
        break;
    }
  }

  #malformed(reason: string, span: Span, member?: string): void {
    this.#report("notWellFormed", span, { reason, ...(member !== undefined && { member }) });
  }

  #report(...problem: Parameters<typeof errorAt>): void {
    if (this.#problems.length < maxProblems) {
      this.#problems.push(errorAt(...problem));
    }
  }

  #blank(span: Span): void {
    this.#open.at(-1)?.pieces.push({ kind: "blank", ...span });
  }
}
