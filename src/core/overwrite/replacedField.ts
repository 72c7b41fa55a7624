import { mergeValue, sameIn } from "../merge/mergeEntries.ts";
import { type ComparisonBudget, mergeText } from "../merge/mergeText.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import { withLineFeeds } from "../util/lines.ts";
import type { BaseField } from "../workingCopy/base.ts";

/** A field of which one change was stored, and then another that was made without it. */
export interface ReplacedField {
  readonly field: BaseField;
  /** What both were made from. */
  readonly before: JsonObject;
  readonly lost: JsonObject;
  /** What took its place. */
  readonly now: JsonObject;
  /** The other person: whose change is gone, or who replaced mine. */
  readonly by?: string;
  /** They did it then, ISO 8601. */
  readonly on?: string;
}

/**
 * Tells whether something of the first change is gone: merged into what is there now, it would change that. The fields
 * that are looked at together share a `budget`.
 */
export function isLost(replaced: ReplacedField, budget: ComparisonBudget): boolean {
  const { field, before, lost, now } = replaced;
  if (sameIn(field, lost, now) || sameIn(field, lost, before) || keepsLines(replaced, budget)) {
    return false;
  }
  return !sameIn(field, withLost(replaced, now, budget), now);
}

/**
 * Tells whether a long text that is there now has each line that the first change added, and none that it removed. A
 * merge takes changes of lines side by side for one conflict, also where the second was made with the first in view.
 */
function keepsLines(replaced: ReplacedField, budget: ComparisonBudget): boolean {
  const lines = textsOf(replaced)?.map((text) => withLineFeeds(text).split("\n"));
  if (!lines || !budget.takeLines(lines.flat().length)) {
    return false;
  }
  const [before, lost, now] = lines.map(counted) as [Lines, Lines, Lines];
  const changed = [...new Set([...before.keys(), ...lost.keys()])].filter(
    (line) => count(before, line) !== count(lost, line),
  );
  const isKept = (line: string) =>
    count(lost, line) > count(before, line)
      ? count(now, line) >= count(lost, line)
      : count(now, line) <= count(lost, line);
  return changed.length > 0 && changed.every(isKept);
}

type Lines = ReadonlyMap<string, number>;

function counted(lines: readonly string[]): Lines {
  const counts = new Map<string, number>();
  for (const line of lines) {
    counts.set(line, count(counts, line) + 1);
  }
  return counts;
}

function count(lines: Lines, line: string): number {
  return lines.get(line) ?? 0;
}

/**
 * `current` with the lost change: by member inside sets, by line inside long texts. Where both concern the same thing,
 * what was lost stands in the place of what replaced it. Undefined where something else stands there by now, or the
 * lines are too many to be compared: what else was changed would go with what took its place.
 */
export function withLost(
  replaced: ReplacedField,
  current: JsonObject,
  budget: ComparisonBudget,
): JsonObject | undefined {
  const { field, before, lost, now } = replaced;
  const merged = mergeValue(field, before, lost, current, budget);
  return merged ?? (sameIn(field, current, now) ? lostInPlace(replaced, budget) : undefined);
}

/** The lost value; a long text has the lines that only the other one changed. */
function lostInPlace(replaced: ReplacedField, budget: ComparisonBudget): JsonObject | undefined {
  const { lost } = replaced;
  const contents = textsOf(replaced);
  if (!contents || !isJsonObject(lost.value)) {
    return lost;
  }
  const { text, isUncompared } = mergeText(...contents, "mine", budget);
  return isUncompared ? undefined : { ...lost, value: { ...lost.value, content: text } };
}

/**
 * The long texts from before, that is lost, and that are there now; undefined for others, and where their format
 * differs.
 */
function textsOf({ before, lost, now }: ReplacedField): [string, string, string] | undefined {
  const values = [before.value, lost.value, now.value].map((value) => (isJsonObject(value) ? value : {}));
  const texts = values.map(({ content }) => content);
  const isOneFormat = values.every(({ format }) => format === values[0]?.format);
  return isOneFormat && texts.every((text) => typeof text === "string")
    ? (texts as [string, string, string])
    : undefined;
}
