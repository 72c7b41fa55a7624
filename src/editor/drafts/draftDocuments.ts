import * as vscode from "vscode";
import { artifactDrafts, type CreateOutcome, Draft } from "../../core/draft/draft.ts";
import type { DraftState } from "../../core/draft/ports.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import type { DocumentFormat } from "../../core/model/uri.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { getOrMake } from "../../core/util/getOrMake.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { DraftFolder } from "../../core/windows/draftFolder.ts";
import type { RefusedText } from "../documents/guardedDocument.ts";
import type { Services } from "../services/services.ts";
import { openText } from "../text/openText.ts";
import { resourceOf, uriOf } from "../text/resourceUri.ts";
import { isShown } from "../text/tabsOf.ts";

/** The document of a draft: where it is, and what it is of. */
export interface DraftDocument {
  readonly uri: vscode.Uri;
  readonly connectionId: string;
  readonly trackerId: number;
  readonly format: DocumentFormat;
  readonly draft: Draft;
}

export type DraftDependencies = Pick<
  Services,
  "serviceOf" | "tracker" | "storage" | "leases" | "onDidRemoveConnection" | "logFailure"
>;

/** The drafts of this window, between the texts in the editor and what is kept of them. */
export class DraftDocuments extends DisposableOwner {
  readonly #dependencies: DraftDependencies;
  readonly #drafts = new Map<string, DraftDocument>();
  /** By connection. */
  readonly #folders = new Map<string, DraftFolder<DraftState>>();
  /** Given out, not open yet. */
  readonly #reserved = new Set<string>();
  /** What the service said to the last save. */
  readonly #refusals = new Map<string, RefusedText>();
  readonly #onDidSettle = new vscode.EventEmitter<vscode.Uri>();
  readonly #onDidCreate = new vscode.EventEmitter<{ readonly document: DraftDocument; readonly artifactId: number }>();
  readonly #onDidFindElsewhere = new vscode.EventEmitter<DraftDocument>();

  /** What the service said of a draft, or what is known of its fields, may be something else now. */
  readonly onDidSettle = this.#onDidSettle.event;
  /** A draft that is open has become an artifact, and VS Code has finished its save. */
  readonly onDidCreate = this.#onDidCreate.event;
  /** A draft was opened that another window has. */
  readonly onDidFindElsewhere = this.#onDidFindElsewhere.event;

