import { changedBy, createdBy, whoAndWhen } from "../sentences/lastChanges.ts";
import { onOneLine, shortened, withoutControls } from "../util/plainLabel.ts";
import type { LastChange } from "./lastChange.ts";
import { authorWords, commentLine, instantWords } from "./versionLine.ts";

const maxAuthor = 40;
const maxSaid = 50;
const maxLong = 300;

/** Tells who changed a field last and when, on one line of bounded length: `Jane Roe, 3 days ago: works for me`. */
export function shortChange({ step }: LastChange, nowMs: number, language: string): string {
  // The login is told at length alone.
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

/** The first line of what was said with a change; empty where nothing was. */
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
 * Clocks differ: what is to come is now. Undefined where `iso` names no instant.
 */
export function relativeTime(iso: string | undefined, nowMs: number, language: string): string | undefined {
  const agoMs = Math.max(0, nowMs - Date.parse(iso ?? ""));
  if (Number.isNaN(agoMs)) {
    return undefined;
  }
  const { unit, ms } = units.find((each) => agoMs >= each.ms) ?? { unit: "second", ms: Number.POSITIVE_INFINITY };
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(agoMs / ms), unit);
}
