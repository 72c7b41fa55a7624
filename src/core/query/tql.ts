import type { Span } from "../util/span.ts";

/** A query of the service's language as far as it could be read, and the places where it could not. */
interface ParsedQuery {
  /** The comparisons in the order of the text. */
  readonly comparisons: readonly Comparison[];
  readonly problems: readonly SyntaxProblem[];
}

/** A comparison such as `severity IN ("High", "Low")`. */
export interface Comparison {
  /** The name of a field or semantic, as it is written: `severity`, `@comments`. */
  readonly name: Piece;
  readonly operator: Operator;
  readonly operatorAt: Span;
  readonly values: readonly Value[];
}

export type Operator = "=" | "!=" | "<" | "<=" | ">" | ">=" | "BETWEEN" | "IN" | "NOT IN";

interface Piece extends Span {
  readonly text: string;
}

/** `text` is what a text says without its quotes, or the name of a function in capitals, `NOW` or `MYSELF`. */
export interface Value extends Piece {
  readonly kind: "text" | "number" | "function";
}

/**
 * - `empty`: nothing where a condition has to be
 * - `operator`: no operator after the name of a field
 * - `value`: no value after an operator
 * - `unquoted`: a word where a value has to be; texts are in quotes
 * - `unclosedText`, `unclosedParenthesis`: no end of it
 * - `connective`: neither AND nor OR between two conditions, or something after the end
 * - `unknown`: what this reader does not know: the service may
 */
export interface SyntaxProblem extends Span {
  readonly code:
    | "empty"
    | "operator"
    | "value"
    | "unquoted"
    | "unclosedText"
    | "unclosedParenthesis"
    | "connective"
    | "unknown";
}

/**
 * Reads a query of the service's language (test/service/README.md, Queries). Never throws: goes on with the next
 * condition where one cannot be read.
 *
 * It knows comparisons of fields, `BETWEEN("a", "b")`, `IN(…)`, `NOT IN(…)`, `NOW() - 1w`, `MYSELF()`, relations
 * such as `WITH PARENT`, `IS LINKED TO ARTIFACT = 5 WITH TYPE "_is_child"`, `IS COVERED BY`, joined by AND, OR and
 * parentheses.
 */
export function parseQuery(text: string): ParsedQuery {
  return new Parser(text).parse();
}

const maxProblems = 20;
/** Parentheses are read to this depth, which no person reaches. */
const deepest = 200;