  constructor(dependencies: DraftDependencies) {
    super();
    this.#dependencies = dependencies;
    const listeners = [
      this.#onDidSettle,
      this.#onDidCreate,
      this.#onDidFindElsewhere,
      vscode.workspace.onDidOpenTextDocument((text) => void this.#noticeOpen(text)),
      vscode.workspace.onDidSaveTextDocument((text) => this.#noticeCreation(text)),
      vscode.workspace.onDidCloseTextDocument((text) => this.#noticeClose(text)),
      dependencies.onDidRemoveConnection((connectionId) => this.#folders.get(connectionId)?.noteRemoval()),
    ];
    this.disposables.add(vscode.Disposable.from(...listeners));
    for (const text of vscode.workspace.textDocuments) {
      void this.#noticeOpen(text);
    }
  }

  /** The draft at `uri`; undefined when the URI names none. */
  at(uri: vscode.Uri): DraftDocument | undefined {
    const known = this.#drafts.get(uri.toString());
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    if (known || resource?.kind !== "draft") {
      return known;
    }
    const { trackerId, n, format } = resource;
    const { serviceOf, tracker } = this.#dependencies;
    const store = this.#folder(connectionId).store(`${trackerId}-${n}.${format}`);
    const draft = new Draft(
      { trackerId, format },
      {
        service: {
          createArtifact: async (...args) => (await serviceOf(connectionId)).createArtifact(...args),
          recentArtifacts: async (...args) => (await serviceOf(connectionId)).recentArtifacts(...args),
        },
        trackers: { tracker: (id, signal) => tracker(connectionId, id, signal) },
        store,
        nowMs: Date.now,
      },
    );
    const document = { uri, connectionId, trackerId, format, draft };
    this.#drafts.set(uri.toString(), document);
    return document;
  }

  /**
   * The first draft of the tracker whose address no document or tab of this window has, and of which nothing is kept for
   * another one, open or closed. It is this window's from here on.
   */
  async unused(connectionId: string, trackerId: number, format: DocumentFormat): Promise<DraftDocument> {
    for (let n = 1; ; n++) {
      const uris = (["json", "xml"] as const).map((each) =>
        uriOf(connectionId, { kind: "draft", trackerId, n, format: each }),
      );
      const uri = uris[format === "json" ? 0 : 1];
      if (!uri || uris.some((each) => this.#reserved.has(each.toString()) || isShown(each))) {
        continue;
      }
      const document = this.at(uri);
      if (document) {
        this.#reserved.add(uri.toString());
        if (await document.draft.startAnew()) {
          return document;
        }
        this.#reserved.delete(uri.toString());
        this.#drafts.delete(uri.toString());
      }
    }
  }

  /** Removes all that is kept of drafts of a connection. */
  forget(connectionId: string): Promise<void> {
    return this.#folder(connectionId).remove();
  }

  /** The structure of the draft's tracker, where the service gives it. */
  trackerOf({ connectionId, trackerId }: DraftDocument): Promise<Tracker | undefined> {
    return this.#dependencies.tracker(connectionId, trackerId, new AbortController().signal);
  }

  /** What VS Code reads never changes behind its back: a draft is nowhere but here. */
  stat(_document: DraftDocument): { readonly mtime: number; readonly isReadOnly: boolean } {
    return { mtime: 0, isReadOnly: false };
  }

  read({ draft }: DraftDocument, signal: AbortSignal): Promise<string> {
    return draft.text(signal);
  }

  /** Creates the artifact. Throws `ServiceError` when the service refuses or cannot be reached. */
  async save(document: DraftDocument, text: string, signal: AbortSignal): Promise<CreateOutcome> {
    const key = document.uri.toString();
    this.#refusals.delete(key);
    try {
      return await document.draft.create(text, signal);
    } catch (error) {
      if (isServiceError(error) && error.serviceMessage) {
        this.#refusals.set(key, { message: error.serviceMessage, text });
      }
      throw error;
    } finally {
      this.#onDidSettle.fire(document.uri);
    }
  }

  /** What the service said when it refused the last save, and to which text. */
  refusal(document: DraftDocument): RefusedText | undefined {
    return this.#refusals.get(document.uri.toString());
  }

  async #noticeOpen(text: vscode.TextDocument): Promise<void> {
    const document = this.at(text.uri);
    if (document) {
      this.#reserved.delete(text.uri.toString());
      await document.draft.restore();
      if (document.draft.isElsewhere && (await document.draft.claim()) && openText(text.uri)) {
        this.#onDidFindElsewhere.fire(document);
      }
      this.#onDidSettle.fire(text.uri);
      if (!isUnsaved(text)) {
        // Created just before the window was closed.
        this.#noticeCreation(text);
      }
    }
  }

  #folder(connectionId: string): DraftFolder<DraftState> {
    const { storage, leases, logFailure } = this.#dependencies;
    const onFailure = (error: unknown) => logFailure(`Keeping a draft of ${connectionId}`, error);
    const folder = draftsOf(storage, connectionId).fsPath;
    return getOrMake(this.#folders, connectionId, () => new DraftFolder(folder, leases, artifactDrafts, onFailure));
  }

  #noticeCreation(text: vscode.TextDocument): void {
    const document = this.#drafts.get(text.uri.toString());
    const artifactId = document?.draft.createdId;
    if (document && artifactId !== undefined) {
      this.#onDidCreate.fire({ document, artifactId });
    }
  }

  #noticeClose({ uri }: vscode.TextDocument): void {
    const document = this.at(uri);
    // A document whose language is changed is closed and opened again at once.
    setTimeout(() => {
      if (document && !openText(uri)) {
        this.#refusals.delete(uri.toString());
        this.#drafts.delete(uri.toString());
        void document.draft.discard();
      }
    });
  }
}

/** Where the drafts of a connection are kept, those of repositories too. */
export function draftsOf(storage: vscode.Uri, connectionId: string): vscode.Uri {
  return vscode.Uri.joinPath(storage, "drafts", connectionId);
}
