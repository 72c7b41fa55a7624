import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { type AnyNode, parse } from "acorn";
import { projectRoot } from "../support/host/paths.ts";

/** A change of the code that takes one promise away, so that tests must fail. It is found by the name of a function. */
export interface Sabotage {
  /** The promise. */
  readonly name: string;
  /** The function that keeps it, by the names around it: `serviceMessage`, `SaveProtocol.#send`. */
  readonly function: string;
  /** What is replaced in its body, once; the whole body where it is not given. */
  readonly find?: RegExp;
  readonly replace: string;
  /** The test files that must notice, from the folder of the unit tests. */
  readonly tests: readonly string[];
}

/** A source file as a sabotage leaves it; without types, which Node does not need. */
export interface Sabotaged {
  readonly file: string;
  readonly code: string;
}

/** Makes the change. Throws where the function, or what is replaced in it, is not there exactly once. */
export function sabotaged({ function: name, find = /^.*$/s, replace }: Sabotage): Sabotaged {
  const bodies = [...sources()]
    .filter(([, code]) => name.split(".").every((part) => code.includes(part)))
    .flatMap(([file, code]) => [...bodiesIn(parsed(code), name)].map((body) => ({ file, code, body })));
  const [found] = bodies;
  if (!found || bodies.length > 1) {
    throw new Error(`There are ${bodies.length} functions ${name}`);
  }
  const { file, code, body } = found;
  const before = code.slice(body.start, body.end);
  const matches = [...before.matchAll(new RegExp(find, `${find.flags}g`))].length;
  if (matches !== 1) {
    throw new Error(`${find} is ${matches} times in ${name} of ${file}`);
  }
  return { file, code: `${code.slice(0, body.start)}${before.replace(find, replace)}${code.slice(body.end)}` };
}

let read: ReadonlyMap<string, string> | undefined;

/** All source files without their types, by their paths from the project's folder. */
function sources(): ReadonlyMap<string, string> {
  read ??= new Map(
    globSync("src/**/*.ts", { cwd: projectRoot }).map((file) => [
      file,
      stripTypeScriptTypes(readFileSync(path.join(projectRoot, file), "utf8")),
    ]),
  );
  return read;
}

function parsed(code: string): AnyNode {
  return parse(code, { ecmaVersion: "latest", sourceType: "module" });
}

/** The bodies of the functions of that name; `around` are the names of what a node is in. */
function* bodiesIn(node: AnyNode, name: string, around = ""): Generator<AnyNode> {
  const own = nameOf(node);
  const names = own === undefined ? around : around === "" ? own : `${around}.${own}`;
  if (isFunction(node) && names === name && node.body) {
    yield node.body;
    return;
  }
  for (const child of Object.values(node).flat() as unknown[]) {
    if (typeof child === "object" && child !== null && "type" in child) {
      yield* bodiesIn(child as AnyNode, name, names);
    }
  }
}

function isFunction(node: AnyNode): node is AnyNode & { readonly body: AnyNode } {
  return ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(node.type);
}

/** The name that a declaration or a member gives to the function or class that it holds. */
function nameOf(node: AnyNode): string | undefined {
  switch (node.type) {
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return node.id?.name;
    case "VariableDeclarator":
      return node.id.type === "Identifier" ? node.id.name : undefined;
    case "MethodDefinition":
    case "Property":
      return node.key.type === "Identifier"
        ? node.key.name
        : node.key.type === "PrivateIdentifier"
          ? `#${node.key.name}`
          : undefined;
    default:
      return undefined;
  }
}
