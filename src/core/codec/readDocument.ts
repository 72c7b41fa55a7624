import type { FieldKind } from "../model/fieldKind.ts";
import type { Span } from "../util/span.ts";
import type { DocumentEntries, KindOf, LocatedEntry } from "./documentEntries.ts";
import type { Problem } from "./problem.ts";
import { type EntryNode, memberNode, nodeOnWay, type TextNode, type TextTree } from "./textTree.ts";

/** A text that was read once: everything that is asked of it is answered from the same tree. */
export interface ReadDocument {
  readonly text: string;
  /** It is undefined where nothing can be read. */
  readonly root: TextNode | undefined;
  /** The list of the entries, where there is one. */
  readonly values: TextNode | undefined;
  /** The entries in the order of the text. Their members may have been read without the kinds of fields. */
  readonly nodes: readonly ReadEntry[];
  /**
   * Gives what the text says to a reader that knows the kinds of its fields. It is read anew only when a kind changes.
   */
  entries(kindOf: KindOf): DocumentEntries;
  /** Gives the ids that an entry names. */
  idsIn(entry: LocatedEntry): readonly LocatedId[];
  /**
   * Gives the place of a value inside an entry, `["bind_value_ids", 1]`, or the innermost place on the way that is
   * there.
   */
  locate(entry: LocatedEntry, path: readonly (string | number)[]): Span;
  /**
   * Tells what stands, or would stand, at the cursor; undefined where that is no part of a document, and in a text that
   * is too long or too deep to be read.
   */
  placeAt(offset: number): TextPlace | undefined;
}

/** Tells what stands, or would stand, at the cursor. */
export interface TextPlace {
  /**
   * The way from the root: to a value, such as `["values", 2, "bind_value_ids", 0]`, to the object in which a name
   * stands, or to the element around content. The reader has to know what may be content of that element.
   */
  readonly path: readonly (string | number)[];
  readonly wants: "value" | "name" | "content";
  /** The number of items before content in the same element. */
  readonly items: number;
  /** The characters typed there, up to the cursor: `"Op`, `10`, `<va`. */
  readonly typed: string;
  /** The place of all that is typed there, behind the cursor too: it is to be replaced. */
  readonly replace: Span;
  /** The characters that have to stand before what is put in: a comma, or nothing. */
  readonly before: string;
  readonly after: string;
}

/** An entry with its node, and the ids it names. */
interface ReadEntry extends EntryNode {
  readonly ids: readonly LocatedId[];
}

/** Holds what a text says to a reader that knows the kinds of its fields, with the nodes of the entries. */
interface Interpretation {
  readonly entries: DocumentEntries;
  readonly nodes: readonly EntryNode[];
}

const unreadCodes: readonly Problem["code"][] = ["tooLarge", "tooDeep"];

/** Makes a document of the tree that a format has read. */
export function readDocument(
  text: string,
  { root, problems }: TextTree,
  placeAt: (text: string, offset: number) => TextPlace | undefined,
  interpret: (kindOf: KindOf) => Interpretation,
): ReadDocument {
  let last: (Interpretation & { readonly kinds: ReadonlyMap<number, FieldKind | undefined> }) | undefined;
  let nodes: readonly ReadEntry[] | undefined;
  let entryAt: ReadonlyMap<number, ReadEntry> | undefined;
  const found = ({ offset }: LocatedEntry): ReadEntry | undefined => {
    entryAt ??= new Map(document.nodes.map((each) => [each.entry.offset, each]));
    return entryAt.get(offset);
  };
  const document: ReadDocument = {
    text,
    root,
    get values() {
      return memberNode(root, "values");
    },
    get nodes() {
      // The kinds of the fields do not change the places, so they need not be known here.
      nodes ??= (last ?? interpret(() => undefined)).nodes.map((each) => ({ ...each, ids: idsInEntry(each.node) }));
      return nodes;
    },
    entries(kindOf) {
      if (!last || ![...last.kinds].every(([fieldId, kind]) => kindOf(fieldId) === kind)) {
        const kinds = new Map<number, FieldKind | undefined>();
        const noted: KindOf = (fieldId) => {
          const kind = kindOf(fieldId);
          kinds.set(fieldId, kind);
          return kind;
        };
        last = { kinds, ...interpret(noted) };
      }
      return last.entries;
    },
    idsIn: (entry) => found(entry)?.ids ?? [],
    locate(entry, path) {
      const node = found(entry)?.node;
      const place = node && nodeOnWay(node, path);
      return place && place !== node ? place : { offset: entry.offset, length: entry.length };
    },
    placeAt: (offset) => (problems.some(({ code }) => unreadCodes.includes(code)) ? undefined : placeAt(text, offset)),
  };
  return document;
}

/** An id in the value of an entry, with its place in the text. */
export interface LocatedId {
  /** The id as `String(id)` writes it. */
  readonly id: string;
  readonly offset: number;
  readonly length: number;
}

/**
 * Gives the ids that an entry names, in the order of the text: of list values, users and groups, linked artifacts and
 * attachments. A `value` that is a plain number is no id.
 */
function idsInEntry(entry: TextNode): readonly LocatedId[] {
  return entry.children.flatMap((member) => {
    switch (member.name) {
      case "bind_value_ids":
        return scalarIds(member);
      case "links":
      case "all_links":
        return objectIds(member);
      case "parent":
        return memberIds(member);
      case "value":
        return [...scalarIds(member), ...idsInValue(member)];
      default:
        return [];
    }
  });
}

function idsInValue(value: TextNode): readonly LocatedId[] {
  return membersIn(value).flatMap((member) => {
    switch (member.name) {
      case "bind_value_objects":
        return objectIds(member);
      case "granted_groups":
        return scalarIds(member);
      default:
        return [];
    }
  });
}

function scalarIds(list: TextNode): readonly LocatedId[] {
  return itemsOf(list).flatMap(idAt);
}

function objectIds(list: TextNode): readonly LocatedId[] {
  return itemsOf(list).flatMap(memberIds);
}

function memberIds(object: TextNode): readonly LocatedId[] {
  const id = memberNode(object, "id");
  return id ? idAt(id) : [];
}

function itemsOf(node: TextNode): readonly TextNode[] {
  return node.kind === "list" ? node.children : [];
}

function membersIn(node: TextNode): readonly TextNode[] {
  return node.kind === "object" ? node.children : [];
}

function idAt({ kind, scalar, offset, length }: TextNode): readonly LocatedId[] {
  const id = typeof scalar === "string" ? scalar.trim() : scalar;
  return kind === "scalar" && (typeof id === "number" || (typeof id === "string" && id !== ""))
    ? [{ id: String(id), offset, length }]
    : [];
}
