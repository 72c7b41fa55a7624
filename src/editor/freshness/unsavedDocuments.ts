import * as vscode from "vscode";
import { artifactScheme } from "../../core/model/uri.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { type DocumentSubject, subjectOf } from "./subject.ts";

/** A document that is unsaved or in conflict. */
export interface UnsavedDocument {
  readonly uri: vscode.Uri;
  readonly subject: DocumentSubject;
  /**
   * - `conflicts`: it waits for a decision
   * - `changes`: a save of it changes what is on the service
   * - `new`: a save of it makes something new, such as of a draft
   */
  readonly group: UnsavedGroup;
}

export type UnsavedGroup = "conflicts" | "changes" | "new";

/** Holds the documents that wait for a decision about a conflict. */
export interface WaitingUris {
  has(uri: vscode.Uri): boolean;
  all(): readonly vscode.Uri[];
  /** Tells whether theirs is merged into the document and entries that both sides changed wait for a choice. */
  isMerged(uri: vscode.Uri): boolean;
  readonly onDidChange: vscode.Event<vscode.Uri>;
}

/**
 * Holds what is unsaved or in conflict in this window. It is not worked out at each key, only when a document becomes
 * unsaved or has nothing unsaved any more.
 */
export class UnsavedDocuments extends DisposableOwner {
  readonly #waiting: readonly WaitingUris[];
  readonly #unsaved = new Map<string, vscode.Uri>();
  readonly #changed = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());

  /** Fires when the state of the document at this URI, and so of its subject, has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(waiting: readonly WaitingUris[]) {
    super();
    this.#waiting = waiting;
    const { workspace } = vscode;
    const listeners = [
      workspace.onDidOpenTextDocument((text) => this.#note(text)),
      workspace.onDidChangeTextDocument(({ document }) => this.#note(document)),
      workspace.onDidSaveTextDocument((text) => this.#note(text)),
      workspace.onDidCloseTextDocument((text) => this.#note(text)),
      ...waiting.map(({ onDidChange }) => onDidChange((uri) => this.#changed.fire(uri))),
    ];
    this.disposables.add(vscode.Disposable.from(...listeners));
    for (const text of workspace.textDocuments) {
      this.#note(text);
    }
  }

  get isEmpty(): boolean {
    return this.#unsaved.size === 0 && this.#waiting.every((waiting) => waiting.all().length === 0);
  }

  /** Gives the documents in the order in which they became unsaved. */
  all(): readonly UnsavedDocument[] {
    const waiting = this.#waiting.flatMap((each) => each.all());
    const uris = new Map([...this.#unsaved, ...waiting.map((uri) => [uri.toString(), uri] as const)]);
    return [...uris.values()].flatMap((uri) => this.at(uri) ?? []);
  }

  /** Gives what is unsaved or in conflict at `uri`; undefined where nothing is, and for no document. */
  at(uri: vscode.Uri): UnsavedDocument | undefined {
    const isInConflict = this.#waiting.some((waiting) => waiting.has(uri));
    const subject = isInConflict || this.#unsaved.has(uri.toString()) ? subjectOf(uri) : undefined;
    return (
      subject && { uri, subject, group: isInConflict ? "conflicts" : subject.kind === "draft" ? "new" : "changes" }
    );
  }

  /** Gives the documents of one subject. */
  of({ key }: DocumentSubject): readonly UnsavedDocument[] {
    return this.isEmpty ? [] : this.all().filter(({ subject }) => subject.key === key);
  }

  /** Tells whether theirs is merged into the document and entries that both sides changed wait for a choice. */
  isMerged(uri: vscode.Uri): boolean {
    return this.#waiting.some((waiting) => waiting.isMerged(uri));
  }

  has(uri: vscode.Uri): boolean {
    return this.#unsaved.has(uri.toString());
  }

  #note(text: vscode.TextDocument): void {
    if (text.uri.scheme !== artifactScheme) {
      return;
    }
    const key = text.uri.toString();
    const isListed = isUnsaved(text) && !text.isClosed;
    if (isListed === this.#unsaved.has(key)) {
      return;
    }
    if (isListed) {
      this.#unsaved.set(key, text.uri);
    } else {
      this.#unsaved.delete(key);
    }
    this.#changed.fire(text.uri);
  }
}
