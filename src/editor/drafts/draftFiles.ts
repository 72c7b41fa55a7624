import type { Uri } from "vscode";
import type { VirtualFile, VirtualFiles } from "../documents/virtualFile.ts";
import type { DraftDocuments } from "./draftDocuments.ts";
import type { DraftReporter } from "./draftReporter.ts";

/** Drafts as files. */
export class DraftFiles implements VirtualFiles {
  readonly #documents: DraftDocuments;
  readonly #report: DraftReporter;

  constructor(documents: DraftDocuments, report: DraftReporter) {
    this.#documents = documents;
    this.#report = report;
  }

  at(uri: Uri): VirtualFile | undefined {
    const document = this.#documents.at(uri);
    return (
      document && {
        name: "The draft",
        stat: () => ({ mtime: 0, isReadOnly: false }),
        read: async (signal) => new TextEncoder().encode(await document.draft.text(signal)),
        write: async (text, signal) => this.#report(document, await this.#documents.save(document, text, signal)),
      }
    );
  }
}