class Parser {
  readonly #text: string;
  readonly #comparisons: Comparison[] = [];
  readonly #problems: SyntaxProblem[] = [];
  /** The kinds of quotes that close no text from here on: where one does not, no later one does. */
  readonly #unclosed = new Set<string>();
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): ParsedQuery {
    // Queries over several trackers are written otherwise. Whether the service takes one here is not known.
    if (/^\s*select\s/i.test(this.#text)) {
      return { comparisons: [], problems: [{ code: "unknown", offset: 0, length: this.#text.length }] };
    }
    this.#conditions();
    while (this.#at < this.#text.length && this.#problems.length < maxProblems) {
      // There is a closing parenthesis too many, or a condition without AND or OR before it.
      this.#report("connective", this.#at, this.#wordLength());
      this.#take(/[)\s]+/y);
      if (this.#at < this.#text.length) {
        this.#conditions();
      }
    }
    return { comparisons: this.#comparisons, problems: this.#problems.slice(0, maxProblems) };
  }

  /** Reads conditions with AND and OR between them, up to a closing parenthesis or whatever else does not fit. */
  #conditions(): void {
    do {
      this.#condition();
      this.#space();
    } while (this.#take(/(?:and|or)(?![\w-])/iy));
  }

  #condition(): void {
    this.#space();
    const start = this.#at;
    if (this.#take(/\(/y)) {
      this.#depth++;
      if (this.#depth > deepest) {
        this.#report("unknown", start, 1);
        this.#at = this.#text.length;
        return;
      }
      this.#conditions();
      if (!this.#take(/\)/y)) {
        this.#report("unclosedParenthesis", start, 1);
      }
      this.#depth--;
      return;
    }
    if (this.#relation()) {
      return;
    }
    const name = this.#take(/@[\w.]+|[\w-]+/y);
    if (name === undefined || /^(?:and|or)$/i.test(name)) {
      this.#at = start;
      this.#report("empty", start, 0);
      if (!/[)]/.test(this.#text[start] ?? ")") && !/^(?:and|or)/i.test(this.#text.slice(start))) {
        this.#recover();
      }
      return;
    }
    this.#comparison({ text: name, offset: start, length: name.length });
  }

  #comparison(name: Piece): void {
    this.#space();
    const offset = this.#at;
    const found = this.#take(/!=|<=|>=|=|<|>|(?:between|in|not\s+in)(?![\w-])/iy);
    if (found === undefined) {
      this.#report("operator", name.offset, name.length);
      this.#recover();
      return;
    }
    const operator = found.toUpperCase().replace(/\s+/, " ") as Operator;
    const operatorAt = { offset, length: found.length };
    const values = /^[A-Z]/.test(operator) ? this.#values(operatorAt) : [this.#value(operatorAt)];
    if (values?.every((value) => value !== undefined)) {
      this.#comparisons.push({ name, operator, operatorAt, values });
    } else {
      this.#recover();
    }
  }

  #values(after: Span): readonly Value[] | undefined {
    this.#space();
    const start = this.#at;
    if (!this.#take(/\(/y)) {
      this.#report("value", after.offset, after.length);
      return undefined;
    }
    const values: Value[] = [];
    do {
      this.#space();
      // The service takes a comma after the last value.
      if (values.length > 0 && this.#text[this.#at] === ")") {
        break;
      }
      const value = this.#value({ offset: start, length: 1 });
      if (!value) {
        return undefined;
      }
      values.push(value);
      this.#space();
    } while (this.#take(/,/y));
    if (!this.#take(/\)/y)) {
      this.#report("unclosedParenthesis", start, 1);
      return undefined;
    }
    return values;
  }

  #value(after: Span): Value | undefined {
    this.#space();
    const offset = this.#at;
    const quote = this.#text[offset];
    if (quote === '"' || quote === "'") {
      return this.#string(quote);
    }
    const called = this.#take(/[a-z_]\w*\s*\(\s*\)/iy);
    if (called !== undefined) {
      const text = (/^\w+/.exec(called)?.[0] ?? "").toUpperCase();
      if (text === "NOW") {
        this.#take(/\s*[+|-]\s*\d+\s*[dwmy](?![\w-])/iy);
      }
      if (!functions.includes(text)) {
        this.#report("unknown", offset, this.#at - offset);
      }
      return { kind: "function", text, offset, length: this.#at - offset };
    }
    const number = this.#take(/-?\d+(?:\.\d+)?(?![\w.])/y);
    if (number !== undefined) {
      return { kind: "number", text: number, offset, length: number.length };
    }
    const word = this.#take(/[^\s()"',=<>!]+/y);
    if (word === undefined || /^(?:and|or)$/i.test(word)) {
      this.#at = offset;
      this.#report("value", after.offset, after.length);
    } else {
      this.#report("unquoted", offset, word.length);
    }
    return undefined;
  }

  #string(quote: string): Value | undefined {
    const offset = this.#at;
    const content = quote === '"' ? /"([^"\\]*(?:\\.[^"\\]*)*)"/sy : /'([^'\\]*(?:\\.[^'\\]*)*)'/sy;
    const written = this.#take(content);
    if (written === undefined) {
      this.#report("unclosedText", offset, this.#text.length - offset);
      this.#at = this.#text.length;
      return undefined;
    }
    return { kind: "text", text: unescaped(written.slice(1, -1)), offset, length: written.length };
  }

  /** Reads a relation between artifacts; gives false where none stands here. */
  #relation(): boolean {
    const start = this.#at;
    const head = this.#take(
      /(?:with(?:out)?\s+(?:parent|children|child)|is\s+(?:not\s+)?(?:linked\s+(?:to|from)|covered\s+by|covered|covering))(?![\w-])/iy,
    );
    if (head === undefined) {
      // The word begins a relation elsewhere, and stands before something else here: unless it is the name of a field,
      // nobody here knows what it means.
      const unknown = this.#take(/(?:with(?:out)?|is)(?=\s+[a-z])(?!\s+(?:in|not\s+in|between)(?![\w-]))\s+[a-z]\w*/iy);
      if (unknown !== undefined) {
        this.#report("unknown", start, unknown.length);
        this.#recover();
      }
      return unknown !== undefined;
    }
    this.#space();
    const target = this.#at;
    if (this.#take(/artifact(?![\w-])/iy) !== undefined) {
      this.#target(/\s*=\s*/y, { offset: target, length: "artifact".length });
    } else if (this.#take(/tracker(?![\w-])/iy) !== undefined) {
      this.#target(/\s*!?=\s*/y, { offset: target, length: "tracker".length });
    }
    this.#space();
    const type = this.#take(/with\s+type(?![\w-])/iy);
    if (type !== undefined && !this.#value({ offset: this.#at - type.length, length: type.length })) {
      this.#recover();
    }
    return true;
  }

  #target(operator: RegExp, after: Span): void {
    if (this.#take(operator) === undefined) {
      this.#report("operator", after.offset, after.length);
      this.#recover();
    } else if (!this.#value(after)) {
      this.#recover();
    }
  }

  /** Goes on to what may follow a condition: AND, OR, a closing parenthesis or the end, but not inside of quotes. */
  #recover(): void {
    while (this.#at < this.#text.length && !/[)]/.test(this.#text[this.#at] ?? "")) {
      const start = this.#at;
      if (!/[\w-]/.test(this.#text[start - 1] ?? " ") && this.#take(/(?:and|or)(?![\w-])/iy) !== undefined) {
        this.#at = start;
        return;
      }
      const mark = this.#text[start] ?? "";
      const isPassed =
        !this.#unclosed.has(mark) &&
        this.#take(/"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'|\([^()"']*\)/sy) !== undefined;
      if (!isPassed) {
        this.#at++;
        if (mark === '"' || mark === "'") {
          this.#unclosed.add(mark);
        }
      }
    }
  }

  #space(): void {
    this.#take(/\s+/y);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #wordLength(): number {
    return /^(?:[\w@.-]+|.)?/s.exec(this.#text.slice(this.#at))?.[0].length ?? 0;
  }

  #report(code: SyntaxProblem["code"], offset: number, length: number): void {
    this.#problems.push({ code, offset, length });
  }
}

/** `OPEN()` is left out, as it is for queries over several trackers. */
const functions: readonly string[] = ["NOW", "MYSELF"];

/** Gives a text without its backslashes: `\"` is `"`, and a backslash before a line break joins the lines. */
function unescaped(text: string): string {
  return text.replace(/\\(?:\r\n|.)/gs, (written) => (/[\r\n\f]/.test(written) ? "" : written.slice(1)));
}
