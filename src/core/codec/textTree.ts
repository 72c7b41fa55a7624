import type { Json } from "../model/json.ts";
import type { Span } from "../util/span.ts";
import type { LocatedEntry } from "./documentEntries.ts";
import { errorAt, type Problem } from "./problem.ts";

/** A value in the text of a document, with its place. JSON and XML have the same nodes. */
export interface TextNode extends Span {
  readonly kind: "object" | "list" | "scalar";
  /** The place of what has to be removed for the value to be gone: it includes the name of the member, or the tags. */
  readonly whole: Span;
  /** The place of what stands between its brackets or tags; for a scalar of JSON that of the scalar itself. */
  readonly content: Span;
  /** The name of a member, and the place where it is written first. */
  readonly name?: string;
  readonly nameSpan?: Span;
  /** The value of a scalar; in XML it is always a text. */
  readonly scalar?: Json;
  /** The members of an object or the items of a list, as far as they can be read. */
  readonly children: readonly TextNode[];
}

/** A text as a tree, as far as it could be read. */
export interface TextTree {
  readonly root?: TextNode;
  /**
   * Tells what is wrong with the text as JSON or XML, whatever it says. Without problems the tree has all that is in
   * it.
   */
  readonly problems: readonly Problem[];
}

/**
 * No document with more characters is read or opened. So many characters hold twenty long texts of the 64 KB that the
 * service takes. Reading XML of that length holds up the editor for about a second.
 */
export const maxDocumentLength = 1_500_000;

/** No more problems are told: nobody reads more, and a large file of something else would have millions. */
export const maxProblems = 100;

/** Gives the problem of a text that is too large to be read. */
export function sizeProblem({ length }: string): Problem | undefined {
  return length > maxDocumentLength
    ? errorAt("tooLarge", { offset: 0, length: 0 }, { limit: maxDocumentLength })
    : undefined;
}

/** Finds the member `name` of an object; of several the last one, which counts. */
export function memberNode(node: TextNode | undefined, name: string): TextNode | undefined {
  return node?.kind === "object" ? node.children.findLast((child) => child.name === name) : undefined;
}

/** Finds the node on the way `path` from `node`, or the innermost one where the way ends early. */
export function nodeOnWay(node: TextNode, path: readonly (string | number)[]): TextNode {
  let place = node;
  for (const step of path) {
    const next =
      typeof step === "number" ? (place.kind === "list" ? place.children[step] : undefined) : memberNode(place, step);
    if (!next) {
      break;
    }
    place = next;
  }
  return place;
}

/** Tells whether a place holds the offset. Its end belongs to it, as the cursor stands there after typing. */
export function contains({ offset, length }: Span, at: number): boolean {
  return at >= offset && at <= offset + length;
}

/** An entry with its node. */
export interface EntryNode {
  readonly entry: LocatedEntry;
  readonly node: TextNode;
}
