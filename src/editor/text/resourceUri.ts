import { basename } from "node:path/posix";
import { TabInputCustom, TabInputText, TabInputTextDiff, Uri, window } from "vscode";
import {
  artifactScheme,
  type PathResource,
  parsePath,
  printPath,
  type Resource,
  type ResourceOf,
} from "../../core/model/uri.ts";

/** Gives the `artifact:` URI of a resource: `artifact://team/artifacts/512.artifact.json`. */
export function uriOf(connectionId: string, resource: PathResource): Uri {
  return Uri.from({ scheme: artifactScheme, authority: connectionId, path: printPath(resource) });
}

/**
 * Gives what an `artifact:` URI names, and on which connection; undefined for any other URI. A URI with more behind its
 * path names nothing: a link in somebody's file could open a second document of a draft with it, and what was typed
 * into the first would count as sent with the second.
 */
export function resourceOf(
  uri: Uri | undefined,
): { readonly connectionId: string; readonly resource: Resource } | undefined {
  if (uri?.scheme !== artifactScheme || uri.fragment !== "") {
    return undefined;
  }
  const resource = uri.query === "" ? parsePath(uri.path) : (baseOf(uri.query) ?? attachmentOf(uri.path));
  return resource && { connectionId: uri.authority, resource };
}

/** Gives a picture's attachment: VS Code's preview asks for it with its version behind the address. */
function attachmentOf(path: string): Resource | undefined {
  const resource = parsePath(path);
  return resource?.kind === "attachment" ? resource : undefined;
}

function baseOf(path: string): ResourceOf<"base"> | undefined {
  const of = parsePath(path);
  return of && { kind: "base", of };
}

/** Gives the draft that `uri` names, or whose long text it names; undefined for anything else. */
export function draftUriOf(uri: Uri): Uri | undefined {
  const { connectionId = "", resource } = resourceOf(uri) ?? {};
  if (resource?.kind === "draftField") {
    const { trackerId, n, format } = resource;
    return uriOf(connectionId, { kind: "draft", trackerId, n, format });
  }
  return resource?.kind === "draft" ? uri : undefined;
}

/**
 * Gives the address of what the text of the document at `uri` was made from. It is below the path for which the
 * manifest gives texts of fields their language. Another path might be one of a person's own folder.
 */
export function comparedWith(uri: Uri): Uri {
  return uriOfBase(uri, `/artifacts/made-from/fields/${basename(uri.path)}`);
}

/** Makes an address that stands for what the text of `document` was made from, and whose path is `path`. */
export function uriOfBase(document: Uri, path: string): Uri {
  return document.with({ path, query: document.path });
}

/** Gives the document that `base` is the base of; undefined where it is none. */
export function documentOfBase(base: Uri): Uri | undefined {
  return resourceOf(base)?.resource.kind === "base" ? base.with({ path: base.query, query: "" }) : undefined;
}

/** Gives the URI that the active tab shows: a diff's editable side, and that of a preview without a text editor too. */
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
