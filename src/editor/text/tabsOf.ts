import { TabInputText, type Uri, window } from "vscode";
import { openText } from "./openText.ts";

/** The tabs that show the document at `uri` as a text, with their groups and places. */
export function tabsOf(uri: Uri) {
  return window.tabGroups.all.flatMap((group) =>
    group.tabs
      .map((tab, index) => ({ tab, group, index }))
      .filter(({ tab: { input } }) => input instanceof TabInputText && input.uri.toString() === uri.toString()),
  );
}

/** Whether a tab or an editor shows the document at `uri`. */
export function isShown(uri: Uri): boolean {
  return openText(uri) !== undefined || tabsOf(uri).length > 0;
}
