import { commands, type Uri, window } from "vscode";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { openText } from "../text/openText.ts";
import { tabsOf } from "../text/tabsOf.ts";

/**
 * Puts what `open` opens in the place of the draft at `uri`, and closes that, unless it has unsaved changes again.
 * Where no tab shows the draft nothing is opened.
 */
export async function takeOver(uri: Uri, open: () => Promise<void>): Promise<void> {
  const place = placeOf(uri);
  if (!place) {
    return;
  }
  if (!place.tab.isActive || !place.group.isActive) {
    // What is opened opens beside the active tab.
    await window.showTextDocument(uri, { viewColumn: place.group.viewColumn, preview: false });
  }
  await open();
  const text = openText(uri);
  if (text && isUnsaved(text)) {
    return;
  }
  await window.tabGroups.close(tabsOf(uri).map(({ tab }) => tab));
  await commands.executeCommand("moveActiveEditor", { to: "position", by: "tab", value: place.index + 1 });
}

function placeOf(uri: Uri) {
  const places = tabsOf(uri);
  return places.find(({ tab, group }) => tab.isActive && group.isActive) ?? places[0];
}
