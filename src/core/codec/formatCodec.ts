import type { Entry, EntryChange } from "../model/entry.ts";
import { BoundedMap } from "../util/boundedMap.ts";
import type { Span } from "../util/span.ts";
import type { DocumentEntries, KindOf } from "./documentEntries.ts";
import { type EditSyntax, editDocument } from "./editedDocument.ts";
import type { XmlProblem } from "./problem.ts";
import { type ReadDocument, readDocument } from "./readDocument.ts";
import { type DocumentSyntax, readEntries } from "./readEntries.ts";
import type { SnippetPart } from "./snippet.ts";
import type { TextTree } from "./textTree.ts";

/** What can be done with the documents of a format. */
export interface DocumentCodec {
  /** The entries of a text. Never throws: whatever is wrong is among the problems. */
  parse(text: string, kindOf: KindOf): DocumentEntries;
  /** Equal entries give equal texts; the text of a draft names its tracker. */
  print(entries: readonly Entry[], trackerId?: number): string;
  /**
   * Why `entries` cannot be printed in this format: empty where they can. What cannot is not printed in another way.
   */
  unprintable(entries: readonly Entry[], kindOf: KindOf): readonly XmlProblem[];
  /** `text` with the changes made to its entries, all else byte for byte; as it is where it cannot be read. */
  edit(text: string, changes: readonly EntryChange[]): string;
  /** The text read once, for all that is asked of it. Never throws. */
  read(text: string): ReadDocument;
  /** What stands, or would stand, where the cursor is; undefined inside of what is no part of a document. */
  placeAt(text: string, offset: number): TextPlace | undefined;
  /** What is put in at a place, as a snippet with `$1`; indented with tabs, for the editor to lay out. */
  snippet(part: SnippetPart): string;
}

/** How texts of a format are read and changed. */
export interface Format extends DocumentSyntax, EditSyntax {
  /** Never throws. */
  parse(text: string): TextTree;
  /** Whether a text can be changed without losing what its tree does not tell. */
  isWhole(tree: TextTree): boolean;
}

/** Reads and changes documents of a format. */
export function formatCodec(format: Format): Pick<DocumentCodec, "parse" | "edit" | "read"> {
  const read = (text: string): ReadDocument => {
    const tree = format.parse(text);
    return readDocument(text, tree.root, (kindOf) => readEntries(tree, text, kindOf, format));
  };
  return {
    read,
    parse: (text, kindOf) => read(text).entries(kindOf),
    edit(text, changes) {
      const tree = format.parse(text);
      const { nodes, values } = readEntries(tree, text, () => undefined, format);
      return values && format.isWhole(tree) && changes.length > 0
        ? editDocument(text, values, nodes, changes, format)
        : text;
    },
  };
}

/** What stands, or would stand, where the cursor is. */
export interface TextPlace {
  /**
   * Of a value: the way to it from the root, `["values", 2, "bind_value_ids", 0]`. Of a name: the way to the object. Of
   * content: the way to the element it is in; in XML what it may be is for those to say who know what belongs there.
   */
  readonly path: readonly (string | number)[];
  readonly wants: "value" | "name" | "content";
  /** Of content: how many items stand before it in the same element. */
  readonly items: number;
  /** What has been typed there, up to the cursor: `"Op`, `10`, `<va`. */
  readonly typed: string;
  /** What is to be replaced: all that is typed there, behind the cursor too. */
  readonly replace: Span;
  /** What has to stand around what is put in: a comma. */
  readonly before: string;
  readonly after: string;
}

/** Of documents that nobody has asked about for longest nothing is kept. */
const maxTexts = 20;

/** The texts of documents as they were read last: each is read once, whatever is asked about it. */
export class ReadTexts {
  readonly #last = new BoundedMap<string, ReadDocument>(maxTexts);

  /** `key` names the document of a text, which has one codec. */
  read(key: string, codec: DocumentCodec, text: string): ReadDocument {
    const last = this.#last.get(key);
    if (last?.text === text) {
      return last;
    }
    const read = codec.read(text);
    this.#last.set(key, read);
    return read;
  }
}
