import * as vscode from "vscode";
import { openForFormat } from "../../core/sentences/saving.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { WriteQueues } from "../../core/util/writeQueue.ts";
import { HumanError } from "../dialog/present.ts";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { neededArtifact } from "../targets/artifactTarget.ts";
import { openText } from "../text/openText.ts";
import { resourceOf, uriMeant } from "../text/resourceUri.ts";
import { saveText, saveWithoutFormatting } from "../text/saveText.ts";
import { showDocument } from "../text/showDocument.ts";
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
      for (const text of textsOf(parts.documents, target, artifactId)) {
        if (isUnsaved(text)) {
          // One that is refused tells so by itself.
          await saveText(text);
        }
      }
    },
    [commandIds.saveWithoutFormatting]: saveWithoutFormatting,
  } satisfies Partial<CommandSignatures>;
}

/** The open texts of an artifact, or the one of a draft whose URI is given. */
function textsOf(documents: ArtifactDocuments, target: unknown, artifactId: unknown): readonly vscode.TextDocument[] {
  const uri = uriMeant(target);
  const draft = resourceOf(uri)?.resource.kind === "draft" ? uri && openText(uri) : undefined;
  return draft ? [draft] : documents.of(neededArtifact(target, artifactId)).map(({ text }) => text);
}

/** By artifact, one after another: a text is moved over once, and whoever asks again finds it where it is then. */
const switches = new WriteQueues<string>();

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
