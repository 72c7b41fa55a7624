import type { Uri } from "vscode";
import { draftUriOf, resourceOf, uriOf } from "../text/resourceUri.ts";

/**
 * Names what documents are about. All documents of one artifact, of one repository's settings, or of a draft and its
 * long texts, are about the same.
 */
export interface DocumentSubject {
  /** Names the subject: `team/artifacts/512`, or for a draft its URI. */
  readonly key: string;
  readonly kind: "artifact" | "settings" | "draft";
  readonly connectionId: string;
  /** The artifact that the document is about. */
  readonly artifactId?: number;
}

/** Gives what the document at `uri` is about; undefined where it is no document of the extension, or never unsaved. */
export function subjectOf(uri: Uri): DocumentSubject | undefined {
  const { connectionId, resource } = resourceOf(uri) ?? {};
  if (!resource || connectionId === undefined) {
    return undefined;
  }
  switch (resource.kind) {
    case "artifact":
    case "field": {
      const { artifactId } = resource;
      return { key: artifactKey(connectionId, artifactId), kind: "artifact", connectionId, artifactId };
    }
    case "svnSettings":
    case "svnAccessFile":
      return { key: `${connectionId}/svn/${resource.repositoryId}`, kind: "settings", connectionId };
    case "draft":
    case "draftField":
    case "svnDraft":
      return { key: (draftUriOf(uri) ?? uri).toString(), kind: "draft", connectionId };
    case "comment":
      return { key: uri.toString(), kind: "draft", connectionId, artifactId: resource.artifactId };
    case "attachment":
    case "version":
    case "versionField":
    case "deleted":
    case "base":
      return undefined;
  }
}

/** Gives the key of the subject of an artifact's documents. */
export function artifactKey(connectionId: string, artifactId: number): string {
  return `${connectionId}/artifacts/${artifactId}`;
}

/** Gives the URIs at which an artifact may be shown, open or not: those of its documents and rows. */
export function artifactUris(connectionId: string, artifactId: number): readonly Uri[] {
  return (["json", "xml"] as const).map((format) => uriOf(connectionId, { kind: "artifact", artifactId, format }));
}
