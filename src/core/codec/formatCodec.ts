import type { Entry, EntryChange } from "../model/entry.ts";
import { BoundedMap } from "../util/boundedMap.ts";
import type { DocumentEntries, KindOf } from "./documentEntries.ts";
import { type EditSyntax, editDocument } from "./editedDocument.ts";
import type { XmlProblem } from "./problem.ts";
import { type ReadDocument, readDocument, type TextPlace } from "./readDocument.ts";
import { type DocumentSyntax, readEntries } from "./readEntries.ts";
import type { SnippetPart } from "./snippet.ts";
import type { TextTree } from "./textTree.ts";

/** Tells what can be done with the documents of a format. */
export interface DocumentCodec {
  /** Gives the entries of a text. Never throws: whatever is wrong is among the problems. */
  parse(text: string, kindOf: KindOf): DocumentEntries;
  /** Prints equal entries as equal texts; the text of a draft names its tracker. */
  print(entries: readonly Entry[], trackerId?: number): string;
  /**
   * Tells why `entries` cannot be printed in this format; gives an empty list where they can. Nothing is printed in the
   * place of what cannot be.
   */
  unprintable(entries: readonly Entry[], kindOf: KindOf): readonly XmlProblem[];
  /** Changes entries of `text`, and leaves all else byte for byte. A text that cannot be read stays as it is. */
  edit(text: string, changes: readonly EntryChange[]): string;
  /** Reads the text once, for all that is asked of it. Never throws. */
  read(text: string): ReadDocument;
  /** Gives what is put in at a place, as a snippet with `$1`. It is indented with tabs, which the editor replaces. */
  snippet(part: SnippetPart): string;
}

/** Tells how texts of a format are read and changed. */
export interface Format extends DocumentSyntax, EditSyntax {
  /** Reads a text as a tree. Never throws. */
  parse(text: string): TextTree;
  /** Tells whether a text can be changed without losing what its tree does not tell. */
  isWhole(tree: TextTree): boolean;
  /** Does what `ReadDocument` has `placeAt` for, with a text that is neither too long nor too deep. */
  placeAt(text: string, offset: number): TextPlace | undefined;
}

/** Reads and changes documents of a format. */
export function formatCodec(format: Format): Pick<DocumentCodec, "parse" | "edit" | "read"> {
  const read = (text: string): ReadDocument => {
    const tree = format.parse(text);
    return readDocument(text, tree, format.placeAt, (kindOf) => readEntries(tree, text, kindOf, format));
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

/** No more texts are kept. The one that was asked for longest ago goes first. */
const maxTexts = 20;

/** Keeps the texts of documents as they were read last, so that each is read once, whatever is asked about it. */
export class ReadTexts {
  readonly #last = new BoundedMap<string, ReadDocument>(maxTexts);

  /** Reads the text of the document named `key`, which always has the same codec. */
  read(key: string, codec: DocumentCodec, text: string): ReadDocument {
    const last = this.#last.get(key);
    if (last?.text === text) {
      return last;
    }
    const read = codec.read(text);
    this.#last.set(key, read);
    return read;
  }

  /** Gives `codec` for the document named `key`: what it reads is kept here. */
  codecOf(key: string, codec: DocumentCodec): DocumentCodec {
    const read = (text: string) => this.read(key, codec, text);
    return { ...codec, read, parse: (text, kindOf) => read(text).entries(kindOf) };
  }
}
