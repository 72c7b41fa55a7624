import { type ParseError, printParseErrorCode, visit } from "jsonc-parser";
import { normalDecimal } from "../field/scalars.ts";
import type { Json } from "../model/json.ts";
import type { Span } from "../util/span.ts";
import { errorAt, maxMarks, type Problem } from "./problem.ts";
import { maxProblems, sizeProblem, type TextNode, type TextTree } from "./textTree.ts";

/**
 * A tree is read to this depth: it is far deeper than any value of the service, and far shallower than the parser's
 * stack.
 */
const deepestNesting = 100;

/**
 * Reads `text` as strict JSON, tolerating a byte order mark. The problems tell what is wrong with it as JSON, whatever
 * it says: without an error `JSON.parse` reads the same value. Never throws.
 */
export function parseJsonTree(text: string): TextTree {
  const tooLarge = sizeProblem(text);
  if (tooLarge) {
    return { problems: [tooLarge] };
  }
  const json = parserInput(text);
  try {
    const { root, errors, problems } = new TreeReader(json);
    const syntaxProblems = errors
      .filter((error, index) => !isEcho(error, errors[index - 1]))
      .slice(0, maxProblems)
      .map((error) => syntaxProblem(json, error));
    return { ...(root && { root }), problems: [...syntaxProblems, ...problems] };
  } catch (error) {
    if (error instanceof TooDeep) {
      return { problems: [errorAt("tooDeep", { offset: error.offset, length: 1 }, { limit: deepestNesting })] };
    }
    throw error;
  }
}

/** Gives `text` without what the parser cannot take; every place stays the same. */
function parserInput(text: string): string {
  const json = text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text;
  // A comment opened by the last two characters would reach beyond the end; a lone slash is a mistake as well.
  return json.endsWith("/*") ? `${json.slice(0, -1)} ` : json;
}

/** Ends the reading of a text at the bracket where it gets too deep: the parser reads nested values by recursion. */
class TooDeep extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super();
    this.offset = offset;
  }
}

/** The name of a member whose value comes next. */
interface MemberName {
  readonly name: string;
  readonly nameSpan: Span;
}

/** A JSON value as a node of a text. */
class JsonNode implements TextNode {
  readonly kind: TextNode["kind"];
  readonly offset: number;
  length: number;
  readonly name: string | undefined;
  readonly nameSpan: Span | undefined;
  readonly scalar: Json | undefined;
  readonly children: JsonNode[];

  constructor(kind: TextNode["kind"], { offset, length }: Span, member?: MemberName, scalar?: Json) {
    this.kind = kind;
    this.offset = offset;
    this.length = length;
    this.name = member?.name;
    this.nameSpan = member?.nameSpan;
    this.scalar = scalar;
    this.children = kind === "scalar" ? none : [];
  }

  get whole(): Span {
    const offset = this.nameSpan?.offset ?? this.offset;
    return { offset, length: this.offset + this.length - offset };
  }

  get content(): Span {
    return this.kind === "scalar" ? this : { offset: this.offset + 1, length: this.length - 2 };
  }
}

const none: JsonNode[] = [];

/** Has the library's parser make the nodes of a text, and looks at each value as it is read. */
class TreeReader {
  readonly errors: ParseError[] = [];
  /** Tells what is wrong with values and names. */
  readonly problems: Problem[] = [];
  root: JsonNode | undefined;
  readonly #json: string;
  readonly #open: { readonly node: JsonNode; readonly names: Set<string> }[] = [];
  #member: MemberName | undefined;

  /** @throws TooDeep */
  constructor(json: string) {
    this.#json = json;
    const end = (offset: number, length: number) => this.#end(offset + length);
    visit(
      json,
      {
        onObjectBegin: (offset) => this.#begin("object", offset),
        onArrayBegin: (offset) => this.#begin("list", offset),
        onObjectEnd: end,
        onArrayEnd: end,
        onObjectProperty: (name, offset, length) => this.#name({ name, nameSpan: { offset, length } }),
        onLiteralValue: (value, offset, length) => this.#scalar(value, { offset, length }),
        onError: (error, offset, length) => this.errors.push({ error, offset, length }),
      },
      { disallowComments: true, allowTrailingComma: false },
    );
  }

  #begin(kind: "object" | "list", offset: number): void {
    if (this.#open.length === deepestNesting) {
      throw new TooDeep(offset);
    }
    const node = new JsonNode(kind, { offset, length: -1 }, this.#member);
    this.#add(node);
    this.#open.push({ node, names: new Set() });
  }

  #end(end: number): void {
    const closed = this.#open.pop();
    if (closed) {
      closed.node.length = end - closed.node.offset;
    }
    this.#member = undefined;
  }

  #name(member: MemberName): void {
    const names = this.#open.at(-1)?.names;
    if (names?.has(member.name)) {
      this.#report(errorAt("duplicateMember", member.nameSpan, { member: member.name }));
    }
    names?.add(member.name);
    this.#checkText(member.name, member.nameSpan);
    this.#member = member;
  }

  #scalar(value: Json, place: Span): void {
    this.#add(new JsonNode("scalar", place, this.#member, value));
    if (typeof value === "string") {
      this.#checkText(value, place);
    } else if (typeof value === "number" && !isExact(this.#json.slice(place.offset, place.offset + place.length))) {
      this.#report(errorAt("inexactNumber", place));
    }
  }

  #add(node: JsonNode): void {
    this.root ??= node;
    this.#open.at(-1)?.node.children.push(node);
    this.#member = undefined;
  }

  #checkText(text: string, place: Span): void {
    if (!text.isWellFormed()) {
      this.#report(errorAt("loneSurrogate", place));
    }
  }

  #report(problem: Problem): void {
    if (this.problems.length < maxMarks) {
      this.problems.push(problem);
    }
  }
}

/** Tells whether the parser repeats a mistake: at one place, or by missing a value behind a name that is missing. */
function isEcho(error: ParseError, previous: ParseError | undefined): boolean {
  return (
    previous !== undefined &&
    (error.offset === previous.offset ||
      (printParseErrorCode(error.error) === "ValueExpected" &&
        printParseErrorCode(previous.error) === "PropertyNameExpected"))
  );
}

function syntaxProblem(json: string, error: ParseError): Problem {
  const reason = printParseErrorCode(error.error);
  if (reason === "InvalidCommentToken") {
    return errorAt("comment", error);
  }
  const { offset } = error;
  const before = json.slice(0, offset).trimEnd().length - 1;
  return json[before] === "," && (json[offset] === "}" || json[offset] === "]")
    ? errorAt("trailingComma", { offset: before, length: 1 })
    : errorAt("syntax", error, { reason });
}

/** Tells whether the number sent for the literal has the same digits: every number that JSON.stringify prints does. */
function isExact(literal: string): boolean {
  const sent = String(Number(literal));
  // JSON has no number without end: null would be sent for it.
  return Number.isFinite(Number(literal)) && (sent === literal || normalDecimal(literal) === normalDecimal(sent));
}

/** Gives the value of a node. Of members with the same name the last one counts, as in `JSON.parse`. */
export function jsonValue({ kind, scalar, children }: TextNode): Json {
  switch (kind) {
    case "object":
      // `Object.fromEntries` makes `__proto__` a member like any other, which assignment does not.
      return Object.fromEntries(children.map((child) => [child.name, jsonValue(child)]));
    case "list":
      return children.map(jsonValue);
    case "scalar":
      return scalar ?? null;
  }
}
