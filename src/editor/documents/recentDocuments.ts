import * as vscode from "vscode";
import type { Services } from "../services/services.ts";
import { resourceOf } from "../text/resourceUri.ts";

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
