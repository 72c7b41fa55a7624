import { commands, type TextDocumentShowOptions, type Uri } from "vscode";
import { withoutIcons } from "../../core/util/plainLabel.ts";

/** `background` has it open behind what is shown. */
type ShowOptions = TextDocumentShowOptions & { readonly background?: boolean };

/** Opens a document of ours, with `title` as its tab's label but for icons: lists of editors would draw them. */
export async function showDocument(uri: Uri, options: ShowOptions, title?: string): Promise<void> {
  await commands.executeCommand("vscode.open", uri, options, title === undefined ? undefined : withoutIcons(title));
}

/** Opens two documents of ours side by side. */
export async function showDiff(left: Uri, right: Uri, title: string, options: ShowOptions): Promise<void> {
  await commands.executeCommand("vscode.diff", left, right, withoutIcons(title), options);
}

/** Opens somebody else's file as a text or picture: by its name VS Code might run it, such as a notebook. */
export async function showForeignFile(uri: Uri, kind: "text" | "picture"): Promise<void> {
  await commands.executeCommand("vscode.openWith", uri, kind === "picture" ? pictureEditor : "default", {
    preview: true,
  } satisfies ShowOptions);
}

/** The editor of VS Code's own extension for media. */
const pictureEditor = "imagePreview.previewEditor";

/** Gives the label of the tab of an artifact's document: `#512 It breaks`. */
export function tabTitle(artifactId: number, title = ""): string {
  return withoutIcons(`#${artifactId} ${title}`).trim();
}
