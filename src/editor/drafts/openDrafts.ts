import * as vscode from "vscode";
import type { PostAttempt, PostedDraft, PostedState } from "../../core/draft/postedDraft.ts";
import { keptNotReadable } from "../../core/sentences/saving.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { getOrMake } from "../../core/util/getOrMake.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { DraftFolder, type DraftForm } from "../../core/windows/draftFolder.ts";
import { type DraftStore, SendingNotKept } from "../../core/windows/draftStore.ts";
import { HumanError } from "../dialog/present.ts";
import type { VirtualFile } from "../files/virtualFile.ts";
import type { WindowServices } from "../services/services.ts";
import { isBeingDiscarded, whileDiscarding } from "../text/discarding.ts";
import { isShown, openText, tabsShowing } from "../text/openText.ts";
import { saveText } from "../text/saveText.ts";

/** The document of a draft. */
export interface OpenDraft<A extends PostAttempt, C extends object> {
  readonly uri: vscode.Uri;
  readonly connectionId: string;
  readonly draft: PostedDraft<{ readonly kind: "request" }, unknown, A, C>;
}

/** Tells what drafts of one kind are and where they are kept. */
interface DraftsKind<A extends PostAttempt, C extends object, D> {
  readonly form: DraftForm<PostedState<A, C>>;
  /** Gives the folders, by name, in which drafts of a connection are kept below the storage. */
  folderOf(connectionId: string): readonly string[];
  /** Makes a draft for `uri`, kept in the store that `storeOf` gives for a name; undefined when the URI names none. */
  make(uri: vscode.Uri, storeOf: (connectionId: string, name: string) => DraftStore<PostedState<A, C>>): D | undefined;
}

/** Another program may hold one file. Where this many in a row cannot be read, other numbers will not help. */
const maxUnreadable = 3;

