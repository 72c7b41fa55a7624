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
import { signalWhile } from "../../core/util/wantedWrites.ts";
import type { ConnectionRegistry } from "../connections/connectionRegistry.ts";
import { tellNotConnected } from "../connections/tellProblems.ts";
import type { Log } from "../diagnosis/log.ts";
import { isCancelled } from "../dialog/cancellation.ts";
import { explain } from "../dialog/present.ts";
import { isBeingDiscarded } from "../text/discarding.ts";
import { openText } from "../text/openText.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { isPersonsSave } from "./unaskedWrites.ts";
import type { FilePlace, VirtualFile, VirtualFiles } from "./virtualFile.ts";

/** Holds what files need to work. */
interface Files {
  readonly files: VirtualFiles;
  /** Events for documents whose content has changed: VS Code is to read them again. */
  readonly changes: readonly Event<vscode.Uri>[];
  /** Gives a sentence that tells which fields a refused save of a document can be about, or an empty text. */
  meantBy(error: unknown, uri: vscode.Uri): Promise<string>;
  /** Hears that a save of the document at `uri` is over; `refused` says why it stored nothing, where that is so. */
  noteSaved(uri: vscode.Uri, refused: string | undefined): void;
  /**
   * Gives what can be done about a save that met another version, as links of the extension; empty for any other save.
   */
  choicesAt(uri: vscode.Uri): string;
  /** Moves the cursor to what the service named when it refused the text. */
  goToRefused(uri: vscode.Uri, refused: string): Promise<void>;
  /** Tells that the unsaved text at `uri` was to be written, and that nobody had asked for it. */
  tellNotSent(file: VirtualFile, uri: vscode.Uri): void;
}

/**
 * The size reported of everything that can be saved. VS Code takes a file for changed behind its back when both time
 * and size have changed, and then asks questions of its own before a save. The size never changes, so VS Code never
 * asks: conflicts are found by the service's condition.
 */
const reportedSize = 0;

/**
 * Registers the scheme `artifact`. `loadFiles` makes what files need; it is called when the first file is asked for. It
 * is also called with the first document that is open: VS Code restores a document with unsaved changes without reading
 * it, and what watches it must be there all the same.
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

/** Shows documents and attachments as files of the scheme `artifact`. Answers `stat` without asking the service. */
class ArtifactFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #registry: ConnectionRegistry;
  readonly #log: Log;
  /** Gives what files need, once it is made. */
  readonly load: () => Promise<Files>;
  readonly #onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>();

  /** The content that was stored of each text, until the editor takes the text for saved. */
  readonly #stored = new WeakMap<vscode.TextDocument, string>();
  /** Counts how often a text has come to have nothing unsaved. */
  readonly #cleanings = new WeakMap<vscode.TextDocument, number>();
  /** The connections that do not exist although a document of theirs was asked for. */
  readonly #missed = new Set<string>();
  readonly #subscriptions: Disposable[] = [
    vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (document.uri.scheme === artifactScheme && isPersonsSave(document, reason)) {
        announceSave(document);
      }
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) {
        // A formatter's first change in a save comes while VS Code calls the text clean, and is noted as such.
        noteChange(document);
      } else if (!isUnsaved(document)) {
        noteClean(document);
        this.#cleanings.set(document, this.#cleaningsOf(document) + 1);
      }
      // This listener is the first to hear that a text is clean, before anybody asks whether it is.
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
    // Changes are announced as they become known, whether or not somebody watches.
    return new vscode.Disposable(() => {});
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isFolder(uri.path)) {
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    const open = openText(uri);
    // VS Code looks once more before it takes a text for saved. A text that was stored counts as saved, whatever has
    // become of its connection since.
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
    // This is asked before anything is waited for: what is typed and announced from here on belongs to another save.
    const write = typeof text === "string" ? writeOf(uri, text, (open) => this.#cleaningsOf(open)) : undefined;
    const file = await this.#file(uri);
    if (!file.write) {
      throw vscode.FileSystemError.NoPermissions(uri);
    }
    let words: string | undefined;
    try {
      // A removed connection makes this throw: all that was kept of it is gone, and nothing is to be kept of it again.
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
      words = await file.write(
        text,
        signalWhile(() => write?.isWanted() ?? true),
      );
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
      // The links are for the message of an editor. A program that writes a file which no editor shows gets words
      // alone.
      const choices = write ? (await this.load()).choicesAt(uri) : "";
      throw inWords(vscode.FileSystemError.Unavailable(withChoices(plain(words), choices)));
    }
  }

  /** Lists nothing: the tree shows what a service has. */
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

  #cleaningsOf(text: vscode.TextDocument): number {
    return this.#cleanings.get(text) ?? 0;
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

  /**
   * Throws «file not found» where there is no such connection: the tab shows the words of that alone. For any other
   * failure VS Code refers to its log.
   */
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

  /** Moves the cursor to what the service refused. Nobody waits for this: the save has failed, whatever comes of it. */
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
      // Whoever waited for the answer has given up.
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

/** VS Code cuts a message after 1000 characters, its own words first, and a link that is cut does not work. */
const maxWithChoices = 750;

function withChoices(words: string, choices: string): string {
  return choices === "" || words.length + choices.length > maxWithChoices ? words : `${words} ${choices}`;
}

/**
 * Takes its name from `error`: VS Code would show `Unavailable (FileSystemError)` before the words of a save that
 * failed, and needs the name for nothing else. VS Code says «Unable to write file …» by itself for all errors.
 */
function inWords(error: vscode.FileSystemError): vscode.FileSystemError {
  error.name = "";
  return error;
}

function fileAt<K extends Resource["kind"]>(files: VirtualFiles, kind: K, place: FilePlace<ResourceOf<K>>) {
  return files[kind](place);
}

/** Gives the text, or the error where it was saved with another encoding than UTF-8. */
function decoded(content: Uint8Array): string | { readonly error: unknown } {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (error) {
    return { error };
  }
}

/** Tells what the write of `text` means to the document that is open at `uri`; undefined where none is. */
function writeOf(uri: vscode.Uri, text: string, cleaningsOf: (text: vscode.TextDocument) => number) {
  const open = openText(uri);
  if (!open) {
    return undefined;
  }
  const isAskedFor = takeIntent(open, text);
  const shown = open.getText();
  const isShown = isSameText(shown, text);
  const { version } = open;
  const wasUnsaved = isUnsaved(open);
  const cleanings = cleaningsOf(open);
  return {
    open,
    /** Tells whether VS Code has written another character in place of half a one. */
    holdsHalfCharacter: !shown.isWellFormed() && isSameText(shown.toWellFormed(), text),
    /**
     * Tells whether the text is unsaved and nobody has asked for a save: agents end their edits with such a write, and
     * programs write a file by its URI.
     */
    isRefused: wasUnsaved && !isAskedFor,
    /**
     * Tells whether the editor will take what was stored for saved: somebody asked for the save, or the text has
     * changed since. VS Code announces no save of a clean text that skips formatters and the like.
     */
    isOfEditor: () => isAskedFor || (isShown && open.version !== version),
    /** Tells whether the text was neither discarded, reverted nor undone meanwhile, nor closed without being saved. */
    isWanted: () => {
      // VS Code closes a document whose language is changed, and opens it again at once.
      const isUnsavedStill = cleaningsOf(open) === cleanings && (open.isClosed || isUnsaved(open));
      return openText(uri) !== undefined && (!wasUnsaved || isUnsavedStill) && !isBeingDiscarded(uri);
    },
  };
}
