import type { Span } from "./documentEntries.ts";
import type { Problem } from "./problem.ts";
import { forbiddenCharacters, namePattern, type ReferenceMistake, resolveReferences } from "./xmlText.ts";

/** What can be said of a text as XML, whatever its elements mean. */
export interface XmlSyntax {
  /** In the order of the text. */
  readonly problems: readonly Problem[];
  /**
   * The text as elements, texts and CDATA alone: what the parser can read without an accident. Every place is kept, what
   * is wrong is blanked, and what is open at the end is closed behind it. Undefined where nothing should be read.
   */
  readonly wellFormed?: string;
}

/** As for JSON: more would hold up the editor. */
const largestLength = 16 * 1024 * 1024;
/** One more than for JSON, where the innermost values are no level of their own. */
const deepestNesting = 101;
/** More than anybody reads. */
const mostProblems = 100;

/**
 * Finds all that keeps `text` from being plain XML 1.0: what is not well-formed, and what no document of ours holds
 * (document types and with them entities, comments, processing instructions, attributes, namespaces, text beside
 * elements). Takes time in proportion to the text. Never throws.
 */
export function checkXml(text: string): XmlSyntax {
  if (text.length > largestLength) {
    return {
      problems: [{ code: "tooLarge", severity: "error", offset: 0, length: 0, facts: { limit: largestLength } }],
    };
  }
  return new XmlScanner(text).scan();
}

