import * as vscode from "vscode";
import { commandIds, type UnsavedCount } from "../manifest/contributions.ts";
import type { Unsaved, UnsavedDocuments } from "./unsavedDocuments.ts";

/** The item of the status bar that counts what is unsaved and what is in conflict; hidden when nothing is. */
export class UnsavedStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("artifactDesk.unsaved", vscode.StatusBarAlignment.Left, 0);
  readonly #unsaved: UnsavedDocuments;
  readonly #subscription: vscode.Disposable;

  constructor(unsaved: UnsavedDocuments) {
    this.#unsaved = unsaved;
    this.#item.name = "Artifact Desk: Unsaved";
    this.#item.command = commandIds.showUnsaved;
    this.#subscription = unsaved.onDidChange(() => this.#update());
    this.#update();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #update(): void {
    const counted = unsavedWords(this.#unsaved.all());
    if (!counted) {
      this.#item.hide();
      return;
    }
    this.#item.text = counted.short;
    this.#item.tooltip = `${counted.long}. Click to list them.`;
    this.#item.accessibilityInformation = { label: `Artifact Desk: ${counted.long}`, role: "button" };
    this.#item.show();
  }
}

/** What is in conflict counts as that alone. */
export function countOf(all: readonly Unsaved[]): UnsavedCount {
  const conflicts = all.filter(({ isInConflict }) => isInConflict).length;
  return { unsaved: all.length - conflicts, conflicts };
}

/** What is unsaved in icons and in words; undefined for nothing. */
export function unsavedWords(all: readonly Unsaved[]): { readonly short: string; readonly long: string } | undefined {
  const { unsaved, conflicts } = countOf(all);
  const parts = [
    ...(unsaved > 0 ? [{ short: `$(edit) ${unsaved}`, long: `${unsaved} unsaved` }] : []),
    ...(conflicts > 0 ? [{ short: `$(warning) ${conflicts}`, long: `${conflicts} in conflict` }] : []),
  ];
  return parts.length === 0
    ? undefined
    : { short: parts.map(({ short }) => short).join(" "), long: parts.map(({ long }) => long).join(", ") };
}
