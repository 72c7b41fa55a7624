import * as vscode from "vscode";
import { clickToShow, unsavedCount, unsavedName, unsavedSpoken } from "../../core/sentences/freshness.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { commandIds, type UnsavedCount } from "../manifest/contributions.ts";
import { registerChangeLenses } from "./changeLenses.ts";
import type { Decorations } from "./decorations.ts";
import type { ServerChanges } from "./serverChanges.ts";
import { type UnsavedDocument, UnsavedDocuments, type WaitingUris } from "./unsavedDocuments.ts";

/** Counts in the status bar what is unsaved and what is in conflict; it is hidden when there is nothing to count. */
function showUnsavedStatus(unsaved: UnsavedDocuments): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("artifactDesk.unsaved", vscode.StatusBarAlignment.Left, 0);
  item.name = unsavedName;
  item.command = commandIds.showUnsaved;
  const update = () => {
    const count = countOf(unsaved.all());
    const words = unsavedCount(count);
    if (words === undefined) {
      item.hide();
      return;
    }
    item.text = [
      count.unsaved > 0 ? `$(edit) ${count.unsaved}` : "",
      count.conflicts > 0 ? `$(warning) ${count.conflicts}` : "",
    ]
      .filter((part) => part !== "")
      .join(" ");
    item.tooltip = clickToShow(words);
    item.accessibilityInformation = { label: unsavedSpoken(words), role: "button" };
    item.show();
  };
  update();
  return vscode.Disposable.from(unsaved.onDidChange(update), item);
}

/** Counts documents. One in conflict counts as that alone. */
export function countOf(all: readonly UnsavedDocument[]): UnsavedCount {
  const conflicts = all.filter(({ group }) => group === "conflicts").length;
  return { unsaved: all.length - conflicts, conflicts };
}

/**
 * Shows what is unsaved: in the status bar, by marks and above the text. `waiting` are documents that wait for a
 * decision about a conflict.
 */
export function registerUnsaved(
  changes: ServerChanges,
  marks: Decorations,
  waiting: readonly WaitingUris[],
  store: DisposableStore,
): UnsavedDocuments {
  const unsaved = store.add(new UnsavedDocuments(waiting));
  store.add(showUnsavedStatus(unsaved));
  store.add(registerChangeLenses(changes, unsaved));
  marks.showUnsaved(unsaved);
  return unsaved;
}
