import { Disposable, EventEmitter, type TextDocument, type Uri, workspace } from "vscode";
import { CommentDenied } from "../../core/comment/commentKind.ts";
import type { CommentRecord } from "../../core/comment/commentRecord.ts";
import type { CommentTypes } from "../../core/comment/commentTypes.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { DocumentEditor } from "../documents/documentEditor.ts";
import type { GuardedDocument, TextOutcome } from "../documents/guardedDocument.ts";
import { isShown, openText } from "../text/openText.ts";
import { resourceOf } from "../text/resourceUri.ts";
import type { CommentCopies } from "./commentCopies.ts";

/** The document of a comment that is being written: its text is the comment. */
export interface CommentDocument extends GuardedDocument<CommentTypes> {
  readonly artifactId: number;
}

/** Holds the documents of comments. */
export class CommentDocuments extends DisposableOwner {
  /** Reads, shows and sends the comments. */
  readonly editor: DocumentEditor<CommentTypes, CommentDocument>;
  readonly #copies: CommentCopies;
  readonly #onDidSend = this.disposables.add(
    new EventEmitter<{ readonly document: CommentDocument; readonly text: TextDocument }>(),
  );
  readonly #onDidDiscard = this.disposables.add(new EventEmitter<CommentDocument>());
  readonly #onDidFindElsewhere = this.disposables.add(new EventEmitter<CommentDocument>());
  /**
   * Holds the documents whose comment is being sent or given up, or was: each stays here until its text changes or
   * closes.
   */
  readonly #leaving = new Set<string>();

  readonly #onDidFindOtherAddress = this.disposables.add(new EventEmitter<CommentDocument>());

  /** Fires when a comment was to be sent that was begun at another address than its connection leads to now. */
  readonly onDidFindOtherAddress = this.#onDidFindOtherAddress.event;
  /** Fires when a comment is opened that another window has. */
  readonly onDidFindElsewhere = this.#onDidFindElsewhere.event;
  /** Fires when an open comment was sent and VS Code has finished its save. */
  readonly onDidSend = this.#onDidSend.event;
  /** Fires when an open comment was saved without words and VS Code has finished that save: the comment is given up. */
  readonly onDidDiscard = this.#onDidDiscard.event;

  /** `writeAlone` runs a write of an artifact while no other of this window is under way. */
  constructor(copies: CommentCopies, writeAlone: ArtifactDocuments["writeAlone"]) {
    super();
    this.#copies = copies;
    const listeners = [
      workspace.onDidChangeTextDocument(
        ({ document, contentChanges }) => contentChanges.length > 0 && this.#stay(document.uri),
      ),
      workspace.onDidCloseTextDocument(({ uri }) => this.#stay(uri)),
      workspace.onDidSaveTextDocument((text) => void this.#noticeSent(text)),
      workspace.onDidOpenTextDocument((text) => void this.#noticeOpen(text)),
    ];
    this.disposables.add(Disposable.from(...listeners));
    this.editor = this.disposables.add(
      new DocumentEditor<CommentTypes, CommentDocument>({
        copies,
        at: (uri) => this.at(uri),
        saving: (document, save) => this.#send(document, () => writeAlone(document, save)),
      }),
    );
    for (const text of workspace.textDocuments) {
      void this.#noticeOpen(text);
    }
  }

  /** Gives the document at `uri`; undefined when the URI names none. */
  at(uri: Uri): CommentDocument | undefined {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    if (resource?.kind !== "comment") {
      return undefined;
    }
    const { artifactId } = resource;
    const copy = this.#copies.get(connectionId, artifactId);
    const mineIn: CommentDocument["mineIn"] = (text) => text;
    const print: CommentDocument["print"] = ({ said = "" }) => ({ kind: "text", text: said });
    const withMerge: CommentDocument["withMerge"] = (text) => text;
    return { uri, key: uri.toString(), connectionId, artifactId, copy, mineIn, print, withMerge };
  }

  async #send(
    document: CommentDocument,
    save: () => Promise<TextOutcome<CommentTypes>>,
  ): Promise<TextOutcome<CommentTypes>> {
    const { connectionId, artifactId, uri, key } = document;
    if (openText(uri)) {
      this.#leaving.add(key);
    }
    let isOver = false;
    try {
      const outcome = await save();
      isOver = outcome.kind === "saved" || outcome.kind === "unchanged";
      const isOfAnother = outcome.kind === "alreadySent" && !isShown(uri);
      if (isOfAnother || (isOver && !openText(uri))) {
        // The comment was written by its URI, without an editor: what is written there next is another comment.
        await this.#copies.release(connectionId, artifactId);
      }
      return outcome;
    } catch (error) {
      if (error instanceof CommentDenied) {
        if (error.denial === "otherAddress") {
          this.#onDidFindOtherAddress.fire(document);
        }
        return { kind: error.denial };
      }
      throw error;
    } finally {
      if (!isOver) {
        this.#stay(uri);
      }
    }
  }

  /** Tells whether a comment is being sent or given up at `uri`, or leaves its tab. */
  isLeaving(uri: Uri): boolean {
    return this.#leaving.has(uri.toString());
  }

  /** Resolves once the comment at `uri` has left its tab: what opens there is another. Throws `signal`'s reason. */
  async whenLeft(uri: Uri, signal: AbortSignal): Promise<void> {
    const { promise: left, resolve, reject } = Promise.withResolvers<void>();
    const look = () => this.isLeaving(uri) || resolve();
    const giveUp = () => reject(signal.reason);
    const settling = this.editor.onDidSettle(look);
    signal.addEventListener("abort", giveUp);
    look();
    try {
      await left;
    } finally {
      signal.removeEventListener("abort", giveUp);
      settling.dispose();
    }
  }

  /**
   * Ends a comment that was sent or given up and has left its tab. Where its text stays open without a tab, that text
   * is another comment from here on.
   */
  async leave({ connectionId, artifactId, uri }: CommentDocument): Promise<void> {
    const text = openText(uri);
    if (text && !isUnsaved(text)) {
      await this.#copies.release(connectionId, artifactId);
      const { copy, key } = this.at(uri) ?? {};
      await (key !== undefined && copy?.track(key));
      this.editor.touch(uri);
    }
  }

  /**
   * Tells whether the service has a comment that an earlier session sent without getting an answer. Where a tab shows
   * the comment, the answer is false. After a yes, what is opened at `uri` is another comment.
   */
  async wasAddedBefore(uri: Uri, signal: AbortSignal): Promise<boolean> {
    const document = this.at(uri);
    if (!document || isShown(uri)) {
      return false;
    }
    const { copy, connectionId, artifactId } = document;
    await copy.restore();
    const base = await copy.open(signal);
    if (base?.said === undefined || isShown(uri)) {
      return false;
    }
    await this.#copies.release(connectionId, artifactId);
    return true;
  }

  /** Gives what is kept of a comment besides its text. */
  recordOf({ connectionId, artifactId }: CommentDocument): CommentRecord {
    return this.#copies.of(connectionId).recordOf(artifactId);
  }

  #stay(uri: Uri): void {
    if (this.#leaving.delete(uri.toString())) {
      this.editor.settled(uri);
    }
  }

  async #noticeOpen(text: TextDocument): Promise<void> {
    await this.#noticeSent(text);
    const document = this.at(text.uri);
    const isElsewhere = document && (await this.recordOf(document).isElsewhere());
    if (isElsewhere && openText(text.uri)) {
      this.#onDidFindElsewhere.fire(document);
    }
  }

  async #noticeSent(text: TextDocument): Promise<void> {
    const document = this.at(text.uri);
    if (document) {
      // An opened comment may have been sent just before an earlier window closed.
      await document.copy.restore();
      const { said } = document.copy.base ?? {};
      if (said !== undefined && !text.isClosed) {
        this.#onDidSend.fire({ document, text });
      } else if (this.isLeaving(text.uri) && !isUnsaved(text)) {
        this.#onDidDiscard.fire(document);
      }
    }
  }
}
