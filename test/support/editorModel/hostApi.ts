import * as values from "./apiValues.ts";
import {
  Disposable,
  HostDocument,
  TabInputText,
  TextDocumentChangeReason,
  TextDocumentSaveReason,
  Uri,
  type WorkspaceEdit,
} from "./apiValues.ts";
import { ask } from "./channel.ts";
import type { EditorWindow, OpenedText } from "./editorWindow.ts";
import type { TextChange } from "./textFile.ts";

/** What a person was told, and what went wrong in the extension without anybody being told. */
export interface HostReport {
  readonly told: string[];
  readonly errors: unknown[];
}

/**
 * Makes the module `vscode` of an extension host of `window`: what the documents of artifacts need of it. Its texts are
 * those of the window, a little later.
 */
export function hostApi(window: EditorWindow, report: HostReport) {
  const { toHost, fromHost } = window;
  const askWindow = <T>(work: () => T | PromiseLike<T>) => ask(fromHost, toHost, work);

  class EventEmitter<T> {
    readonly #listeners = new Set<{ readonly call: (event: T) => unknown }>();
    readonly event = (call: (event: T) => unknown) => {
      const entry = { call };
      this.#listeners.add(entry);
      return new Disposable(() => this.#listeners.delete(entry));
    };

    fire(event: T): void {
      for (const { call } of [...this.#listeners]) {
        try {
          call(event);
        } catch (error) {
          report.errors.push(error);
        }
      }
    }

    dispose(): void {
      this.#listeners.clear();
    }
  }

  const documents = new Map<string, HostDocument>();
  const opened = new EventEmitter<HostDocument>();
  const closed = new EventEmitter<HostDocument>();
  const changed = new EventEmitter<object>();
  const saved = new EventEmitter<HostDocument>();
  const willSave = new EventEmitter<object>();
  const saveDocument = (uri: string) => askWindow(async () => (await window.files.get(uri)?.save()) ?? false);
  const open = (text: OpenedText) => {
    const document = new HostDocument(text, saveDocument);
    documents.set(text.uri, document);
    return document;
  };
  const present = window.connect({
    opened: (text) => opened.fire(open(text)),
    closed: (uri) => {
      const document = documents.get(uri);
      documents.delete(uri);
      if (document) {
        document.isClosed = true;
        closed.fire(document);
      }
    },
    changed: (uri, change, version, isDirty, reason) => {
      const document = documents.get(uri);
      if (document) {
        document.isDirty = isDirty;
        document.change(change, version);
        const undoing = reason && (reason === "undo" ? TextDocumentChangeReason.Undo : TextDocumentChangeReason.Redo);
        changed.fire({ document, contentChanges: [change], reason: undoing });
      }
    },
    dirtyChanged: (uri, isDirty) => {
      const document = documents.get(uri);
      if (document) {
        document.isDirty = isDirty;
        changed.fire({ document, contentChanges: [], reason: undefined });
      }
    },
    saved: (uri) => {
      const document = documents.get(uri);
      if (document) {
        document.isDirty = false;
        saved.fire(document);
      }
    },
    languageChanged: (uri) => {
      const document = documents.get(uri);
      if (document) {
        closed.fire(document);
        opened.fire(document);
      }
    },
    willSave: (uri) => {
      const document = documents.get(uri);
      if (document) {
        willSave.fire({ document, reason: TextDocumentSaveReason.Manual, waitUntil: () => {} });
      }
    },
  });
  present.forEach(open);

  const applyEdit = async ({ changes, uri }: WorkspaceEdit) => {
    if (uri === undefined) {
      // VS Code makes no edit of an empty one, and tells so after all that happened before.
      return await askWindow(() => false);
    }
    const document = documents.get(uri);
    if (!document) {
      return false;
    }
    const { version } = document;
    const placed = changes.map(({ range, text }): TextChange => {
      const offset = document.offsetAt(range.start);
      return { offset, length: document.offsetAt(range.end) - offset, text };
    });
    return await askWindow(() => {
      const file = window.files.get(uri);
      // VS Code refuses an edit of a text that has changed since the edit was made.
      if (!file || file.version !== version) {
        return false;
      }
      const { text: before } = file;
      placed.forEach((change) => void file.edit(change));
      window.onExtensionEdit(file, before);
      return true;
    });
  };
  const tell = async (message: string): Promise<undefined> => void report.told.push(message);
  const showText = async (uri: Uri) => {
    await askWindow(async () => void (await window.show(uri.toString())));
  };
  const nothing = () => new Disposable(() => {});

  return {
    ...values,
    EventEmitter,
    env: { language: "en" },
    l10n: undefined,
    commands: {
      registerCommand: nothing,
      executeCommand: async (command: string, uri: Uri) =>
        command === "vscode.open" || command === "vscode.openWith" ? await showText(uri) : undefined,
    },
    languages: {},
    window: {
      showInformationMessage: tell,
      showWarningMessage: tell,
      showErrorMessage: tell,
      setStatusBarMessage: nothing,
      showTextDocument: async (of: Uri | HostDocument) => await showText(of instanceof Uri ? of : of.uri),
      visibleTextEditors: [],
      activeTextEditor: undefined,
      tabGroups: {
        get all() {
          const group = { viewColumn: 1 };
          const tabs = window.tabs.map((uri) => ({ input: new TabInputText(Uri.parse(uri)), label: uri, group }));
          return [{ ...group, tabs }];
        },
        close: async (tab: { readonly input: TabInputText } | readonly unknown[]) => {
          if ("input" in tab) {
            const uri = tab.input.uri.toString();
            // VS Code asks the person about unsaved changes, who leaves the tab open then.
            await askWindow(() => (window.files.get(uri)?.isDirty ? undefined : window.close(uri)));
          }
        },
      },
    },
    workspace: {
      get textDocuments() {
        return [...documents.values()];
      },
      onDidOpenTextDocument: opened.event,
      onDidCloseTextDocument: closed.event,
      onDidChangeTextDocument: changed.event,
      onDidSaveTextDocument: saved.event,
      onWillSaveTextDocument: willSave.event,
      applyEdit,
      openTextDocument: async (uri: Uri) => {
        const key = uri.toString();
        if (!documents.has(key)) {
          await askWindow(() => window.hold(key));
        }
        return documents.get(key);
      },
      getConfiguration: () => ({ get: () => undefined, inspect: () => undefined }),
      registerTextDocumentContentProvider: nothing,
      registerFileSystemProvider: (_: string, provider: HostFileProvider) => {
        provider.onDidChangeFile((events) => {
          for (const { uri } of events) {
            fromHost.send(() => window.noticeFileChange(uri.toString()));
          }
        });
        window.provide({
          stat: async (uri) => await provider.stat(Uri.parse(uri)),
          read: async (uri) => new TextDecoder().decode(await provider.readFile(Uri.parse(uri))),
          write: async (uri, text) => await provider.writeFile(Uri.parse(uri), new TextEncoder().encode(text)),
        });
        return nothing();
      },
    },
  };
}

interface HostFileProvider {
  readonly onDidChangeFile: (listener: (events: readonly { readonly uri: Uri }[]) => void) => unknown;
  stat(uri: Uri): Promise<{ readonly mtime: number; readonly size: number }>;
  readFile(uri: Uri): Promise<Uint8Array>;
  writeFile(uri: Uri, content: Uint8Array): Promise<void>;
}
