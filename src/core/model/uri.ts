import { withoutEnd } from "../util/withoutEnd.ts";
import type { Attachment } from "./artifact.ts";

/** The scheme of every document of this extension; the authority is the connection's id. */
export const artifactScheme = "artifact";

/** What an `artifact:` URI names. Attachments are numbered by `Attachment.n`, drafts by the window that opens them. */
export type Resource =
  | { readonly kind: "artifact"; readonly artifactId: number; readonly format: DocumentFormat }
  | {
      readonly kind: "field";
      readonly artifactId: number;
      readonly fieldId: number;
      readonly language: FieldLanguage;
    }
  /** A comment that is being written. */
  | { readonly kind: "comment"; readonly artifactId: number }
  | { readonly kind: "attachment"; readonly artifactId: number; readonly n: number; readonly fileName: string }
  | { readonly kind: "version"; readonly artifactId: number; readonly changesetId: number }
  | {
      readonly kind: "versionField";
      readonly artifactId: number;
      readonly changesetId: number;
      readonly fieldId: number;
      readonly language: FieldLanguage;
    }
  | { readonly kind: "draft"; readonly trackerId: number; readonly n: number; readonly format: DocumentFormat }
  | { readonly kind: "svnSettings"; readonly repositoryId: number }
  | { readonly kind: "svnAccessFile"; readonly repositoryId: number }
  | { readonly kind: "svnDraft"; readonly projectId: number; readonly n: number };

export type DocumentFormat = "json" | "xml";

/** The file extension of a long text in an editor of its own, by its format: Markdown, HTML or plain. */
export type FieldLanguage = "md" | "html" | "txt";

type Parser = readonly [RegExp, (parts: readonly string[]) => Resource];

const id = String.raw`([1-9]\d{0,15})`;
const parsers: readonly Parser[] = [
  [
    new RegExp(`^/artifacts/${id}\\.artifact\\.(json|xml)$`),
    ([artifactId, format]) => ({
      kind: "artifact",
      artifactId: Number(artifactId),
      format: format as DocumentFormat,
    }),
  ],
  [
    new RegExp(`^/artifacts/${id}/fields/${id}\\.(md|html|txt)$`),
    ([artifactId, fieldId, language]) => ({
      kind: "field",
      artifactId: Number(artifactId),
      fieldId: Number(fieldId),
      language: language as FieldLanguage,
    }),
  ],
  [
    new RegExp(`^/artifacts/${id}/comment\\.md$`),
    ([artifactId]) => ({ kind: "comment", artifactId: Number(artifactId) }),
  ],
  [
    new RegExp(`^/artifacts/${id}/attachments/${id}/([^/]+)$`),
    ([artifactId, n, fileName = ""]) => ({
      kind: "attachment",
      artifactId: Number(artifactId),
      n: Number(n),
      fileName,
    }),
  ],
  [
    new RegExp(`^/artifacts/${id}/versions/${id}\\.artifact\\.json$`),
    ([artifactId, changesetId]) => ({
      kind: "version",
      artifactId: Number(artifactId),
      changesetId: Number(changesetId),
    }),
  ],
  [
    new RegExp(`^/artifacts/${id}/versions/${id}/fields/${id}\\.(md|html|txt)$`),
    ([artifactId, changesetId, fieldId, language]) => ({
      kind: "versionField",
      artifactId: Number(artifactId),
      changesetId: Number(changesetId),
      fieldId: Number(fieldId),
      language: language as FieldLanguage,
    }),
  ],
  [
    new RegExp(`^/trackers/${id}/new-${id}\\.artifact\\.(json|xml)$`),
    ([trackerId, n, format]) => ({
      kind: "draft",
      trackerId: Number(trackerId),
      n: Number(n),
      format: format as DocumentFormat,
    }),
  ],
  [
    new RegExp(`^/svn/${id}\\.svn\\.json$`),
    ([repositoryId]) => ({ kind: "svnSettings", repositoryId: Number(repositoryId) }),
  ],
  [
    new RegExp(`^/svn/${id}/access-file\\.svnaccess$`),
    ([repositoryId]) => ({ kind: "svnAccessFile", repositoryId: Number(repositoryId) }),
  ],
  [
    new RegExp(`^/projects/${id}/new-${id}\\.svn\\.json$`),
    ([projectId, n]) => ({ kind: "svnDraft", projectId: Number(projectId), n: Number(n) }),
  ],
];