interface OpenElement {
  readonly name: string;
  /** Of the start tag. */
  readonly tag: Span;
  hasChildren: boolean;
  /** The texts in it that are more than white space. */
  readonly texts: Span[];
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
  #hasRoot = false;
  readonly #problems: Problem[] = [];
  readonly #blanks: Span[] = [];
  #tooDeepAt: number | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): XmlSyntax {
    this.#scanCharacters();
    this.#scanProlog();
    while (this.#at < this.#text.length && this.#tooDeepAt === undefined) {
      this.#scanNext();
    }
    if (this.#tooDeepAt !== undefined) {
      const facts = { limit: deepestNesting };
      return { problems: [{ code: "tooDeep", severity: "error", offset: this.#tooDeepAt, length: 1, facts }] };
    }
    const innermost = this.#open.at(-1);
    if (innermost) {
      // Once it is closed, the next one around it is told.
      this.#malformed("ElementNotClosed", innermost.tag, innermost.name);
    } else if (!this.#hasRoot && this.#problems.length === 0) {
      this.#malformed("RootExpected", { offset: 0, length: 0 });
    }
    return {
      problems: this.#problems.toSorted((a, b) => a.offset - b.offset),
      ...(this.#hasRoot && { wellFormed: this.#wellFormed() }),
    };
  }

  #scanCharacters(): void {
    for (const { offset, codePoint } of forbiddenCharacters(this.#text)) {
      const isHalf = codePoint >= 0xd800 && codePoint <= 0xdfff;
      this.#report(isHalf ? "loneSurrogate" : "invalidCharacter", { offset, length: 1 }, { codePoint });
    }
  }

  #scanProlog(): void {
    if (this.#text.startsWith("\ufeff")) {
      this.#skip(1);
    }
    if (!/^<\?xml[ \t\r\n?]/.test(this.#text.slice(this.#at, this.#at + 6))) {
      return;
    }
    const match = this.#match(declaration);
    if (match && declared.test(match[1]?.match(/[\w.-]+/g)?.join(" ") ?? "")) {
      this.#skip(match[0].length);
    } else {
      this.#refuse(this.#endOf("?>"), (span) => this.#malformed("DeclarationInvalid", span));
    }
  }

  #scanNext(): void {
    const text = this.#text;
    if (text[this.#at] !== "<") {
      const next = text.indexOf("<", this.#at);
      this.#scanText(next < 0 ? text.length : next);
    } else if (text.startsWith("<!--", this.#at)) {
      this.#refuse(this.#endOf("-->", 4), (span) => this.#report("comment", span));
    } else if (text.startsWith("<![CDATA[", this.#at)) {
      this.#scanCdata();
    } else if (text.startsWith("<?", this.#at)) {
      this.#refuse(this.#endOf("?>"), (span) => this.#report("instruction", span));
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
    const start = run.search(/[^ \t\r\n]/);
    if (start < 0) {
      return;
    }
    const span = { offset: offset + start, length: trimmedLength(run) - start };
    const element = this.#open.at(-1);
    if (!element) {
      this.#report("strayText", span);
      this.#blank(span);
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
    const end = this.#endOf("]]>", 9);
    const span = { offset, length: (end ?? offset + 9) - offset };
    const element = this.#open.at(-1);
    if (end === undefined || !element) {
      this.#refuse(end, () =>
        end === undefined ? this.#malformed("CdataNotClosed", span) : this.#report("strayText", span),
      );
      return;
    }
    element.texts.push(span);
    this.#at = end;
  }

  #scanDoctype(): void {
    if (this.#text.startsWith("<!DOCTYPE", this.#at)) {
      this.#refuse(this.#endOfDoctype(), (span) => this.#report("doctype", span));
    } else {
      this.#refuse(this.#endOfTag(), (span) => this.#malformed("MarkupInvalid", span));
    }
  }

  #scanStartTag(): void {
    const match = this.#match(startOfTag);
    const end = match && this.#endOfStartTag(this.#at + match[0].length);
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
    if (this.#open.length === deepestNesting) {
      this.#tooDeepAt = tag.offset;
    }
    if (!isEmpty) {
      this.#open.push({ name, tag, hasChildren: false, texts: [] });
    }
    this.#at = end;
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
    if (length > 0) {
      this.#blank({ offset, length });
    }
  }

  #scanEndTag(): void {
    const match = this.#match(endTag);
    if (!match) {
      this.#refuse(this.#endOfTag(), (span) => this.#malformed("EndTagInvalid", span));
      return;
    }
    const [all, name = ""] = match;
    const span = { offset: this.#at, length: all.length };
    const innermost = this.#open.at(-1);
    const index = this.#open.findLastIndex((element) => element.name === name);
    if (index < 0 && innermost && !innermost.hasChildren) {
      // Behind a value it is that value's end with a slip in it; the parser does not compare names.
      this.#malformed("MismatchedEndTag", span, innermost.name);
      this.#close(innermost);
    } else if (index < 0) {
      this.#malformed("EndTagUnexpected", span, name);
      this.#blank(span);
    } else {
      for (const unclosed of this.#open.splice(index + 1)) {
        this.#malformed("ElementNotClosed", unclosed.tag, unclosed.name);
        this.#blank(unclosed.tag);
      }
      this.#close(this.#open[index]);
    }
    this.#at += all.length;
  }

  #close(element: OpenElement | undefined): void {
    this.#open.pop();
    if (element?.hasChildren) {
      for (const span of element.texts) {
        this.#report("strayText", span);
      }
    }
  }

  /** What begins here is not read, up to `end`; to the end of the text where it has none. */
  #refuse(end: number | undefined, report: (span: Span) => void): void {
    const span = { offset: this.#at, length: (end ?? this.#text.length) - this.#at };
    report(span);
    this.#blank(span);
    this.#at += span.length;
  }

  #skip(length: number): void {
    this.#blank({ offset: this.#at, length });
    this.#at += length;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #endOf(mark: string, from = 2): number | undefined {
    const found = this.#text.indexOf(mark, this.#at + from);
    return found < 0 ? undefined : found + mark.length;
  }

  /** Behind the next `>`, or before a `<` that comes first. */
  #endOfTag(): number | undefined {
    const next = /[<>]/g;
    next.lastIndex = this.#at + 1;
    const match = next.exec(this.#text);
    return match ? match.index + (match[0] === ">" ? 1 : 0) : undefined;
  }

  // Not regular expressions: those that skip quoted values take time without end, or more than the stack, on long texts.

  /** Behind the `>` that is in no quotes; undefined where a `<` or the end of the text comes first. */
  #endOfStartTag(from: number): number | undefined {
    const end = this.#firstUnquoted(/[<>"']/g, from);
    return end !== undefined && this.#text[end] === ">" ? end + 1 : undefined;
  }

  #endOfDoctype(): number | undefined {
    const end = this.#firstUnquoted(/[[>"']/g, this.#at);
    if (end === undefined || this.#text[end] === ">") {
      return end === undefined ? undefined : end + 1;
    }
    const endOfSubset = /\][ \t\r\n]*>/g;
    endOfSubset.lastIndex = end;
    return endOfSubset.exec(this.#text) ? endOfSubset.lastIndex : undefined;
  }

  #firstUnquoted(marks: RegExp, from: number): number | undefined {
    marks.lastIndex = from;
    for (let match = marks.exec(this.#text); match; match = marks.exec(this.#text)) {
      if (match[0] !== '"' && match[0] !== "'") {
        return match.index;
      }
      const close = this.#text.indexOf(match[0], match.index + 1);
      if (close < 0) {
        return undefined;
      }
      marks.lastIndex = close + 1;
    }
    return undefined;
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

  #report(code: Problem["code"], { offset, length }: Span, facts?: Problem["facts"]): void {
    if (this.#problems.length < mostProblems) {
      this.#problems.push({ code, severity: "error", offset, length, ...(facts && { facts }) });
    }
  }

  #blank(span: Span): void {
    this.#blanks.push(span);
  }

  #wellFormed(): string {
    const pieces: string[] = [];
    let kept = 0;
    for (const { offset, length } of this.#blanks.toSorted((a, b) => a.offset - b.offset)) {
      const start = Math.max(kept, offset);
      const end = Math.max(start, offset + length);
      pieces.push(this.#text.slice(kept, start), " ".repeat(end - start));
      kept = end;
    }
    const ends = this.#open.toReversed().map(({ name }) => `</${name}>`);
    return [...pieces, this.#text.slice(kept), ...ends].join("");
  }
}

/** Not `trimEnd`, for which more than XML's four characters are white space. */
function trimmedLength(text: string): number {
  let end = text.length;
  while (end > 0 && " \t\r\n".includes(text[end - 1] ?? "")) {
    end--;
  }
  return end;
}