/** Holds the drafts of one kind in this window, between the texts in the editor and what is kept of them. */
export class OpenDrafts<A extends PostAttempt, C extends object, D extends OpenDraft<A, C>> extends DisposableOwner {
  readonly #dependencies: WindowServices;
  readonly #kind: DraftsKind<A, C, D>;
  readonly #drafts = new Map<string, D>();
  /** The folder in which drafts are kept, by connection. */
  readonly #folders = new Map<string, DraftFolder<PostedState<A, C>>>();
  /** The addresses that were given out and are not open yet. */
  readonly #reserved = new Set<string>();
  /** The drafts that are being closed for good: nothing of them is sent any more. */
  /** The time when each draft's text was last made anew, in milliseconds since 1970. */
  readonly #renewedMs = new Map<string, number>();
  readonly #onDidChange = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  readonly #onDidSettle = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  readonly #onDidCreate = this.disposables.add(
    new vscode.EventEmitter<{ readonly document: D; readonly created: C & { readonly text: string } }>(),
  );
  readonly #onDidFindElsewhere = this.disposables.add(new vscode.EventEmitter<D>());

  /** Fires when VS Code is to read a draft again. */
  readonly onDidChange = this.#onDidChange.event;
  /** Fires when the service may have said something else of a draft, or something else may be known of it. */
  readonly onDidSettle = this.#onDidSettle.event;
  /** Fires when an open draft was created on the service and VS Code has finished its save. */
  readonly onDidCreate = this.#onDidCreate.event;
  /** Fires when a draft is opened that another window has. */
  readonly onDidFindElsewhere = this.#onDidFindElsewhere.event;

  constructor(dependencies: WindowServices, kind: DraftsKind<A, C, D>) {
    super();
    this.#dependencies = dependencies;
    this.#kind = kind;
    const listeners = [
      vscode.workspace.onDidOpenTextDocument((text) => void this.#noticeOpen(text)),
      vscode.workspace.onDidSaveTextDocument((text) => this.#noticeCreation(text)),
      vscode.workspace.onDidCloseTextDocument((text) => this.#noticeClose(text)),
      this.#dependencies.onDidRemoveConnection((connectionId) => this.#folders.get(connectionId)?.noteRemoval()),
      this.#dependencies.onDidMoveConnection((connectionId) => this.#keepAgain(connectionId)),
    ];
    this.disposables.add(vscode.Disposable.from(...listeners));
    for (const text of vscode.workspace.textDocuments) {
      void this.#noticeOpen(text);
    }
  }

  /** Notes that a save of the draft has ended, whatever became of it. */
  noteSettled({ uri }: D): void {
    this.#onDidSettle.fire(uri);
  }

  /** Gives the draft at `uri`; undefined when the URI names none. */
  at(uri: vscode.Uri): D | undefined {
    const key = uri.toString();
    const known = this.#drafts.get(key);
    const document = known ?? this.#kind.make(uri, (connectionId, name) => this.#folder(connectionId).store(name));
    if (document) {
      this.#drafts.set(key, document);
    }
    return document;
  }

  /**
   * Gives the first draft whose address no document or tab of this window has, and under which no other draft is kept,
   * open or closed. It is this window's from here on, and shows `text` where that is given. `addresses` gives the `n`th
   * address, and others that must be free with it. Throws a HumanError where what is kept cannot be read.
   */
  async firstFree(addresses: (n: number) => readonly vscode.Uri[], text?: string): Promise<D> {
    let unreadable = 0;
    for (let n = 1; ; n++) {
      const uris = addresses(n);
      const document = uris[0] && this.at(uris[0]);
      if (!document || uris.some((each) => this.#reserved.has(each.toString()) || isShown(each))) {
        continue;
      }
      const key = document.uri.toString();
      this.#reserved.add(key);
      const begun = await document.draft.startAnew(text).catch(unlessUnreadable);
      if (begun === true) {
        return document;
      }
      this.#reserved.delete(key);
      this.#drafts.delete(key);
      if (begun !== false && ++unreadable === maxUnreadable) {
        throw begun;
      }
    }
  }

  /** Removes all that is kept of drafts of a connection. */
  forget(connectionId: string): Promise<void> {
    return this.#folder(connectionId).remove();
  }

  /** Tells VS Code of a change only where the text was made anew: a draft exists nowhere but here. */
  stat({ uri }: D): { readonly mtime: number; readonly isReadOnly: boolean } {
    return { mtime: this.#renewedMs.get(uri.toString()) ?? 0, isReadOnly: false };
  }

  /** Gives the text without unsaved changes. */
  unchanged({ draft }: D): Promise<string> {
    return draft.text(new AbortController().signal);
  }

  /** Has VS Code read the draft again; what is unsaved stays. */
  renew({ uri }: D): void {
    const key = uri.toString();
    this.#renewedMs.set(key, Math.max(Date.now(), (this.#renewedMs.get(key) ?? 0) + 1));
    this.#onDidChange.fire(uri);
  }

  /** Closes a draft for good, with its unsaved text, and sends nothing. Gives false where it stays open. */
  async discard(uri: vscode.Uri): Promise<boolean> {
    const text = openText(uri);
    return await whileDiscarding([uri], async () => {
      // VS Code closes without a question a text that it takes for saved, so a save that stores nothing goes first.
      await (text && isUnsaved(text) && saveText(text));
      return await vscode.window.tabGroups.close(tabsShowing(uri));
    });
  }

  /** Gives `files` with one change: a save of a draft that is being closed for good ends well and stores nothing. */
  withoutDiscarded<F extends (place: { readonly uri: vscode.Uri }) => VirtualFile | undefined>(
    files: F,
  ): (place: Parameters<F>[0]) => VirtualFile | undefined {
    return (place) => {
      const file = files(place);
      return file && isBeingDiscarded(place.uri) ? { ...file, write: async () => undefined } : file;
    };
  }

  async #noticeOpen(text: vscode.TextDocument): Promise<void> {
    const document = this.at(text.uri);
    if (document) {
      this.#reserved.delete(text.uri.toString());
      // VS Code reads a new draft before it opens. A draft that it restored unsaved was not read: it is looked at here
      // first.
      await document.draft.restore(true);
      if (document.draft.isElsewhere && (await document.draft.claim()) && openText(text.uri)) {
        this.#onDidFindElsewhere.fire(document);
      }
      this.#onDidSettle.fire(text.uri);
      if (!isUnsaved(text)) {
        // The artifact may have been created just before the window was closed.
        this.#noticeCreation(text);
      }
    }
  }

  #noticeCreation(text: vscode.TextDocument): void {
    const document = this.#drafts.get(text.uri.toString());
    const created = document?.draft.created;
    if (document && created) {
      this.#onDidCreate.fire({ document, created });
    }
  }

  /** Keeps open drafts again after all of the connection went: an unanswered POST stays in doubt over a restart. */
  #keepAgain(connectionId: string): void {
    for (const { uri, connectionId: of, draft } of this.#drafts.values()) {
      if (of === connectionId && openText(uri)) {
        draft.claim().catch((error: unknown) => this.#dependencies.logFailure("Keeping a draft again", error));
      }
    }
  }

  #noticeClose({ uri }: vscode.TextDocument): void {
    const document = this.at(uri);
    if (!document) {
      return;
    }
    const key = uri.toString();
    // No other draft gets the address while something of this one is kept under it.
    this.#reserved.add(key);
    // VS Code closes a document whose language is changed, and opens it again at once.
    setTimeout(async () => {
      if (!openText(uri)) {
        this.#drafts.delete(key);
        this.#renewedMs.delete(key);
        await document.draft.discard();
        this.#reserved.delete(key);
      }
    });
  }

  #folder(connectionId: string): DraftFolder<PostedState<A, C>> {
    const { registry, storage, leases, logFailure } = this.#dependencies;
    const onFailure = (error: unknown) => logFailure(`Keeping a draft of ${connectionId}`, error);
    const folder = vscode.Uri.joinPath(storage, ...this.#kind.folderOf(connectionId)).fsPath;
    const addressOf = () => registry.find(connectionId)?.url;
    return getOrMake(
      this.#folders,
      connectionId,
      () => new DraftFolder(folder, leases, this.#kind.form, addressOf, onFailure),
    );
  }
}

/** Makes an error that says why what is kept cannot be read: `EMFILE` of `EMFILE: too many open files, open '…'`. */
function unlessUnreadable(error: unknown): HumanError {
  if (!(error instanceof SendingNotKept)) {
    throw error;
  }
  const [code = ""] = error.message.split(":", 1);
  return new HumanError(keptNotReadable(code), { actions: ["retry", "showLog"], cause: error });
}
