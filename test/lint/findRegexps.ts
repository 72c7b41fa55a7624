import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { type AnyNode, type Program, parse } from "acorn";

/** A regular expression of a source file. */
export interface FoundRegexp {
  readonly file: string;
  readonly line: number;
  /** As it is written, flags included. */
  readonly written: string;
  /** Undefined where the code makes it of what only its run knows. */
  readonly pattern?: { readonly source: string; readonly flags: string };
}

/**
 * The regular expressions of a TypeScript file: literals, and calls of `RegExp` whose arguments are texts, templates
 * and constants of modules. Throws where the file is none that Node can read.
 */
export function findRegexps(file: string, text = readFileSync(file, "utf8")): readonly FoundRegexp[] {
  const module = new Module(file, text);
  return module.regexps();
}

class Module {
  readonly #file: string;
  /** Types are blanked: places are those of the file. */
  readonly #code: string;
  readonly #program: Program;

  constructor(file: string, text = readFileSync(file, "utf8")) {
    this.#file = file;
    this.#code = stripTypeScriptTypes(text);
    this.#program = programOf(this.#code);
  }

  regexps(): readonly FoundRegexp[] {
    const found: FoundRegexp[] = [];
    for (const node of nodesOf(this.#program)) {
      const line = node.loc?.start.line ?? 0;
      const place = { file: this.#file, line, written: this.#code.slice(node.start, node.end) };
      if (node.type === "Literal" && node.regex) {
        found.push({ ...place, pattern: { source: node.regex.pattern, flags: node.regex.flags } });
      } else if (isRegExpCall(node)) {
        const [source, flags] = [node.arguments[0], node.arguments[1]].map(
          (argument) => argument && this.#text(argument),
        );
        const isKnown = source !== undefined && (flags !== undefined || node.arguments.length === 1);
        found.push(isKnown ? { ...place, pattern: { source, flags: flags ?? "" } } : place);
      }
    }
    return found;
  }

  /** What an expression comes to; undefined where that is not plain. */
  #text(node: AnyNode): string | undefined {
    switch (node.type) {
      case "Literal":
        return typeof node.value === "string" ? node.value : undefined;
      case "BinaryExpression":
        return node.operator === "+" ? joined([this.#text(node.left), this.#text(node.right)]) : undefined;
      case "TaggedTemplateExpression":
        return this.#code.slice(node.tag.start, node.tag.end) === "String.raw"
          ? this.#template(node.quasi, "raw")
          : undefined;
      case "TemplateLiteral":
        return this.#template(node, "cooked");
      case "Identifier":
        return this.#constant(node.name);
      default:
        return undefined;
    }
  }

  #template(node: AnyNode & { type: "TemplateLiteral" }, form: "raw" | "cooked"): string | undefined {
    const parts = node.quasis.flatMap(({ value }, index) => {
      const hole = node.expressions[index];
      return [value[form] ?? undefined, ...(hole ? [this.#text(hole)] : [])];
    });
    return joined(parts);
  }

  /** A constant of this module, or one that it imports from another of the project. */
  #constant(name: string): string | undefined {
    for (const statement of this.#program.body) {
      const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      if (declaration?.type === "VariableDeclaration" && declaration.kind === "const") {
        const init = declaration.declarations.find(({ id }) => id.type === "Identifier" && id.name === name)?.init;
        if (init) {
          return this.#text(init);
        }
      }
      if (statement.type === "ImportDeclaration" && String(statement.source.value).startsWith(".")) {
        const isNamed = statement.specifiers.some(
          ({ type, local }) => type === "ImportSpecifier" && local.name === name,
        );
        if (isNamed) {
          return new Module(path.resolve(path.dirname(this.#file), String(statement.source.value))).#constant(name);
        }
      }
    }
    return undefined;
  }
}

function isRegExpCall(node: AnyNode): node is AnyNode & { type: "NewExpression" | "CallExpression" } {
  const isCall = node.type === "NewExpression" || node.type === "CallExpression";
  return isCall && node.callee.type === "Identifier" && node.callee.name === "RegExp";
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.some((part) => part === undefined) ? undefined : parts.join("");
}

/** The nodes of a TypeScript file; its types are blanked, so that places are those of the file. */
export function nodesIn(text: string): readonly AnyNode[] {
  return [...nodesOf(programOf(stripTypeScriptTypes(text)))];
}

function programOf(code: string): Program {
  return parse(code, { ecmaVersion: "latest", sourceType: "module", locations: true });
}

/** `node` and all below it. */
function* nodesOf(node: AnyNode): Generator<AnyNode> {
  yield node;
  for (const member of Object.values(node)) {
    for (const each of Array.isArray(member) ? member : [member]) {
      if (typeof each === "object" && each !== null && typeof each.type === "string") {
        yield* nodesOf(each);
      }
    }
  }
}
