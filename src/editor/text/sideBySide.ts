import * as vscode from "vscode";
import { behindColon } from "../../core/labels/punctuation.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { showDiff } from "./showDocument.ts";

/** The scheme of theirs beside a document: it has the document's path and authority. */
export const theirsScheme = "artifact-theirs";
/** The scheme of a version with a change that was replaced, beside the document of what is there now. */
export const replacedScheme = "artifact-replaced";
/** The scheme of what an unsaved text was made from, beside that text. */
export const unchangedScheme = "artifact-unchanged";
/** The schemes of whole artifacts beside their documents: names stand in them as in the documents. */
export const comparedSchemes: readonly string[] = [theirsScheme, replacedScheme, unchangedScheme];

/** Shows another text beside a document: the other text left and read-only, the document right and editable. */
export class SideBySide extends DisposableOwner implements vscode.TextDocumentContentProvider {
  readonly #scheme: string;
  readonly #sides: string;
  readonly #texts = new Map<string, string>();
  readonly #onDidChange = new vscode.EventEmitter<vscode.Uri>();

  readonly onDidChange = this.#onDidChange.event;

  /** `scheme` is that of the left texts, which have the document's path and authority; `sides` names both. */
  constructor(
    scheme: typeof theirsScheme | typeof replacedScheme | typeof unchangedScheme | "artifact-sent",
    sides: string,
  ) {
    super();
    this.#scheme = scheme;
    this.#sides = sides;
    this.disposables.add(this.#onDidChange);
    this.disposables.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.disposables.add(
      vscode.workspace.onDidCloseTextDocument((text) => {
        if (text.uri.scheme === scheme) {
          this.#texts.delete(text.uri.toString());
        }
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "";
  }

  /** Opens the diff, or brings an open one up to date. `name` is the name by which people know the document. */
  async show(uri: vscode.Uri, left: string, name: string): Promise<void> {
    const leftUri = this.#leftOf(uri);
    this.#texts.set(leftUri.toString(), left);
    this.#onDidChange.fire(leftUri);
    await showDiff(leftUri, uri, behindColon(name, this.#sides), { preview: false });
  }

  /** Opens the document itself in place of its diffs. */
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
    const left = this.#leftOf(uri).toString();
    return vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => tab.input instanceof vscode.TabInputTextDiff && tab.input.original.toString() === left);
  }

  #leftOf(uri: vscode.Uri): vscode.Uri {
    return uri.with({ scheme: this.#scheme });
  }
}
