/** Nobody looks at the editors of integration tests: they draw no more than what tests ask for. */
export const plainSettings: Readonly<Record<string, unknown>> = {
  "breadcrumbs.enabled": false,
  "editor.bracketPairColorization.enabled": false,
  "editor.cursorBlinking": "solid",
  "editor.minimap.enabled": false,
  "editor.occurrencesHighlight": "off",
  "editor.stickyScroll.enabled": false,
  "remote.autoForwardPorts": false,
};
