import * as vscode from "vscode";
import { parsePath } from "../../core/uri.ts";
import type { ArtifactDocuments } from "./artifactDocuments.ts";

/** Where the bytes of attachments come from. */
export interface AttachmentSource {
  read(connectionId: string, artifactId: number, n: number): Promise<Uint8Array>;
}

/** Turns an error or an outcome into what VS Code shows and keeps the document dirty for. */
export interface SaveReporter {
  /** The words for a save that did not store the text; undefined when it did. May show more beside them. */
  report(uri: vscode.Uri, outcome: Awaited<ReturnType<ArtifactDocuments["save"]>>): string | undefined;
  /** The error VS Code is to be given for one of the service's or the network's. */
  fileSystemError(error: unknown, uri: vscode.Uri): vscode.FileSystemError;
}

/**
 * The size reported of everything. VS Code takes a file for changed behind its back when time and size both moved on,
 * and then asks questions of its own before a save; conflicts here are found by the service's condition, not by that.
 */
const reportedSize = 0;

/** The scheme `artifact`: artifacts' documents and attachments as files. Answers `stat` without asking the service. */
export class ArtifactFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #documents: ArtifactDocuments;
  readonly #attachments: AttachmentSource;
  readonly #reporter: SaveReporter;
  readonly #onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #subscription: vscode.Disposable;

  readonly onDidChangeFile = this.#onDidChangeFile.event;

  constructor(documents: ArtifactDocuments, attachments: AttachmentSource, reporter: SaveReporter) {
    this.#documents = documents;
    this.#attachments = attachments;
    this.#reporter = reporter;
    this.#subscription = documents.onDidChange((uri) =>
      this.#onDidChangeFile.fire([{ type: vscode.FileChangeType.Changed, uri }]),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#onDidChangeFile.dispose();
  }

  watch(): vscode.Disposable {
    // Changes are announced as they become known; nothing is watched for a listener's sake.
    return new vscode.Disposable(() => {});
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const document = this.#documents.at(uri);
    if (document) {
      const { mtime, isReadOnly } = this.#documents.stat(document);
      return {
        type: vscode.FileType.File,
        ctime: 0,
        mtime,
        size: reportedSize,
        ...(isReadOnly && { permissions: vscode.FilePermission.Readonly }),
      };
    }
    if (parsePath(uri.path)?.kind === "attachment") {
      return {
        type: vscode.FileType.File,
        ctime: 0,
        mtime: 0,
        size: reportedSize,
        permissions: vscode.FilePermission.Readonly,
      };
    }
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const document = this.#documents.at(uri);
    const resource = parsePath(uri.path);
    try {
      if (document) {
        return new TextEncoder().encode(await this.#documents.read(document, new AbortController().signal));
      }
      if (resource?.kind === "attachment") {
        return await this.#attachments.read(uri.authority, resource.artifactId, resource.n);
      }
    } catch (error) {
      throw this.#reporter.fileSystemError(error, uri);
    }
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const document = this.#documents.at(uri);
    if (!document) {
      throw vscode.FileSystemError.NoPermissions(uri);
    }
    let words: string | undefined;
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(content);
      // Without a signal: a write that was begun is not to be cancelled half-way; the client's time-outs end it.
      const outcome = await this.#documents.save(document, text, new AbortController().signal);
      words = this.#reporter.report(uri, outcome);
    } catch (error) {
      throw this.#reporter.fileSystemError(error, uri);
    }
    if (words !== undefined) {
      throw vscode.FileSystemError.Unavailable(words);
    }
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}
