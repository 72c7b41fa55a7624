import type { Entry, EntryChange } from "../model/entry.ts";
import type { DocumentEntries, KindOf } from "./documentEntries.ts";
import { type EditSyntax, editDocument } from "./editedDocument.ts";
import type { XmlProblem } from "./problem.ts";
import { type ReadDocument, readDocument } from "./readDocument.ts";
import { type DocumentSyntax, readEntries } from "./readEntries.ts";
import type { SnippetPart } from "./snippet.ts";
import type { TextPlace } from "./textPlace.ts";
import type { TextTree } from "./textTree.ts";

/** What can be done with the documents of a format. */
export interface DocumentCodec {
  /** The entries of a text. Never throws: whatever is wrong is among the problems. */
  parse(text: string, kindOf: KindOf): DocumentEntries;
  /** The same text for the same entries; that of a draft names its tracker. */
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
