import type { Uri } from "vscode";
import type { ArtifactDocuments } from "./artifactDocuments.ts";
import type { SaveReporter } from "./saveReporter.ts";
import type { VirtualFile, VirtualFiles } from "./virtualFile.ts";

/** Artifacts' documents as files. */
export class ArtifactFiles implements VirtualFiles {
  readonly #documents: ArtifactDocuments;
  readonly #report: SaveReporter;

  constructor(documents: ArtifactDocuments, report: SaveReporter) {
    this.#documents = documents;
    this.#report = report;
  }

  at(uri: Uri): VirtualFile | undefined {
    const document = this.#documents.at(uri);
    return (
      document && {
        name: `Artifact #${document.artifactId}`,
        stat: () => this.#documents.stat(document),
        read: async (signal) => new TextEncoder().encode(await this.#documents.read(document, signal)),
        write: async (text, signal) => this.#report(document, await this.#documents.save(document, text, signal)),
      }
    );
  }
}
