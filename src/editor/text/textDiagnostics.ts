import * as vscode from "vscode";
import { DisposableStore } from "../../core/util/disposable.ts";
import { openText } from "./openText.ts";

/** Texts are checked when the person pauses for this long. */
const pauseMs = 150;

/** The texts of one kind that are checked. */
interface CheckedTexts {
  /** Fires when something else may be known of a document. */
  readonly onDidSettle: vscode.Event<vscode.Uri>;
  has(uri: vscode.Uri): boolean;
  /** Tells what is wrong with a text. */
  diagnose(text: vscode.TextDocument): Promise<readonly vscode.Diagnostic[]> | readonly vscode.Diagnostic[];
}

/** Marks what is wrong with texts: at once when something else is known of them, and after a pause when they change. */
export class TextDiagnostics implements vscode.Disposable {
  readonly #texts: CheckedTexts;
  readonly #collection: vscode.DiagnosticCollection;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #disposables = new DisposableStore();

  /** `name` is the name of the collection of diagnostics. */
  constructor(name: string, texts: CheckedTexts) {
    this.#texts = texts;
    this.#collection = this.#disposables.add(vscode.languages.createDiagnosticCollection(name));
    const subscriptions = [
      texts.onDidSettle((uri) => {
        const text = texts.has(uri) ? openText(uri) : undefined;
        if (text) {
          void this.#check(text);
        }
      }),
      vscode.workspace.onDidOpenTextDocument((text) => void this.#check(text)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // VS Code also fires this event, without changes, when a text is saved: nothing else is wrong with it then.
        if (contentChanges.length > 0) {
          this.#checkSoon(document);
        }
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#stop(uri.toString());
        this.#collection.delete(uri);
      }),
    ];
    for (const subscription of subscriptions) {
      this.#disposables.add(subscription);
    }
    for (const text of vscode.workspace.textDocuments) {
      void this.#check(text);
    }
  }

  dispose(): void {
    this.#disposables.dispose();
    for (const key of [...this.#timers.keys()]) {
      this.#stop(key);
    }
  }

  #stop(key: string): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
  }

  #checkSoon(text: vscode.TextDocument): void {
    if (!this.#texts.has(text.uri)) {
      return;
    }
    const key = text.uri.toString();
    this.#stop(key);
    this.#timers.set(
      key,
      setTimeout(() => {
        this.#timers.delete(key);
        void this.#check(text);
      }, pauseMs),
    );
  }

  async #check(text: vscode.TextDocument): Promise<void> {
    if (text.isClosed || !this.#texts.has(text.uri)) {
      return;
    }
    const { version } = text;
    const found = await this.#texts.diagnose(text);
    const isNoneAsBefore = found.length === 0 && !this.#collection.has(text.uri);
    if (text.version === version && !text.isClosed && !isNoneAsBefore) {
      this.#collection.set(text.uri, found);
    }
  }
}
