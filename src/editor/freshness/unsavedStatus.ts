import * as vscode from "vscode";
import { clickToShow, unsavedCount, unsavedName, unsavedSpoken } from "../../core/sentences/freshness.ts";
import { commandIds, type UnsavedCount } from "../manifest/contributions.ts";
import type { UnsavedDocument, UnsavedDocuments } from "./unsavedDocuments.ts";

/** Counts in the status bar what is unsaved and what is in conflict; hidden when nothing is. */
export function showUnsavedStatus(unsaved: UnsavedDocuments): vscode.Disposable {
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

/** What is in conflict counts as that alone. */
export function countOf(all: readonly UnsavedDocument[]): UnsavedCount {
  const conflicts = all.filter(({ group }) => group === "conflicts").length;
  return { unsaved: all.length - conflicts, conflicts };
}
