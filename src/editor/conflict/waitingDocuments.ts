import * as vscode from "vscode";
import { commands } from "vscode";
import { DisposableOwner } from "../../core/util/disposable.ts";
import type { KindTypes } from "../../core/workingCopy/kindTypes.ts";
import type { DocumentEditor } from "../documents/documentEditor.ts";
import type { GuardedDocument } from "../documents/guardedDocument.ts";
import { contextKeys } from "../manifest/contributions.ts";
import type { MeantDocument } from "../targets/documentTarget.ts";

/**
 * Holds the documents of one kind that wait for a person's decision about a conflict, also as a context key for menus.
 */
export class WaitingDocuments<T extends KindTypes, D extends GuardedDocument<T>> extends DisposableOwner {
  readonly #documents: DocumentEditor<T, D>;
  readonly #waitingOf: (document: D, text: vscode.TextDocument) => Waiting | undefined;
  readonly #key: WaitingKey;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  #waiting: ReadonlyMap<string, Waiting> = new Map();

  /** Fires when a document begins to wait, waits for another decision, or waits no more. */
  readonly onDidChange = this.#changed.event;

  constructor(
    documents: DocumentEditor<T, D>,
    key: WaitingKey,
    waitingOf: (document: D, text: vscode.TextDocument) => Waiting | undefined,
  ) {
    super();
    this.#documents = documents;
    this.#key = key;
    this.#waitingOf = waitingOf;
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
    return this.#waiting.has(uri.toString());
  }

  all(): readonly vscode.Uri[] {
    return [...this.#waiting.keys()].map((uri) => vscode.Uri.parse(uri, true));
  }

  /** Tells whether theirs is merged into the document and entries that both sides changed wait for a choice. */
  isMerged(uri: vscode.Uri): boolean {
    return this.#waiting.get(uri.toString()) === "merged";
  }

  /** Gives the document an action is about: the one given or active, else the only one of all that waits. */
  chosen({ uri, isGiven }: MeantDocument): D | undefined {
    this.#update();
    const [first, ...others] = this.#waiting.keys();
    if (uri && this.has(uri)) {
      return this.#documents.at(uri);
    }
    const isOfOthers = uri?.scheme === "artifact" && !this.#documents.at(uri);
    return first !== undefined && others.length === 0 && !isGiven && !isOfOthers
      ? this.#documents.at(vscode.Uri.parse(first, true))
      : undefined;
  }

  /** Does `action` with the document that is meant. Gives false when no document waits. */
  async decide(
    meant: MeantDocument,
    action: (document: D, text: vscode.TextDocument) => Promise<unknown>,
  ): Promise<boolean> {
    const document = this.chosen(meant);
    if (!document) {
      return false;
    }
    await action(document, await vscode.workspace.openTextDocument(document.uri));
    this.#documents.settled(document.uri);
    return true;
  }

  #update(): void {
    const waiting = new Map<string, Waiting>();
    for (const { document, text } of this.#documents.open()) {
      const how = this.#waitingOf(document, text);
      if (how) {
        waiting.set(document.uri.toString(), how);
      }
    }
    const before = this.#waiting;
    const uris = new Set([...before.keys(), ...waiting.keys()]);
    const others = [...uris].filter((uri) => waiting.get(uri) !== before.get(uri));
    if (others.length > 0) {
      this.#waiting = waiting;
      this.#key.set(this, waiting);
      for (const uri of others) {
        this.#changed.fire(vscode.Uri.parse(uri, true));
      }
    }
  }
}

/**
 * Tells what a document waits for: a decision about theirs as a whole, or about the entries that a merge left to
 * choose.
 */
export type Waiting = "whole" | "merged";

/**
 * Sets the context keys that hold the documents of all kinds that wait for a decision about a conflict. Menus show
 * their actions by them.
 */
export class WaitingKey {
  readonly #byKind = new Map<object, ReadonlyMap<string, Waiting>>();

  /** Sets the documents of one kind that wait, by URI. */
  set(kind: object, waiting: ReadonlyMap<string, Waiting>): void {
    this.#byKind.set(kind, waiting);
    const all = [...this.#byKind.values()].flatMap((each) => [...each]);
    const merged = all.filter(([, how]) => how === "merged");
    for (const [key, documents] of [
      [contextKeys.conflictingDocuments, all],
      [contextKeys.mergedDocuments, merged],
    ] as const) {
      void commands.executeCommand(
        "setContext",
        key,
        documents.map(([uri]) => uri),
      );
    }
  }
}
