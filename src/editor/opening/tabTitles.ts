import type { Disposable } from "vscode";
import type { KnownConnections } from "../../core/known/connections.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { tabsOf } from "../text/openText.ts";
import { showDocument, tabTitle } from "../text/showDocument.ts";

/**
 * Gives the tabs of artifacts their new titles, once those are stored or read. VS Code takes the label of a tab when
 * its document is opened, even when it is open already. Opened in the background, it moves neither the focus nor
 * another tab.
 */
export function followTitles(
  documents: ArtifactDocuments,
  { onDidSee }: KnownConnections,
  onFailure: (error: unknown) => void,
): Disposable {
  return onDidSee(({ connectionId, summary: { id, title } }) => {
    if (title !== undefined) {
      relabel(documents, { connectionId, artifactId: id }, tabTitle(id, title)).catch(onFailure);
    }
  });
}

async function relabel(documents: ArtifactDocuments, artifact: ArtifactTarget, label: string): Promise<void> {
  for (const { document, text } of documents.of(artifact)) {
    const tabs = document.format ? tabsOf(text.uri) : [];
    // Other tabs keep their labels: a tab that somebody opened by its address has the name of the file, and a single
    // field's tab that of the field.
    for (const { tab, group } of tabs.filter(({ tab }) => tab.label.startsWith("#") && tab.label !== label)) {
      const how = { viewColumn: group.viewColumn, preview: tab.isPreview, preserveFocus: true, background: true };
      await showDocument(text.uri, how, label);
    }
  }
}
