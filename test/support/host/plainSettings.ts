/**
 * Nobody looks at the editors of integration tests: they draw no more than what tests ask for, which halves the time of
 * the browser.
 */
export const plainSettings: Readonly<Record<string, unknown>> = {
  "breadcrumbs.enabled": false,
  // Else VS Code lays its chat out anew with each editor, in a bar at the side.
  "chat.disableAIFeatures": true,
  "editor.bracketPairColorization.enabled": false,
  "editor.cursorBlinking": "solid",
  "editor.guides.indentation": false,
  "editor.lineNumbers": "off",
  "editor.matchBrackets": "never",
  "editor.minimap.enabled": false,
  "editor.occurrencesHighlight": "off",
  "editor.renderLineHighlight": "none",
  "editor.stickyScroll.enabled": false,
  "remote.autoForwardPorts": false,
  "window.commandCenter": false,
  "workbench.activityBar.location": "hidden",
  "workbench.editor.editorActionsLocation": "hidden",
  "workbench.editor.showTabs": "none",
  "workbench.layoutControl.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.statusBar.visible": false,
};
