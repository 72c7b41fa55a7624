import type { Uri } from "vscode";
import type { VirtualFile } from "./virtualFile.ts";

/** Documents of one kind, as far as VS Code reads and saves them. */
interface SavableTexts<Document, Outcome> {
  /** Gives the document at `uri`; undefined when the URI names none. */
  at(uri: Uri): Document | undefined;
  stat(document: Document): ReturnType<VirtualFile["stat"]>;
  /** Reads the document's text. Like `save`, it throws what `present.ts` can explain. */
  read(document: Document, signal: AbortSignal): Promise<string>;
  /**
   * Gives the text of a document without its unsaved changes, as far as it is known here. Asks no service where it is
   * open.
   */
  unchanged(document: Document): Promise<string | undefined>;
  save(document: Document, text: string, signal: AbortSignal): Promise<Outcome>;
}

/**
 * Makes files of documents. `nameOf` gives the name of a document. `report` tells what became of its save: it gives
 * words where the text was not stored, and undefined where it was.
 */
export function textFiles<Document, Outcome>(
  documents: SavableTexts<Document, Outcome>,
  nameOf: (document: Document) => string,
  report: (document: Document, outcome: Outcome, text: string) => string | undefined | Promise<string | undefined>,
): (place: { readonly uri: Uri }) => VirtualFile | undefined {
  return ({ uri }) => {
    const document = documents.at(uri);
    return (
      document && {
        name: nameOf(document),
        stat: () => documents.stat(document),
        read: async (signal) => new TextEncoder().encode(await documents.read(document, signal)),
        unchanged: () => documents.unchanged(document),
        write: async (text, signal) => await report(document, await documents.save(document, text, signal), text),
      }
    );
  };
}
