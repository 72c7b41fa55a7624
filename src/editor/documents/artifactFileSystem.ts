import * as vscode from "vscode";
import { isServiceError } from "../../core/service/serviceError.ts";
import { isFolder } from "../../core/uri.ts";
import { isSameText } from "../../core/util/isSameText.ts";
import { isCancelled } from "../cancellation.ts";
import { notConnectedText } from "../connections/problemTexts.ts";
import { openText } from "../openText.ts";
import { plain } from "../plainWords.ts";
import type { VirtualFile, VirtualFiles } from "./virtualFile.ts";

/** What the file system asks when it fails: the words for a person, and a place to keep the rest. */
export interface FailureReporter {
  /** What happened to a document and what to do next for an error of the service or the network, beginning with `what`. */
  errorSentence(error: unknown, what: string, uri: vscode.Uri): Promise<string>;
  logFailure(what: string, error: unknown): void;
  isConnected(connectionId: string): boolean;
  /** Tells the person that a document is of no connection; called once for each. */
  tellNotConnected(connectionId: string): void;
}

/**
 * The size reported of everything that can be saved. VS Code takes a file for changed behind its back when time and size both moved on,
 * and then asks questions of its own before a save; conflicts here are found by the service's condition, not by that.
 */
const reportedSize = 0;

/** The scheme `artifact`: documents and attachments as files. Answers `stat` without asking the service. */
export class ArtifactFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #kinds: () => Promise<readonly VirtualFiles[]>;
  readonly #reporter: FailureReporter;
  readonly #onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>();

  /** Files the editor is about to save: what arrives for them is the person's, even if they go on typing. */
  readonly #saving = new Set<string>();
  /** Of documents that were asked for: the connections that are not there. */
  readonly #missed = new Set<string>();
  readonly #subscriptions = [
    vscode.workspace.onWillSaveTextDocument(({ document }) => this.#saving.add(document.uri.toString())),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#saving.delete(uri.toString())),
  ];

  readonly onDidChangeFile = this.#onDidChangeFile.event;

  /** `kinds` is asked for when the first file is. */
  constructor(kinds: () => Promise<readonly VirtualFiles[]>, reporter: FailureReporter) {
    this.#kinds = kinds;
    this.#reporter = reporter;
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
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
    if (isFolder(uri.path)) {
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    this.#refuseWithoutConnection(uri);
    const { mtime, isReadOnly, sizeBytes } = (await this.#file(uri)).stat();
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime,
      size: sizeBytes ?? reportedSize,
      ...(isReadOnly && { permissions: vscode.FilePermission.Readonly }),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    this.#refuseWithoutConnection(uri);
    const file = await this.#file(uri);
    try {
      return await file.read(new AbortController().signal);
    } catch (error) {
      throw await this.#fileSystemError(error, `${file.name} could not be opened`, uri);
    }
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const file = await this.#file(uri);
    if (!file.write) {
      throw vscode.FileSystemError.NoPermissions(uri);
    }
    let words: string | undefined;
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(content);
      this.#refuseBehindUnsavedChanges(uri, text, file.name);
      // Without a way to cancel: a write that was begun is not to be left half-way; the client's time-outs end it.
      words = await file.write(text, new AbortController().signal);
    } catch (error) {
      throw await this.#fileSystemError(error, `${file.name} could not be saved`, uri);
    } finally {
      this.#saving.delete(uri.toString());
    }
    if (words !== undefined) {
      throw vscode.FileSystemError.Unavailable(plain(words));
    }
  }

  /** Nothing is listed: what a service has shows in the tree. */
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

  /** Of all failures only a missing file is shown as such in the tab; for any other VS Code refers to its log. */
  #refuseWithoutConnection({ authority }: vscode.Uri): void {
    if (this.#reporter.isConnected(authority)) {
      return;
    }
    if (!this.#missed.has(authority)) {
      this.#missed.add(authority);
      this.#reporter.tellNotConnected(authority);
    }
    throw vscode.FileSystemError.FileNotFound(plain(notConnectedText(authority)));
  }

  async #file(uri: vscode.Uri): Promise<VirtualFile> {
    for (const kind of await this.#kinds()) {
      const file = kind.at(uri);
      if (file) {
        return file;
      }
    }
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  /** Whoever writes a file by its URI does not see what a person has typed and not saved. */
  #refuseBehindUnsavedChanges(uri: vscode.Uri, text: string, name: string): void {
    const key = uri.toString();
    const open = openText(uri);
    if (open?.isDirty && !this.#saving.has(key) && !isSameText(open.getText(), text)) {
      throw vscode.FileSystemError.Unavailable(
        `${name} has unsaved changes in an editor. Nothing was written behind them: save or revert them first.`,
      );
    }
  }

  async #fileSystemError(error: unknown, what: string, uri: vscode.Uri): Promise<vscode.FileSystemError> {
    if (error instanceof vscode.FileSystemError) {
      return error;
    }
    if (isCancelled(error)) {
      // Whoever waited for it has left.
      return vscode.FileSystemError.Unavailable(`${plain(what)}. It was cancelled.`);
    }
    this.#reporter.logFailure(what, error);
    const words = plain(await this.#reporter.errorSentence(error, what, uri));
    return isServiceError(error) && error.kind === "forbidden"
      ? vscode.FileSystemError.NoPermissions(words)
      : vscode.FileSystemError.Unavailable(words);
  }
}
