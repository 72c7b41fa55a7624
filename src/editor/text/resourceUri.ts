import { TabInputCustom, TabInputText, TabInputTextDiff, Uri, window } from "vscode";
import { isJsonObject } from "../../core/model/json.ts";
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

/**
 * The URI that a caller gave: a `Uri`, or one of ours by its text or its parts, since keybindings have nothing else.
 * Undefined for all that is none.
 */
export function givenUri(given: unknown): Uri | undefined {
  if (given instanceof Uri) {
    return given;
  }
  if (typeof given === "string") {
    return given.startsWith(`${artifactScheme}://`) ? Uri.parse(given) : undefined;
  }
  const { scheme, authority, path } = isJsonObject(given) ? given : {};
  return scheme === artifactScheme && typeof authority === "string" && typeof path === "string"
    ? Uri.from({ scheme, authority, path })
    : undefined;
}

/** The URI that a command was called for: that of the active tab where nothing is given, and only there. */
export function uriMeant(given: unknown): Uri | undefined {
  return given === undefined || given === null ? activeUri() : givenUri(given);
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
