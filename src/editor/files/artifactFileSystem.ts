import * as vscode from "vscode";
import { artifactScheme, isFolder, type Resource, type ResourceOf } from "../../core/model/uri.ts";
import { connectionIsGone } from "../../core/sentences/connections.ts";
import {
  fileNotSaved,
  holdsHalfCharacter,
  notOpened,
  saveNotAnnounced,
  wasCancelled,
} from "../../core/sentences/files.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import type { Disposable } from "../../core/util/disposable.ts";
import type { Event } from "../../core/util/event.ts";
import { once } from "../../core/util/once.ts";
import { plain } from "../../core/util/plainWords.ts";
import { announceSave, noteChange, noteClean, takeIntent } from "../../core/util/saveIntents.ts";
import { isSameText, isUnsaved, noteStored } from "../../core/util/unsaved.ts";
import type { ConnectionRegistry } from "../connections/connectionRegistry.ts";
import { tellNotConnected } from "../connections/tellProblems.ts";
import type { Log } from "../diagnosis/log.ts";
import { isCancelled } from "../dialog/cancellation.ts";
import { explain } from "../dialog/present.ts";
import { openText } from "../text/openText.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { isPersonsSave } from "./unaskedWrites.ts";
import type { FilePlace, VirtualFile, VirtualFiles } from "./virtualFile.ts";

/** All that can be a file. */
interface Files {
  readonly files: VirtualFiles;
  /** Each tells of documents whose content is another: VS Code is to read them again. */
  readonly changes: readonly Event<vscode.Uri>[];
  /** Tells which fields a refused save of a document can be about, as a sentence; else empty. */
  meantBy(error: unknown, uri: vscode.Uri): Promise<string>;
  /** A save of the document at `uri` is over; `refused` says why it stored nothing, where that is so. */
  noteSaved(uri: vscode.Uri, refused: string | undefined): void;
  /** Tells what can be done about a save that met another version, as links of ours; empty where that is no case. */
  choicesAt(uri: vscode.Uri): string;
  /** Puts the cursor to what the service named when it refused the text. */
  goToRefused(uri: vscode.Uri, refused: string): Promise<void>;
  /** Tells that the unsaved text at `uri` was to be written, and that nobody had asked for it. */
  tellNotSent(file: VirtualFile, uri: vscode.Uri): void;
}

/**
 * The size reported of everything that can be saved. VS Code takes a file for changed behind its back when time and
 * size both moved on, and then asks questions of its own before a save; conflicts here are found by the service's
 * condition, not by that.
 */
const reportedSize = 0;

/**
 * Registers the scheme `artifact`. A restored document with unsaved changes is not read, so nothing else would ask for
 * what watches it: that is made with the first document that is open. `loadFiles` makes what files need; it is called
 * when the first file is asked for.
 */
export function registerFileSystem(
  registry: ConnectionRegistry,
  log: Log,
  loadFiles: () => Promise<Files>,
): vscode.Disposable {
  const files = new ArtifactFileSystem(registry, log, loadFiles);
  const loadFor = ({ uri }: vscode.TextDocument) => {
    if (uri.scheme.startsWith(artifactScheme)) {
      files.load().catch((error: unknown) => log.failure("Loading what documents need", error));
    }
  };
  vscode.workspace.textDocuments.forEach(loadFor);
  return vscode.Disposable.from(
    files,
    vscode.workspace.registerFileSystemProvider(artifactScheme, files, { isCaseSensitive: true }),
    vscode.workspace.onDidOpenTextDocument(loadFor),
  );
}

