import * as vscode from "vscode";
import { openForFormat } from "../../core/sentences/saving.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { WriteQueues } from "../../core/util/writeQueue.ts";
import { HumanError } from "../dialog/present.ts";
import { type ArtifactTarget, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { tabsOf } from "../text/openText.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { saveTexts, saveWithoutFormatting } from "../text/saveText.ts";
import { showDocument } from "../text/showDocument.ts";
import type { ArtifactDocuments } from "./artifactDocuments.ts";

/** Remembers what is opened, and shows a document in its other format. */
export function registerDocuments(services: Services, documents: ArtifactDocuments, store: DisposableStore) {
  store.add(registerRecentDocuments(services.registry, services.remembered, services.logFailure));
  return {
    [commandIds.switchFormat]: (uri) => switchFormat(documents, uri),
    [commandIds.saveArtifact]: (target) => saveTexts(urisOf(documents, target)),
    [commandIds.saveWithoutFormatting]: saveWithoutFormatting,
  } satisfies Partial<Commands>;
}

/** Gives the addresses of the open documents of an artifact, or the one of a draft. */
function urisOf(
  documents: ArtifactDocuments,
  target: ArtifactTarget | { readonly draft: vscode.Uri },
): readonly vscode.Uri[] {
  return "draft" in target ? [target.draft] : documents.of(target).map(({ document }) => document.uri);
}

/**
 * Switches of one artifact go one after another: so each text is moved over once, and the next switch finds it in its
 * new place.
 */
const switches = new WriteQueues<string>();

/**
 * Shows the artifact of a document in the other format, in the place of its editor, with its unsaved changes.
 *
 * @throws HumanError when `uri` is no document of an artifact, or its text cannot be moved over.
 */
async function switchFormat(documents: ArtifactDocuments, uri: vscode.Uri): Promise<void> {
  const document = documents.at(uri);
  if (!document?.format) {
    throw new HumanError(openForFormat);
  }
  const { connectionId, artifactId, format } = document;
  await switches.run(`${connectionId}/${artifactId}`, async () => {
    const text = await vscode.workspace.openTextDocument(document.uri);
    const [{ tab } = {}] = tabsOf(document.uri);
    const label = tab?.label.startsWith("#") ? tab.label : undefined;
    const viewColumn = tab?.group.viewColumn ?? vscode.ViewColumn.Active;
    await documents.switchFormat(text, format === "json" ? "xml" : "json", async (target) => {
      await showDocument(target, { preview: false, viewColumn }, label);
    });
    const [shown] = tabsOf(document.uri);
    if (shown && !isUnsaved(text)) {
      await vscode.window.tabGroups.close(shown.tab);
    }
  });
}

/**
 * Remembers each artifact of which a document is opened, in whichever way: by a command, a link, a hover, an address,
 * or with a window that comes back. A document that VS Code opens again for another language counts again, which
 * changes nothing.
 */
export function registerRecentDocuments(
  registry: { find(connectionId: string): unknown },
  remembered: { opened(connectionId: string, artifact: { readonly id: number }): Promise<void> },
  logFailure: Services["logFailure"],
): vscode.Disposable {
  const note = ({ uri }: { readonly uri: vscode.Uri }) => {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    if ((resource?.kind === "artifact" || resource?.kind === "field") && registry.find(connectionId) !== undefined) {
      remembered
        .opened(connectionId, { id: resource.artifactId })
        .catch((error: unknown) => logFailure("Remembering a recent artifact", error));
    }
  };
  vscode.workspace.textDocuments.forEach(note);
  return vscode.workspace.onDidOpenTextDocument(note);
}
