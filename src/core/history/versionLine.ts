import { quoted } from "../labels/punctuation.ts";
import type { Comment } from "../model/changeset.ts";
import { byMail, createdIt, editedMark, privateMark, somebody } from "../sentences/history.ts";
import { plainLabel } from "../util/plainLabel.ts";
import type { ThreadEntry } from "./thread.ts";

/** A version as a row of a list, each part on one line. */
interface VersionLine {
  /** When, in the words of `language`. */
  readonly label: string;
  readonly description: string;
  /** Which fields, and the comment's first line. */
  readonly detail: string;
}

/** A version as one line of a list. `language` is that of its dates. */
export function versionLine(entry: ThreadEntry, language: string): VersionLine {
  const { comment, changes, isCreation } = entry;
  const said = commentLine(comment);
  const marks = [comment?.groups && privateMark, comment?.edited && editedMark].filter(Boolean).join(", ");
  const fields = isCreation ? createdIt : changes.map(({ label }) => label).join(", ");
  return {
    label: instantWords(entry.on, language),
    description: plainLabel(authorWords(entry)),
    detail: plainLabel([fields, marks && `(${marks})`, said && quoted(said)].filter(Boolean).join("  ")),
  };
}

/** Tells who it was; of somebody without an account the address. */
export function authorWords({ author, email }: Pick<ThreadEntry, "author" | "email">): string {
  return email === undefined ? (author ?? somebody) : byMail(email);
}

/** The first line of what was said; empty where nothing was. */
export function commentLine(comment: Comment | undefined): string {
  return comment ? firstLine(comment.content, comment.format === "html") : "";
}

/** An instant in the reader's zone; as it was written where it is none. */
export function instantWords(iso: string | undefined, language: string): string {
  const date = new Date(iso ?? "");
  return Number.isNaN(date.getTime())
    ? plainLabel(iso ?? "")
    : date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

/** No more of a comment is looked at: it may be of any length. */
const beginning = 2000;

function firstLine(content: string, isHtml: boolean): string {
  const text = content.slice(0, beginning);
  const words = isHtml ? text.replace(/<(?:br|\/p|\/li|\/h\d)\b[^<>]*>/gi, "\n").replace(/<[^<>]*>/g, "") : text;
  const line = words.split(/\r?\n/).find((each) => each.trim() !== "") ?? "";
  return isHtml ? line.replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => entities[name] ?? "") : line;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", nbsp: " " };
