import * as vscode from "vscode";
import type { DocumentFormat } from "../../core/model/uri.ts";
import { openForFormat, otherFormatUnsaved } from "../../core/sentences/saving.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { HumanError } from "../dialog/present.ts";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { neededArtifact } from "../targets/artifactTarget.ts";
import { openText } from "../text/openText.ts";
import { uriMeant, uriOf } from "../text/resourceUri.ts";
import { tabsOf } from "../text/tabsOf.ts";
import type { ArtifactDocuments } from "./artifactDocuments.ts";
import { type RecentDocumentsOptions, registerRecentDocuments } from "./recentDocuments.ts";

interface DocumentParts extends RecentDocumentsOptions {
  readonly documents: ArtifactDocuments;
}

/** Remembers what is opened, and shows a document in its other format. */
export function registerDocuments(parts: DocumentParts, store: DisposableStore) {
  store.add(registerRecentDocuments(parts));
  return {
    [commandIds.switchFormat]: (resource) => switchFormat(parts.documents, resource),
    [commandIds.saveArtifact]: async (target, artifactId) => {
      for (const { text } of parts.documents.of(neededArtifact(target, artifactId))) {
        if (isUnsaved(text)) {
          // One that is refused tells so by itself.
          await text.save();
        }
      }
    },
  } satisfies Partial<CommandSignatures>;
}

/**
 * Shows the artifact of the active editor in the other format, in the place of the editor, with its unsaved changes.
 *
 * @throws HumanError when no artifact's document is active, or its text cannot be moved over.
 */
async function switchFormat(documents: ArtifactDocuments, resource: unknown): Promise<void> {
  const uri = uriMeant(resource);
  const document = uri && documents.at(uri);
  if (!document?.format) {
    throw new HumanError(openForFormat);
  }
  const other: DocumentFormat = document.format === "json" ? "xml" : "json";
  const text = await vscode.workspace.openTextDocument(document.uri);
  const twin = uriOf(document.connectionId, { kind: "artifact", artifactId: document.artifactId, format: other });
  const open = openText(twin);
  if (isUnsaved(text) && open && isUnsaved(open)) {
    throw new HumanError(otherFormatUnsaved(document.artifactId, other.toUpperCase()));
  }
  // What shows it elsewhere, such as a comparison, goes on doing so.
  const isClosing = isUnsaved(text) && tabsOf(document.uri).length > 0;
  let version: number;
  let target: vscode.Uri;
  do {
    // What is typed while the text is being moved over moves over too.
    version = text.version;
    target = await documents.switchFormat(text, other);
  } while (text.version !== version || (isClosing && !(await documents.letGo(text)) && text.version !== version));
  const [{ tab } = {}] = tabsOf(document.uri);
  const label = tab?.label.startsWith("#") ? tab.label : undefined;
  const viewColumn = tab?.group.viewColumn ?? vscode.ViewColumn.Active;
  if (tab && !isUnsaved(text)) {
    await vscode.window.tabGroups.close(tab);
    documents.refresh(({ key }) => isClosing && key === document.key);
  }
  await vscode.commands.executeCommand("vscode.open", target, { preview: false, viewColumn }, label);
}
