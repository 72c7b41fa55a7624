import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { normalDecimal } from "../field/scalars.ts";
import type { Json } from "../model/json.ts";
import type { Span } from "../util/span.ts";
import { errorAt, type Problem } from "./problem.ts";
import { maxProblems, sizeProblem, type TextNode } from "./textTree.ts";

/** A JSON text as a tree with the place of each value, as far as it could be read. */
export interface JsonTree {
  readonly root?: Node;
  /** What is wrong with the text as JSON, whatever it says. Without an error `JSON.parse` reads the same value. */
  readonly problems: readonly Problem[];
}

/** A tree is read to this depth: far deeper than any value of the service, far shallower than the parser's stack. */
const deepestNesting = 100;

/** Reads `text` as strict JSON, tolerating a byte order mark. Never throws. */
export function parseJsonTree(text: string): JsonTree {
  const tooLarge = sizeProblem(text);
  if (tooLarge) {
    return { problems: [tooLarge] };
  }
  const json = parserInput(text);
  const deepAt = findTooDeep(json);
  if (deepAt !== undefined) {
    return { problems: [errorAt("tooDeep", { offset: deepAt, length: 1 }, { limit: deepestNesting })] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(json, errors, { disallowComments: true, allowTrailingComma: false });
  const syntaxProblems = errors
    .filter((error, index) => !isEcho(error, errors[index - 1]))
    .slice(0, maxProblems)
    .map((error) => syntaxProblem(json, error));
  return { ...(root && { root }), problems: [...syntaxProblems, ...(root ? valueProblems(json, root) : [])] };
}

/** Gives `text` without what the parser stumbles over; every place stays the same. */
function parserInput(text: string): string {
  const json = text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text;
  // A comment opened by the last two characters would reach beyond the end; a lone slash is a mistake as well.
  return json.endsWith("/*") ? `${json.slice(0, -1)} ` : json;
}

/** Gives the members of an object node that have a value; of other nodes none. */
export function membersOf(node: Node | undefined): readonly { name: string; key: Node; value: Node }[] {
  return node?.type === "object"
    ? (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
        key && value ? [{ name: String(key.value), key, value }] : [],
      )
    : [];
}

// The token kinds of jsonc-parser, whose const enums cannot be used without a compiler.
const openBrace = 1;
const closeBrace = 2;
const openBracket = 3;
const closeBracket = 4;
const endOfFile = 17;

/**
 * Tells where nesting gets too deep. Brackets that do not match count as open, so that the parser is never deeper than
 * this.
 */
export function findTooDeep(json: string): number | undefined {
  const scanner = createScanner(json, true);
  const open: number[] = [];
  for (let token: number = scanner.scan(); token !== endOfFile; token = scanner.scan()) {
    if (token === openBrace || token === openBracket) {
      if (open.push(token) > deepestNesting) {
        return scanner.getTokenOffset();
      }
    } else if ((token === closeBrace || token === closeBracket) && open.at(-1) === token - 1) {
      open.pop();
    }
  }
  return undefined;
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

function valueProblems(json: string, root: Node): readonly Problem[] {
  const problems: Problem[] = [];
  const visit = (node: Node): void => {
    if (node.type === "string" && !String(node.value).isWellFormed()) {
      problems.push(errorAt("loneSurrogate", node));
    }
    if (node.type === "number" && !isExact(json.slice(node.offset, node.offset + node.length))) {
      problems.push(errorAt("inexactNumber", node));
    }
    if (node.type === "object") {
      // A text may have more duplicates than a call can take arguments.
      problems.push(...duplicateMembers(node).slice(0, maxProblems));
    }
    node.children?.forEach(visit);
  };
  visit(root);
  return problems;
}

/** Tells whether the number that is sent has the literal's digits, as all that `JSON.stringify` prints have. */
function isExact(literal: string): boolean {
  return normalDecimal(literal) === normalDecimal(String(Number(literal)));
}

function duplicateMembers(node: Node): readonly Problem[] {
  const met = new Set<string>();
  return (node.children ?? []).flatMap(({ children: [key] = [] }): readonly Problem[] => {
    if (!key) {
      return [];
    }
    const member = String(key.value);
    const isFirst = !met.has(member);
    met.add(member);
    return isFirst ? [] : [errorAt("duplicateMember", key, { member })];
  });
}

/** A JSON value as a node of a text. Its parts are looked at only when they are asked for. */
export class JsonTextNode implements TextNode {
  readonly #node: Node;
  readonly #member: { readonly name: string; readonly key: Node } | undefined;
  #children: readonly JsonTextNode[] | undefined;

  constructor(node: Node, member?: { readonly name: string; readonly key: Node }) {
    this.#node = node;
    this.#member = member;
  }

  get offset(): number {
    return this.#node.offset;
  }

  get length(): number {
    return this.#node.length;
  }

  get kind(): TextNode["kind"] {
    return this.#node.type === "object" ? "object" : this.#node.type === "array" ? "list" : "scalar";
  }

  get whole(): Span {
    const offset = this.#member?.key.offset ?? this.offset;
    return { offset, length: this.offset + this.length - offset };
  }

  get content(): Span {
    return this.kind === "scalar" ? this : { offset: this.offset + 1, length: this.length - 2 };
  }

  get name(): string | undefined {
    return this.#member?.name;
  }

  get nameSpan(): Span | undefined {
    const key = this.#member?.key;
    return key && { offset: key.offset, length: key.length };
  }

  get scalar(): Json | undefined {
    return this.kind === "scalar" ? (this.#node.value as Json) : undefined;
  }

  get children(): readonly JsonTextNode[] {
    this.#children ??=
      this.#node.type === "array"
        ? (this.#node.children ?? []).map((child) => new JsonTextNode(child))
        : membersOf(this.#node).map(({ name, key, value }) => new JsonTextNode(value, { name, key }));
    return this.#children;
  }
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
