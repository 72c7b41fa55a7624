import { withoutEnd } from "../util/withoutEnd.ts";
import type { Attachment } from "./artifact.ts";
import { isNumberId } from "./id.ts";

/** The scheme of every document of this extension; the authority is the connection's id. */
export const artifactScheme = "artifact";

/** Names the thing that an `artifact:` URI is about. */
export type Resource =
  | PathResource
  /** The text from which the text of a document was made. The query of the URI is the path of the document. */
  | { readonly kind: "base"; readonly of: PathResource };

/**
 * Names the thing that the path of an `artifact:` URI is about. Attachments are numbered by `Attachment.n`. Drafts are
 * numbered by the window that opens them.
 */
export type PathResource =
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
  /** A long text of a draft. */
  | {
      readonly kind: "draftField";
      readonly trackerId: number;
      readonly n: number;
      readonly format: DocumentFormat;
      readonly fieldId: number;
      readonly language: FieldLanguage;
    }
  /** The copy of an artifact that was deleted. */
  | { readonly kind: "deleted"; readonly fileName: string }
  | { readonly kind: "svnSettings"; readonly repositoryId: number }
  | { readonly kind: "svnAccessFile"; readonly repositoryId: number }
  | { readonly kind: "svnDraft"; readonly projectId: number; readonly n: number };

/** A resource of one kind, or of several. */
export type ResourceOf<K extends Resource["kind"]> = Extract<Resource, { kind: K }>;

export type DocumentFormat = "json" | "xml";

/** The file extension of a long text in an editor of its own, which tells its format: Markdown, HTML or plain. */
export type FieldLanguage = "md" | "html" | "txt";

/** The path of each kind of resource, with its members in braces. */
const paths: Readonly<Record<PathResource["kind"], string>> = {
  artifact: "/artifacts/{artifactId}.artifact.{format}",
  field: "/artifacts/{artifactId}/fields/{fieldId}.{language}",
  comment: "/artifacts/{artifactId}/comment.md",
  attachment: "/artifacts/{artifactId}/attachments/{n}/{fileName}",
  version: "/artifacts/{artifactId}/versions/{changesetId}.artifact.json",
  versionField: "/artifacts/{artifactId}/versions/{changesetId}/fields/{fieldId}.{language}",
  draft: "/trackers/{trackerId}/new-{n}.artifact.{format}",
  draftField: "/trackers/{trackerId}/new-{n}/{format}/fields/{fieldId}.{language}",
  deleted: "/deleted/{fileName}",
  svnSettings: "/svn/{repositoryId}.svn.json",
  svnAccessFile: "/svn/{repositoryId}/access-file.svnaccess",
  svnDraft: "/projects/{projectId}/new-{n}.svn.json",
};
const memberInPath = /\{(\w+)\}/g;

/** The members that are texts, with the pattern of each; all others are numbers. */
const texts: ReadonlyMap<string, string> = new Map([
  ["format", "json|xml"],
  ["language", "md|html|txt"],
  ["fileName", "[^/]+"],
]);

function patternOf(path: string): RegExp {
  const members = (_: string, name: string) => `(?<${name}>${texts.get(name) ?? "[1-9]\\d{0,15}"})`;
  const source = `^${path.replaceAll(".", "\\.").replace(memberInPath, members)}$`;
  return new RegExp(source);
}

const patterns = Object.entries(paths).map(([kind, path]) => ({ kind, pattern: patternOf(path) }));

/** Gives the resource that a decoded URI path names, if any. `/artifacts/512.artifact.json` is artifact 512. */
export function parsePath(path: string): PathResource | undefined {
  for (const { kind, pattern } of patterns) {
    const match = pattern.exec(path);
    if (match) {
      const members = Object.entries(match.groups ?? {}).map(
        ([name, said]) => [name, texts.has(name) ? said : Number(said)] as const,
      );
      // A number that is too large would be read as another number.
      const isExact = members.every(([, member]) => typeof member === "string" || isNumberId(member));
      return isExact ? ({ kind, ...Object.fromEntries(members) } as PathResource) : undefined;
    }
  }
  return undefined;
}

