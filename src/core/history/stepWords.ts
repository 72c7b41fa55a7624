import { quoted } from "../labels/punctuation.ts";
import type { Comment } from "../model/changeset.ts";
import { byMail, createdIt, editedMark, privateMark, somebody } from "../sentences/history.ts";
import { changedBy, createdBy, whoAndWhen } from "../sentences/lastChanges.ts";
import { onOneLine, plainLabel, shortened, withoutControls } from "../util/plainLabel.ts";
import type { LastChange } from "./lastChange.ts";
import type { ThreadEntry } from "./thread.ts";

/** A version as a row of a list. Each part has one line. */
interface VersionLine {
  /** Tells when the version was made, in the words of `language`. */
  readonly label: string;
  readonly description: string;
  /** Names the fields that were changed, and gives the first line of the comment. */
  readonly detail: string;
}

/** Gives a version as one line of a list. `language` is that of its dates. */
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

/** Tells who made a step; for somebody without an account it is the address. */
export function authorWords({ author, email }: Pick<ThreadEntry, "author" | "email">): string {
  return email === undefined ? (author ?? somebody) : byMail(email);
}

/** Gives the first line of a comment; it is empty where there is no comment. */
function commentLine(comment: Comment | undefined): string {
  return comment ? firstLine(comment.content, comment.format === "html") : "";
}

/** Prints an instant in the reader's zone, or as it was written where it is no instant. */
export function instantWords(iso: string | undefined, language: string): string {
  const date = new Date(iso ?? "");
  return Number.isNaN(date.getTime())
    ? plainLabel(iso ?? "")
    : date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

/** No more of a comment is looked at, as it may be of any length. */
const beginning = 2000;

function firstLine(content: string, isHtml: boolean): string {
  const text = content.slice(0, beginning);
  const words = isHtml ? text.replace(/<(?:br|\/p|\/li|\/h\d)\b[^<>]*>/gi, "\n").replace(/<[^<>]*>/g, "") : text;
  const line = words.split(/\r?\n/).find((each) => each.trim() !== "") ?? "";
  return isHtml ? line.replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => entities[name] ?? "") : line;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", nbsp: " " };

const maxAuthor = 40;
const maxSaid = 50;
const maxLong = 300;

/** Tells who changed a field last and when, on one line of bounded length: `Jane Roe, 3 days ago: works for me`. */
export function shortChange({ step }: LastChange, nowMs: number, language: string): string {
  // Only the long form tells the login.
  const author = words(authorWords(step), maxLong).replace(/ \([^()]*\)$/, "");
  const when = relativeTime(step.submittedOn, nowMs, language);
  return whoAndWhen(shortened(author, maxAuthor), when, words(commentLine(step.comment), maxSaid));
}

/** Tells who changed a field last and when, at length. */
export function longChange({ step, previousId }: LastChange, nowMs: number, language: string): string {
  const ago = relativeTime(step.submittedOn, nowMs, language);
  const when = ago === undefined ? undefined : { ago, at: instantWords(step.submittedOn, language) };
  return (previousId === undefined ? createdBy : changedBy)(words(authorWords(step), maxLong), when);
}

/** Gives the first line of the comment that came with a change; empty where there was none. */
export function saidWithChange({ step }: LastChange): string {
  return words(commentLine(step.comment), maxLong);
}

function words(text: string, length: number): string {
  return shortened(onOneLine(withoutControls(text)), length);
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

const units = [
  { unit: "year", ms: 365 * day },
  { unit: "month", ms: 30 * day },
  { unit: "day", ms: day },
  { unit: "hour", ms: hour },
  { unit: "minute", ms: minute },
] as const;

/**
 * Tells how long ago an instant was, in whole units and in the words of `language`: `3 days ago`, `yesterday`, `now`.
 * What is yet to come is told as now, since clocks differ. It is undefined where `iso` names no instant.
 */
export function relativeTime(iso: string | undefined, nowMs: number, language: string): string | undefined {
  const agoMs = Math.max(0, nowMs - Date.parse(iso ?? ""));
  if (Number.isNaN(agoMs)) {
    return undefined;
  }
  const { unit, ms } = units.find((each) => agoMs >= each.ms) ?? { unit: "second", ms: Number.POSITIVE_INFINITY };
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(agoMs / ms), unit);
}
