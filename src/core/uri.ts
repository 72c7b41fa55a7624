import type { Attachment } from "./model/artifact.ts";

/** The scheme of every document of this extension; the authority is the connection's id. */
export const artifactScheme = "artifact";

/** What an `artifact:` URI names. */
export type Resource =
  | { readonly kind: "artifact"; readonly artifactId: number; readonly format: DocumentFormat }
  | {
      readonly kind: "attachment";
      readonly artifactId: number;
      /** `Attachment.n`. */
      readonly n: number;
      readonly fileName: string;
    };

export type DocumentFormat = "json" | "xml";

const artifactPath = /^\/artifacts\/([1-9]\d{0,15})\.artifact\.(json|xml)$/;
const attachmentPath = /^\/artifacts\/([1-9]\d{0,15})\/attachments\/([1-9]\d{0,15})\/([^/]+)$/;

/** The resource a decoded URI path names; undefined when it names none. `/artifacts/512.artifact.json` is artifact 512. */
export function parsePath(path: string): Resource | undefined {
  const artifact = artifactPath.exec(path);
  if (artifact) {
    return { kind: "artifact", artifactId: Number(artifact[1]), format: artifact[2] as DocumentFormat };
  }
  const attachment = attachmentPath.exec(path);
  if (attachment?.[3]) {
    return {
      kind: "attachment",
      artifactId: Number(attachment[1]),
      n: Number(attachment[2]),
      fileName: attachment[3],
    };
  }
  return undefined;
}

/** The decoded URI path of a resource: the inverse of `parsePath`. */
export function printPath(resource: Resource): string {
  switch (resource.kind) {
    case "artifact":
      return `/artifacts/${resource.artifactId}.artifact.${resource.format}`;
    case "attachment":
      return `/artifacts/${resource.artifactId}/attachments/${resource.n}/${resource.fileName}`;
  }
}

/** The resource of an attachment, under a file name that is safe as one path segment and on every file system. */
export function attachmentResource(artifactId: number, attachment: Attachment): Resource {
  return { kind: "attachment", artifactId, n: attachment.n, fileName: safeFileName(attachment.name) };
}

// Path separators, characters Windows forbids, controls, and the marks that reorder text and so disguise an extension.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unsafeCharacters = /[/\\:*?"<>|\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const reservedOnWindows = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const longestName = 120;

/**
 * `name` as a file name that is one path segment everywhere: no separators, controls, direction marks, reserved or
 * over-long names (cut to 120 characters, the extension kept). Never empty.
 */
export function safeFileName(name: string): string {
  let safe = name
    .replace(unsafeCharacters, "_")
    .replace(/[. ]+$/, "")
    .trim();
  if (safe === "" || /^\.+$/.test(safe)) {
    return "attachment";
  }
  if (reservedOnWindows.test(safe)) {
    safe = `_${safe}`;
  }
  if (safe.length <= longestName) {
    return safe;
  }
  const extension = /\.[^.]{1,15}$/.exec(safe)?.[0] ?? "";
  return safe.slice(0, longestName - extension.length) + extension;
}
