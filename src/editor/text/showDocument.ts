import { commands, type TextDocumentShowOptions, type Uri } from "vscode";
import { withoutIcons } from "../../core/util/plainLabel.ts";

/** `background`: behind what is shown. */
type ShowOptions = TextDocumentShowOptions & { readonly background?: boolean };

/** Opens a document of ours; its tab reads `title` where one is given. Lists of editors would draw icons of it. */
export async function showDocument(uri: Uri, options: ShowOptions, title?: string): Promise<void> {
  await commands.executeCommand("vscode.open", uri, options, title === undefined ? undefined : withoutIcons(title));
}

/** Opens two documents of ours side by side. */
export async function showDiff(left: Uri, right: Uri, title: string, options: ShowOptions): Promise<void> {
  await commands.executeCommand("vscode.diff", left, right, withoutIcons(title), options);
}

/** Opens a file of somebody else as a text or as a picture: by its name VS Code would run a notebook, for one. */
export async function showForeignFile(uri: Uri, kind: "text" | "picture"): Promise<void> {
  await commands.executeCommand("vscode.openWith", uri, kind === "picture" ? pictureEditor : "default", {
    preview: true,
  } satisfies ShowOptions);
}

/** The preview of VS Code's own extension for media. */
const pictureEditor = "imagePreview.previewEditor";

/** The label of the tab of an artifact's document: `#512 It breaks`. */
export function tabTitle(artifactId: number, title = ""): string {
  return withoutIcons(`#${artifactId} ${title}`).trim();
}