/** The resource a decoded URI path names; undefined when it names none. `/artifacts/512.artifact.json` is artifact 512. */
export function parsePath(path: string): Resource | undefined {
  for (const [pattern, read] of parsers) {
    const match = pattern.exec(path);
    if (match) {
      return read(match.slice(1));
    }
  }
  return undefined;
}

const folders =
  /^\/(?:(?:artifacts(?:\/[1-9]\d{0,15}(?:\/fields|\/attachments(?:\/[1-9]\d{0,15})?|\/versions(?:\/[1-9]\d{0,15}(?:\/fields)?)?)?)?|(?:trackers|projects|svn)(?:\/[1-9]\d{0,15})?)\/?)?$/;

/** Whether a decoded URI path is a folder on the way to resources. Whoever writes a file by its URI asks for the folder first. */
export function isFolder(path: string): boolean {
  return path === "" || folders.test(path);
}

/** The decoded URI path of a resource: the inverse of `parsePath`. */
export function printPath(resource: Resource): string {
  switch (resource.kind) {
    case "artifact":
      return `/artifacts/${resource.artifactId}.artifact.${resource.format}`;
    case "field":
      return `/artifacts/${resource.artifactId}/fields/${resource.fieldId}.${resource.language}`;
    case "comment":
      return `/artifacts/${resource.artifactId}/comment.md`;
    case "attachment":
      return `/artifacts/${resource.artifactId}/attachments/${resource.n}/${resource.fileName}`;
    case "version":
      return `/artifacts/${resource.artifactId}/versions/${resource.changesetId}.artifact.json`;
    case "versionField":
      return `/artifacts/${resource.artifactId}/versions/${resource.changesetId}/fields/${resource.fieldId}.${resource.language}`;
    case "draft":
      return `/trackers/${resource.trackerId}/new-${resource.n}.artifact.${resource.format}`;
    case "svnSettings":
      return `/svn/${resource.repositoryId}.svn.json`;
    case "svnAccessFile":
      return `/svn/${resource.repositoryId}/access-file.svnaccess`;
    case "svnDraft":
      return `/projects/${resource.projectId}/new-${resource.n}.svn.json`;
  }
}

/** The resource of an attachment, under a file name that is safe as one path segment and on every file system. */
export function attachmentResource(artifactId: number, attachment: Attachment): Resource {
  return { kind: "attachment", artifactId, n: attachment.n, fileName: safeFileName(attachment.name) };
}

// Path separators, characters Windows forbids, controls, and the marks that reorder text and so disguise an extension.
const unsafeCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffd]/g;
const reservedOnWindows = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;
const longestName = 120;
/** Common file systems take 255, of which a download may want some. */
const mostBytes = 200;

/**
 * `name` as a file name that is one path segment everywhere: no separators, controls, direction marks, reserved or
 * over-long names (cut to 120 characters and 200 bytes, the extension kept). Never empty.
 */
export function safeFileName(name: string): string {
  const safe = trimmed(name.toWellFormed().replace(unsafeCharacters, "_"));
  const usable = reservedOnWindows.test(safe) ? `_${safe}` : safe;
  return usable === "" ? "attachment" : shortened(usable);
}

/** Windows drops blanks and full stops at the end, and a name of nothing else is none. */
function trimmed(name: string): string {
  return withoutEnd(name.trimStart(), /[.\s]/);
}

function shortened(name: string): string {
  if (isShort(name)) {
    return name;
  }
  const extension = /\.[^.\s]{1,15}$/.exec(name)?.[0] ?? "";
  const characters = [...name.slice(0, name.length - extension.length).slice(0, longestName)];
  // The cut may have left half a character.
  while (characters.length > 0 && !(characters.at(-1)?.isWellFormed() && isShort(characters.join("") + extension))) {
    characters.pop();
  }
  return (trimmed(characters.join("")) || "attachment") + extension;
}

function isShort(name: string): boolean {
  return name.length <= longestName && new TextEncoder().encode(name).length <= mostBytes;
}
