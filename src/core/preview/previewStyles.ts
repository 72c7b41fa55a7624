import { type Html, html } from "./html.ts";

const rules = html`
body {
  color: var(--vscode-editor-foreground);
  background-color: var(--vscode-editor-background);
  font-family: var(--vscode-font-family);
  font-size: var(--vscode-font-size);
  line-height: 1.5;
  margin: 0 auto;
  max-width: 60em;
  padding: 1em 1.5em 3em;
  overflow-wrap: anywhere;
}
a, p > a { color: var(--vscode-textLink-foreground); text-decoration: underline; }
a:hover { color: var(--vscode-textLink-activeForeground); }
a:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
h1 { font-size: 1.6em; line-height: 1.25; margin: 0.1em 0 0.3em; }
h2 {
  border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border, currentColor));
  font-size: 1.15em;
  margin: 1.6em 0 0.6em;
}
h3, h4, h5, h6 { font-size: 1.05em; margin: 1em 0 0.4em; }
nav a { margin-right: 1em; }
nav.states { display: inline-block; margin-left: 1em; }
nav.states a { margin-right: 0.6em; }
header.kept {
  background-color: var(--vscode-editor-background);
  border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border, currentColor));
  padding: 0.5em 0 0.6em;
}
header.kept .notice { margin: 0.4em 0; }
/* In a low window it would leave no room for the page, so it scrolls away with the rest there. */
@media (min-height: 30em) {
  header.kept { max-height: 50vh; overflow-y: auto; position: sticky; top: 0; z-index: 1; }
  header.kept ~ main h2 { scroll-margin-top: min(13em, 52vh); }
}
/* The discussion stands before the fields, and beside all else where there is room. */
@media (min-width: 64em) {
  body:has(main.columns) { max-width: 110em; }
  main.columns {
    display: grid;
    gap: 0 2.5em;
    grid-template: "about talk" auto "fields talk" 1fr / minmax(0, 3fr) minmax(0, 2fr);
  }
  main.columns > .about { grid-area: about; }
  main.columns > .talk { grid-area: talk; }
  main.columns > .fields { grid-area: fields; }
}
.head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.8em; }
.head > h2 { flex: 1 1 auto; }
.head > * { min-width: 0; }
a.edit { font-size: 0.85em; margin-left: 0.4em; }
ol.thread { list-style: none; margin: 0; padding: 0; }
ol.thread > li { border-left: 2px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border, currentColor)); margin: 0 0 1em; padding: 0 0 0.1em 1em; }
ol.thread h3 { font-size: 1em; margin: 0 0 0.2em; }
ol.thread h3 .muted, ol.thread h3 .mark { font-weight: normal; }
dl.changes > div { display: flex; flex-wrap: wrap; gap: 0 0.6em; }
dl.changes dt::after { content: ":"; }
ol.thread p { margin: 0.2em 0; }
.before { color: var(--vscode-descriptionForeground); }
.reference { margin: 0; color: var(--vscode-descriptionForeground); }
.status {
  border: 1px solid var(--vscode-contrastBorder, transparent);
  border-radius: 1em;
  background-color: var(--vscode-badge-background);
  color: var(--vscode-badge-foreground);
  margin-left: 0.6em;
  padding: 0.05em 0.7em 0.1em;
  -webkit-box-decoration-break: clone;
  box-decoration-break: clone;
}
.status .muted { color: inherit; }
.muted { color: var(--vscode-descriptionForeground); }
.mark {
  border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWarning-foreground));
  border-radius: 0.3em;
  /* The colour of warnings is too faint on a light background to be read. */
  color: var(--vscode-editor-foreground);
  font-size: 0.8em;
  font-weight: normal;
  padding: 0 0.4em;
}
.notice {
  border: 1px solid var(--vscode-inputValidation-warningBorder);
  background-color: var(--vscode-inputValidation-warningBackground);
  color: var(--vscode-inputValidation-warningForeground, inherit);
  padding: 0.3em 0.8em;
}
.unseen { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
dl { margin: 0; }
dl.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15em, 100%), 1fr)); gap: 0.4em 1.5em; margin-top: 0.8em; }
dl.details > div { display: grid; grid-template-columns: minmax(8em, 14em) 1fr; gap: 0 1em; padding: 0.15em 0; }
dt { color: var(--vscode-descriptionForeground); }
dd { margin: 0; }
ul.words { display: inline-flex; flex-wrap: wrap; gap: 0 1.2em; list-style: none; margin: 0; padding: 0; }
ul.links { margin: 0; padding-left: 1.2em; }
ul.attachments { list-style: none; margin: 0; padding: 0; }
ul.attachments li { margin-bottom: 0.5em; }
.steps .text p { margin: 0.2em 0; }
.expected { margin: 0.2em 0 0; }
ul.attachments img {
  border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border, transparent));
  display: block;
  margin: 0.4em 0 0.2em;
  max-height: 12em;
  max-width: 100%;
}
.plain { white-space: pre-wrap; }
.text > :first-child { margin-top: 0; }
code, pre, kbd, samp { font-family: var(--vscode-editor-font-family, monospace); font-size: 0.95em; }
pre { background-color: var(--vscode-textCodeBlock-background); }
code {
  background-color: var(--vscode-textPreformat-background, var(--vscode-textCodeBlock-background));
  color: var(--vscode-textPreformat-foreground);
  padding: 0.05em 0.25em;
}
pre { border: 1px solid var(--vscode-contrastBorder, transparent); overflow: auto; padding: 0.6em 0.8em; }
pre code { background: none; color: inherit; padding: 0; }
blockquote {
  border-left: 3px solid var(--vscode-textBlockQuote-border);
  background-color: var(--vscode-textBlockQuote-background);
  margin: 0.6em 0;
  padding: 0.1em 1em;
}
table { border-collapse: collapse; }
th, td { border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border, currentColor)); padding: 0.2em 0.6em; }
mark { background-color: var(--vscode-editor-findMatchHighlightBackground); color: inherit; }
@media (max-width: 30em) { dl.details > div { grid-template-columns: 1fr; } }
`;

/** Makes the style sheet of a preview, in the colours of the editor's theme. */
export function previewStyles(nonce: string): Html {
  return html`<style nonce="${nonce}">${rules}</style>`;
}
