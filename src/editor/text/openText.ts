import { TabInputText, TabInputTextDiff, type TextDocument, type Uri, window, workspace } from "vscode";

/** Gives the tabs that show the document at `uri` as a text, with their groups and places. */
export function tabsOf(uri: Uri) {
  return window.tabGroups.all.flatMap((group) =>
    group.tabs
      .map((tab, index) => ({ tab, group, index }))
      .filter(({ tab: { input } }) => input instanceof TabInputText && input.uri.toString() === uri.toString()),
  );
}

/** Gives the tabs that show the document at `uri`, alone or beside another. */
export function tabsShowing(uri: Uri) {
  const key = uri.toString();
  return window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) =>
        (input instanceof TabInputText && input.uri.toString() === key) ||
        (input instanceof TabInputTextDiff && input.modified.toString() === key),
    );
}

/** Tells whether a tab or an editor shows the document at `uri`. */
export function isShown(uri: Uri): boolean {
  return openText(uri) !== undefined || tabsOf(uri).length > 0;
}

/** Gives the document at `uri` as it is open in the editor; undefined when it is not. */
export function openText(uri: Uri): TextDocument | undefined {
  const key = uri.toString();
  return workspace.textDocuments.find((text) => text.uri.toString() === key && !text.isClosed);
}
