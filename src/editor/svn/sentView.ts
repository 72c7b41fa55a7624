import * as vscode from "vscode";
import { DisposableStore } from "../../core/util/disposable.ts";

/** Scheme of the read-only texts that were sent: the same path and authority as the document. */
const sentScheme = "artifact-sent";

/** Shows what the service made of a text: what was sent left and read-only, the document as stored right. */
export class SentView implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #onDidChange = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables = new DisposableStore();

  readonly onDidChange = this.#onDidChange.event;

  constructor() {
    this.#disposables.add(this.#onDidChange);
    this.#disposables.add(vscode.workspace.registerTextDocumentContentProvider(sentScheme, this));
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument((text) => {
        if (text.uri.scheme === sentScheme) {
          this.#texts.delete(text.uri.toString());
        }
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "";
  }

  /** Opens the diff, or brings the one that is open up to date. */
  async show(uri: vscode.Uri, sent: string, name: string): Promise<void> {
    const left = uri.with({ scheme: sentScheme });
    this.#texts.set(left.toString(), sent);
    this.#onDidChange.fire(left);
    await vscode.commands.executeCommand("vscode.diff", left, uri, `${name}: Sent ↔ Stored`, {
      preview: false,
    } satisfies vscode.TextDocumentShowOptions);
  }
}
