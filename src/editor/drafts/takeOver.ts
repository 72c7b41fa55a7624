import { commands, type Uri, window, workspace } from "vscode";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { tabsOf } from "../text/tabsOf.ts";

/**
 * Puts what `open` opens in the place of the draft at `uri`, and closes that, unless it has unsaved changes again. False
 * where no tab shows the draft: then nothing is opened.
 */
export async function takeOver(uri: Uri, open: () => Promise<void>): Promise<boolean> {
  const place = placeOf(uri);
  if (!place) {
    return false;
  }
  if (!place.tab.isActive || !place.group.isActive) {
    // What is opened opens beside the active tab.
    await window.showTextDocument(uri, { viewColumn: place.group.viewColumn, preview: false });
  }
  await open();
  if (workspace.textDocuments.some((text) => text.uri.toString() === uri.toString() && isUnsaved(text))) {
    return true;
  }
  await window.tabGroups.close(tabsOf(uri).map(({ tab }) => tab));
  await commands.executeCommand("moveActiveEditor", { to: "position", by: "tab", value: place.index + 1 });
  return true;
}

function placeOf(uri: Uri) {
  const places = tabsOf(uri);
  return places.find(({ tab, group }) => tab.isActive && group.isActive) ?? places[0];
}
