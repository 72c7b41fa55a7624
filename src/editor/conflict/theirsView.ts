import * as vscode from "vscode";
import { DisposableStore } from "../../core/util/disposable.ts";

/** Scheme of the read-only texts shown beside a document: the same path and authority, the service's version. */
const theirsScheme = "artifact-theirs";

/** Shows the service's version beside a document: theirs left and read-only, the text right and editable. */
export class TheirsView implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #onDidChange = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables = new DisposableStore();

  readonly onDidChange = this.#onDidChange.event;

  constructor() {
    this.#disposables.add(this.#onDidChange);
    this.#disposables.add(vscode.workspace.registerTextDocumentContentProvider(theirsScheme, this));
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument((text) => {
        if (text.uri.scheme === theirsScheme) {
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

  /** Opens the diff, or brings the one that is open up to date. `name` is the artifact as a person knows it. */
  async show(uri: vscode.Uri, theirs: string, name: string): Promise<void> {
    const left = theirsUri(uri);
    this.#texts.set(left.toString(), theirs);
    this.#onDidChange.fire(left);
    await vscode.commands.executeCommand("vscode.diff", left, uri, `${name}: Theirs ↔ Mine`, {
      preview: false,
    } satisfies vscode.TextDocumentShowOptions);
  }

  /** Puts the document itself where its diffs were. */
  async close(uri: vscode.Uri): Promise<void> {
    const diffs = this.#diffsOf(uri);
    const diff = diffs[0];
    if (!diff) {
      return;
    }
    const isShown = diff.group.tabs.some(
      (tab) => tab.input instanceof vscode.TabInputText && tab.input.uri.toString() === uri.toString(),
    );
    if (diff.isActive || !isShown) {
      await vscode.window.showTextDocument(uri, { viewColumn: diff.group.viewColumn, preview: false });
    }
    await vscode.window.tabGroups.close(this.#diffsOf(uri), true);
  }

  #diffsOf(uri: vscode.Uri): readonly vscode.Tab[] {
    const left = theirsUri(uri).toString();
    return vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => tab.input instanceof vscode.TabInputTextDiff && tab.input.original.toString() === left);
  }
}

function theirsUri(uri: vscode.Uri): vscode.Uri {
  return uri.with({ scheme: theirsScheme });
}
