import * as vscode from "vscode";
import { clickToList, unsavedCount, unsavedName, unsavedSpoken } from "../../core/sentences/freshness.ts";
import { commandIds, type UnsavedCount } from "../manifest/contributions.ts";
import type { Unsaved, UnsavedDocuments } from "./unsavedDocuments.ts";

/** The item of the status bar that counts what is unsaved and what is in conflict; hidden when nothing is. */
export class UnsavedStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("artifactDesk.unsaved", vscode.StatusBarAlignment.Left, 0);
  readonly #unsaved: UnsavedDocuments;
  readonly #subscription: vscode.Disposable;

  constructor(unsaved: UnsavedDocuments) {
    this.#unsaved = unsaved;
    this.#item.name = unsavedName;
    this.#item.command = commandIds.showUnsaved;
    this.#subscription = unsaved.onDidChange(() => this.#update());
    this.#update();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #update(): void {
    const count = countOf(this.#unsaved.all());
    const words = unsavedCount(count);
    if (words === undefined) {
      this.#item.hide();
      return;
    }
    this.#item.text = [
      count.unsaved > 0 ? `$(edit) ${count.unsaved}` : "",
      count.conflicts > 0 ? `$(warning) ${count.conflicts}` : "",
    ]
      .filter((part) => part !== "")
      .join(" ");
    this.#item.tooltip = clickToList(words);
    this.#item.accessibilityInformation = { label: unsavedSpoken(words), role: "button" };
    this.#item.show();
  }
}

/** What is in conflict counts as that alone. */
export function countOf(all: readonly Unsaved[]): UnsavedCount {
  const conflicts = all.filter(({ isInConflict }) => isInConflict).length;
  return { unsaved: all.length - conflicts, conflicts };
}
