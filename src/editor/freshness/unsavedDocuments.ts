import * as vscode from "vscode";
import { artifactScheme } from "../../core/model/uri.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { type Subject, subjectOf } from "./subject.ts";

/** The unsaved documents of one subject. */
export interface Unsaved {
  readonly subject: Subject;
  readonly uris: readonly vscode.Uri[];
  /** One of them waits for a decision. */
  readonly isInConflict: boolean;
}

/** Documents that wait for a decision about a conflict. */
export interface WaitingUris {
  has(uri: vscode.Uri): boolean;
  /** Theirs is merged into it, and entries that both changed wait for a choice. */
  isMerged(uri: vscode.Uri): boolean;
  readonly onDidChange: vscode.Event<vscode.Uri>;
}

/**
 * What is unsaved or in conflict in this window. Nothing is reckoned while a person types: only when a document becomes
 * dirty or clean.
 */
export class UnsavedDocuments extends DisposableOwner {
  readonly #waiting: readonly WaitingUris[];
  readonly #unsaved = new Map<string, vscode.Uri>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();

  /** The state of the document at this URI, and so of its subject, is another. */
  readonly onDidChange = this.#changed.event;

  constructor(waiting: readonly WaitingUris[]) {
    super();
    this.#waiting = waiting;
    const { workspace } = vscode;
    const listeners = [
      this.#changed,
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
    return this.#unsaved.size === 0;
  }

  /** By subject, in the order in which they became unsaved. */
  all(): readonly Unsaved[] {
    const bySubject = Map.groupBy(this.#unsaved.values(), (uri) => subjectOf(uri)?.key);
    return [...bySubject.values()].flatMap((uris) => {
      const subject = uris[0] && subjectOf(uris[0]);
      const isInConflict = uris.some((uri) => this.#waiting.some((waiting) => waiting.has(uri)));
      return subject ? { subject, uris, isInConflict } : [];
    });
  }

  /** Undefined when nothing of the subject is unsaved. */
  of({ key }: Subject): Unsaved | undefined {
    return this.#unsaved.size === 0 ? undefined : this.all().find(({ subject }) => subject.key === key);
  }

  /** Whether theirs is merged into the document, and entries that both changed wait for a choice. */
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
