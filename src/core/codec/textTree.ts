import type { Json } from "../model/json.ts";
import type { Span } from "../util/span.ts";
import type { LocatedEntry } from "./documentEntries.ts";
import { errorAt, type Problem } from "./problem.ts";

/** A value in the text of a document, with its place: the same for JSON and XML. */
export interface TextNode extends Span {
  readonly kind: "object" | "list" | "scalar";
  /** What has to go for the value to be gone: with the name of the member, with the tags. */
  readonly whole: Span;
  /** What is between its brackets or tags; of a scalar of JSON the scalar itself. */
  readonly content: Span;
  /** The name of a member, and where it is written first. */
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
  /** What is wrong with the text as JSON or XML, whatever it says. Without any the tree has all that is in it. */
  readonly problems: readonly Problem[];
}

/**
 * The most characters of a document that is read, and of one that is opened: twenty long texts of the 64 KB that the
 * service takes. Reading XML of that length holds up the editor for a second or so.
 */
export const maxDocumentLength = 1_500_000;

/** More than anybody reads; a large file of something else would have millions. */
export const maxProblems = 100;

/** The problem of a text that is too large to be read. */
export function sizeProblem({ length }: string): Problem | undefined {
  return length > maxDocumentLength
    ? errorAt("tooLarge", { offset: 0, length: 0 }, { limit: maxDocumentLength })
    : undefined;
}

/** The member `name` of an object; of several the last one, which is the one that counts. */
export function memberNode(node: TextNode | undefined, name: string): TextNode | undefined {
  return node?.kind === "object" ? node.children.findLast((child) => child.name === name) : undefined;
}

/** The node on the way `path` from `node`; the innermost one on the way where it ends early. */
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

/** Tells whether a place spans the offset. Its end belongs to it: there the cursor stands after typing. */
export function contains({ offset, length }: Span, at: number): boolean {
  return at >= offset && at <= offset + length;
}

/** An entry with its node. */
export interface EntryNode {
  readonly entry: LocatedEntry;
  readonly node: TextNode;
}
