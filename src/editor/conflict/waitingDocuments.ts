import * as vscode from "vscode";
import { DisposableOwner } from "../../core/util/disposable.ts";
import type { KindTypes } from "../../core/workingCopy/kindTypes.ts";
import type { GuardedDocument } from "../documents/guardedDocument.ts";
import type { GuardedDocuments } from "../documents/guardedDocuments.ts";
import { uriMeant } from "../text/resourceUri.ts";
import type { WaitingKey } from "./waitingKey.ts";

/** The documents of one kind that wait for a person's decision about a conflict, also as a context key for menus. */
export class WaitingDocuments<T extends KindTypes, D extends GuardedDocument<T>> extends DisposableOwner {
  readonly #documents: GuardedDocuments<T, D>;
  readonly #isWaiting: (document: D, text: vscode.TextDocument) => boolean;
  readonly #key: WaitingKey;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  #waiting: readonly string[] = [];

  /** A document waits that did not before, or waits no more. */
  readonly onDidChange = this.#changed.event;

  constructor(
    documents: GuardedDocuments<T, D>,
    key: WaitingKey,
    isWaiting: (document: D, text: vscode.TextDocument) => boolean,
  ) {
    super();
    this.#documents = documents;
    this.#key = key;
    this.#isWaiting = isWaiting;
    this.disposables.add(documents.onDidSettle(() => this.#update()));
    this.disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (documents.at(document.uri)) {
          this.#update();
        }
      }),
    );
  }

  has(uri: vscode.Uri): boolean {
    return this.#waiting.includes(uri.toString());
  }

  /** The document an action is about: the one given or active, else the only one of all that waits. */
  chosen(resource: unknown): D | undefined {
    this.#update();
    const uri = uriMeant(resource);
    const [first, ...others] = this.#waiting;
    if (uri && this.#waiting.includes(uri.toString())) {
      return this.#documents.at(uri);
    }
    const isOfOthers = uri?.scheme === "artifact" && !this.#documents.at(uri);
    return first !== undefined && others.length === 0 && (resource ?? undefined) === undefined && !isOfOthers
      ? this.#documents.at(vscode.Uri.parse(first, true))
      : undefined;
  }

  /** Does `action` with the document `resource` is about. False when no document waits. */
  async decide(
    resource: unknown,
    action: (document: D, text: vscode.TextDocument) => Promise<unknown>,
  ): Promise<boolean> {
    const document = this.chosen(resource);
    if (!document) {
      return false;
    }
    await action(document, await vscode.workspace.openTextDocument(document.uri));
    this.#documents.settled(document.uri);
    return true;
  }

  #update(): void {
    const waiting = this.#documents
      .open()
      .filter(({ document, text }) => this.#isWaiting(document, text))
      .map(({ document }) => document.uri.toString())
      .sort();
    const before = this.#waiting;
    const others = [
      ...waiting.filter((uri) => !before.includes(uri)),
      ...before.filter((uri) => !waiting.includes(uri)),
    ];
    if (others.length > 0) {
      this.#waiting = waiting;
      this.#key.set(this, waiting);
      for (const uri of others) {
        this.#changed.fire(vscode.Uri.parse(uri, true));
      }
    }
  }
}