/** The scheme `artifact`: documents and attachments as files. Answers `stat` without asking the service. */
class ArtifactFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #registry: ConnectionRegistry;
  readonly #log: Log;
  /** Gives what files need, once it is made. */
  readonly load: () => Promise<Files>;
  readonly #onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>();

  /** What was stored of texts, until the editor takes them for saved. */
  readonly #stored = new WeakMap<vscode.TextDocument, string>();
  /** The connections that are not there, of documents that were asked for. */
  readonly #missed = new Set<string>();
  readonly #subscriptions: Disposable[] = [
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (document.uri.scheme === artifactScheme && isPersonsSave(document, reason)) {
        announceSave(document);
      }
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) {
        // The first change of a clean text, which may be one that takes part in its save, comes as that of a clean one.
        noteChange(document);
      } else if (!isUnsaved(document)) {
        noteClean(document);
      }
      // The first to be told that a text is clean, before whoever asks whether it is.
      this.#noteStored(document);
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      this.#noteStored(document);
      this.#stored.delete(document);
    }),
  ];

  readonly onDidChangeFile = this.#onDidChangeFile.event;

  constructor(registry: ConnectionRegistry, log: Log, loadFiles: () => Promise<Files>) {
    this.#registry = registry;
    this.#log = log;
    this.load = once(async () => {
      const files = await loadFiles();
      this.#subscriptions.push(...files.changes.map((onDidChange) => onDidChange((uri) => this.#announceChange(uri))));
      return files;
    });
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
    this.#onDidChangeFile.dispose();
  }

  watch(): vscode.Disposable {
    // Changes are announced as they become known; nothing is watched for a listener's sake.
    return new vscode.Disposable(() => {});
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isFolder(uri.path)) {
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    const open = openText(uri);
    // VS Code looks once more before it takes a text for saved. What was stored is saved, whatever became of the
    // connection.
    if (!open || !this.#stored.has(open)) {
      this.#refuseWithoutConnection(uri);
    }
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
      throw await this.#fileSystemError(error, notOpened(file.name), uri);
    }
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const text = decoded(content);
    // Asked before anything is waited for: what is typed and announced from here on is of another save.
    const write = typeof text === "string" ? writeOf(uri, text) : undefined;
    const file = await this.#file(uri);
    if (!file.write) {
      throw vscode.FileSystemError.NoPermissions(uri);
    }
    let words: string | undefined;
    try {
      // What is kept of a connection that was removed is gone, and nothing is to be kept of it again.
      this.#registry.get(uri.authority);
      if (typeof text !== "string") {
        throw text.error;
      }
      if (write?.holdsHalfCharacter) {
        throw vscode.FileSystemError.Unavailable(holdsHalfCharacter);
      }
      if (write?.isRefused) {
        (await this.load()).tellNotSent(file, uri);
        throw vscode.FileSystemError.Unavailable(plain(saveNotAnnounced(file.name)));
      }
      // Without a way to cancel: a write that was begun is not to be left half-way; the client's time-outs end it.
      words = await file.write(text, new AbortController().signal);
      if (write?.isOfEditor() && words === undefined) {
        this.#stored.set(write.open, text);
      }
    } catch (error) {
      const told = await this.#fileSystemError(error, fileNotSaved(file.name), uri);
      (await this.load()).noteSaved(uri, told.message);
      if (isServiceError(error) && typeof text === "string") {
        void this.#goToRefused(uri, text);
      }
      throw inWords(told);
    }
    (await this.load()).noteSaved(uri, words);
    if (words !== undefined) {
      // Whoever writes a file that no editor shows is told in words alone.
      const choices = write ? (await this.load()).choicesAt(uri) : "";
      throw inWords(vscode.FileSystemError.Unavailable(withChoices(plain(words), choices)));
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

  #noteStored(text: vscode.TextDocument): void {
    const stored = text.isDirty ? undefined : this.#stored.get(text);
    if (stored !== undefined) {
      noteStored(text, stored);
    }
  }

  #announceChange(uri: vscode.Uri): void {
    this.#onDidChangeFile.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** Only a missing file is shown as such in the tab; for any other failure VS Code refers to its log. */
  #refuseWithoutConnection({ authority }: vscode.Uri): void {
    if (this.#registry.find(authority) !== undefined) {
      return;
    }
    if (!this.#missed.has(authority) && !this.#registry.wasConnected(authority)) {
      void tellNotConnected(authority);
    }
    this.#missed.add(authority);
    throw vscode.FileSystemError.FileNotFound(plain(connectionIsGone(authority)));
  }

  async #file(uri: vscode.Uri): Promise<VirtualFile> {
    const place = resourceOf(uri);
    const { files } = await this.load();
    const file = place && fileAt(files, place.resource.kind, { uri, ...place });
    if (file) {
      return file;
    }
    throw vscode.FileSystemError.FileNotFound(plain(uri.toString()));
  }

  /** Not waited for: the save has failed, whatever comes of this. */
  async #goToRefused(uri: vscode.Uri, refused: string): Promise<void> {
    try {
      await (await this.load()).goToRefused(uri, refused);
    } catch (error) {
      this.#log.failure("Going to what the service refused", error);
    }
  }

  async #fileSystemError(error: unknown, what: string, uri: vscode.Uri): Promise<vscode.FileSystemError> {
    if (error instanceof vscode.FileSystemError) {
      return error;
    }
    if (isCancelled(error)) {
      // Whoever waited for it has left.
      return vscode.FileSystemError.Unavailable(plain(wasCancelled(what)));
    }
    this.#log.failure(what, error);
    const { message } = await explain(error, what);
    const words = plain(`${message} ${await (await this.load()).meantBy(error, uri)}`.trim());
    return isServiceError(error) && error.kind === "forbidden"
      ? vscode.FileSystemError.NoPermissions(words)
      : vscode.FileSystemError.Unavailable(words);
  }
}

/** VS Code cuts a message after 1000 characters, its own before ours included: a link that is cut is none. */
const maxWithChoices = 750;

function withChoices(words: string, choices: string): string {
  return choices === "" || words.length + choices.length > maxWithChoices ? words : `${words} ${choices}`;
}

/**
 * `error` without its name, `Unavailable (FileSystemError)`, which VS Code shows before the words of a save that failed
 * and needs for nothing else of these. «Unable to write file …» it says by itself, of all errors.
 */
function inWords(error: vscode.FileSystemError): vscode.FileSystemError {
  error.name = "";
  return error;
}

function fileAt<K extends Resource["kind"]>(files: VirtualFiles, kind: K, place: FilePlace<ResourceOf<K>>) {
  return files[kind](place);
}

/** The text, or why there is none: it was saved with another encoding. */
function decoded(content: Uint8Array): string | { readonly error: unknown } {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (error) {
    return { error };
  }
}

/** Tells what the write of `text` means to the document that is open at `uri`; undefined where none is. */
function writeOf(uri: vscode.Uri, text: string) {
  const open = openText(uri);
  if (!open) {
    return undefined;
  }
  const isAskedFor = takeIntent(open, text);
  const shown = open.getText();
  const isShown = isSameText(shown, text);
  const { version } = open;
  return {
    open,
    /** VS Code has written another character in place of half a one. */
    holdsHalfCharacter: !shown.isWellFormed() && isSameText(shown.toWellFormed(), text),
    /**
     * Nobody has asked for a save of what is unsaved: agents end their edits so, and programs write a file by its URI.
     */
    isRefused: isUnsaved(open) && !isAskedFor,
    /**
     * Tells whether VS Code is to be told what was stored. It announces no save of a clean text that skips what takes
     * part.
     */
    isOfEditor: () => isAskedFor || (isShown && open.version !== version),
  };
}