const folders = Object.values(paths).flatMap((path) =>
  [...path.matchAll(/\//g)].map(({ index }) => patternOf(path.slice(0, index))),
);

/**
 * Tells whether a decoded URI path is a folder on the way to resources. Whoever writes a file by its URI asks for the
 * folder first.
 */
export function isFolder(path: string): boolean {
  const bare = path.replace(/\/$/, "");
  return folders.some((folder) => folder.test(bare));
}

/** Gives the decoded URI path of a resource: the inverse of `parsePath`. */
export function printPath(resource: PathResource): string {
  const members = resource as unknown as Readonly<Record<string, unknown>>;
  return pieces[resource.kind].map((piece, index) => (index % 2 === 0 ? piece : members[piece])).join("");
}

/**
 * The parts of each path; every second one is a member's name. They are cut once, as a page may have a hundred paths.
 */
const pieces = Object.fromEntries(
  Object.entries(paths).map(([kind, path]) => [kind, path.split(memberInPath)] as const),
) as Readonly<Record<PathResource["kind"], string[]>>;

/** Gives the resource of an attachment, with a file name that is safe as one path segment and on every file system. */
export function attachmentResource(artifactId: number, attachment: Attachment): ResourceOf<"attachment"> {
  return { kind: "attachment", artifactId, n: attachment.n, fileName: safeFileName(attachment.name) };
}

// These are path separators, characters that Windows forbids, controls, and the marks that reorder text and so disguise
// an extension.
const unsafeCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffd]/g;
const reservedOnWindows = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;
const maxNameLength = 120;
/** Common file systems take 255 bytes, of which a download may need some. */
const maxBytes = 200;

/**
 * Gives `name` as a file name that is one path segment everywhere: no separators, controls, direction marks, reserved
 * or over-long names (it is cut to 120 characters and 200 bytes, but keeps its extension). It is never empty.
 */
export function safeFileName(name: string): string {
  const safe = trimmed(name.toWellFormed().replace(unsafeCharacters, "_"));
  const usable = reservedOnWindows.test(safe) ? `_${safe}` : safe;
  return usable === "" ? "attachment" : shortened(usable);
}

/**
 * Gives `name` as a file name to be offered where somebody saves. It is made as by `safeFileName`, but without a full
 * stop at the start, since shells and tools read such files of a home folder by themselves. Many blanks in a row become
 * one, since they would move the extension out of sight.
 */
export function offeredFileName(name: string): string {
  return safeFileName(name.replace(blanks, " ").replace(/^[.\s]+/, ""));
}

// Characters that are no white space but show nothing count as blanks, too. Up to two of them may stand together, as
// between the parts of an emoji.
const blanks = /[\s\u2800\p{Default_Ignorable_Code_Point}]{3,}|\s+/gu;

/** Removes blanks and full stops at the end, as Windows does. A name of nothing else becomes empty. */
function trimmed(name: string): string {
  return withoutEnd(name.trimStart(), /[.\s]/);
}

function shortened(name: string): string {
  if (isShort(name)) {
    return name;
  }
  const extension = /\.[^.\s]{1,15}$/.exec(name)?.[0] ?? "";
  const characters = [...name.slice(0, name.length - extension.length).slice(0, maxNameLength)];
  // The cut may have left half of a surrogate pair.
  while (characters.length > 0 && !(characters.at(-1)?.isWellFormed() && isShort(characters.join("") + extension))) {
    characters.pop();
  }
  return (trimmed(characters.join("")) || "attachment") + extension;
}

function isShort(name: string): boolean {
  return name.length <= maxNameLength && new TextEncoder().encode(name).length <= maxBytes;
}
