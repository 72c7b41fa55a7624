import { TabInputCustom, TabInputText, TabInputTextDiff, Uri, window } from "vscode";
import { artifactScheme, parsePath, printPath, type Resource } from "../../core/model/uri.ts";

/** The `artifact:` URI of a resource: `artifact://team/artifacts/512.artifact.json`. */
export function uriOf(connectionId: string, resource: Resource): Uri {
  return Uri.from({ scheme: artifactScheme, authority: connectionId, path: printPath(resource) });
}

/** What an `artifact:` URI names, and on which connection; undefined for any other URI. */
export function resourceOf(
  uri: Uri | undefined,
): { readonly connectionId: string; readonly resource: Resource } | undefined {
  const resource = uri?.scheme === artifactScheme ? parsePath(uri.path) : undefined;
  return uri && resource ? { connectionId: uri.authority, resource } : undefined;
}

/** The URI that the active tab shows, of a diff the editable side; of a preview without a text editor too. */
export function activeUri(): Uri | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof TabInputText || input instanceof TabInputCustom) {
    return input.uri;
  }
  if (input instanceof TabInputTextDiff) {
    return input.modified;
  }
  return window.activeTextEditor?.document.uri;
}
