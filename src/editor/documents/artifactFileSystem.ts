import * as vscode from "vscode";
import { resourceOf } from "../resourceUri.ts";
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
  fileSystemError(error: unknown, uri: vscode.Uri, attempt: "opened" | "saved"): vscode.FileSystemError;
}

/**
 * The size reported of everything. VS Code takes a file for changed behind its back when time and size both moved on,
 * and then asks questions of its own before a save; conflicts here are found by the service's condition, not by that.
 */
const reportedSize = 0;

/** What documents are read and saved with. */
export interface DocumentAccess {
  readonly documents: ArtifactDocuments;
  readonly reporter: SaveReporter;
}

/** The scheme `artifact`: artifacts' documents and attachments as files. Answers `stat` without asking the service. */
export class ArtifactFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #access: () => Promise<DocumentAccess>;
  readonly #attachments: AttachmentSource;
  readonly #onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>();

  readonly onDidChangeFile = this.#onDidChangeFile.event;

  /** `access` is asked for when the first document is. */
  constructor(access: () => Promise<DocumentAccess>, attachments: AttachmentSource) {
    this.#access = access;
    this.#attachments = attachments;
  }

  dispose(): void {
    this.#onDidChangeFile.dispose();
  }

  /** VS Code is to read `uri` again. */
  announceChange(uri: vscode.Uri): void {
    this.#onDidChangeFile.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  watch(): vscode.Disposable {
    // Changes are announced as they become known; nothing is watched for a listener's sake.
    return new vscode.Disposable(() => {});
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { documents } = await this.#access();
    const document = documents.at(uri);
    if (document) {
      const { mtime, isReadOnly } = documents.stat(document);
      return fileStat(mtime, isReadOnly);
    }
    if (resourceOf(uri)?.resource.kind === "attachment") {
      return fileStat(0, true);
    }
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { documents, reporter } = await this.#access();
    const document = documents.at(uri);
    const resource = resourceOf(uri)?.resource;
    try {
      if (document) {
        return new TextEncoder().encode(await documents.read(document, new AbortController().signal));
      }
      if (resource?.kind === "attachment") {
        return await this.#attachments.read(uri.authority, resource.artifactId, resource.n);
      }
    } catch (error) {
      throw reporter.fileSystemError(error, uri, "opened");
    }
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const { documents, reporter } = await this.#access();
    const document = documents.at(uri);
    if (!document) {
      throw vscode.FileSystemError.NoPermissions(uri);
    }
    let words: string | undefined;
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(content);
      // Without a signal: a write that was begun is not to be cancelled half-way; the client's time-outs end it.
      const outcome = await documents.save(document, text, new AbortController().signal);
      words = reporter.report(uri, outcome);
    } catch (error) {
      throw reporter.fileSystemError(error, uri, "saved");
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

function fileStat(mtime: number, isReadOnly: boolean): vscode.FileStat {
  return {
    type: vscode.FileType.File,
    ctime: 0,
    mtime,
    size: reportedSize,
    ...(isReadOnly && { permissions: vscode.FilePermission.Readonly }),
  };
}
