import { mergeValue, sameIn } from "../merge/mergeEntries.ts";
import { type ComparisonBudget, mergeText } from "../merge/mergeText.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import { withLineFeeds } from "../util/lines.ts";
import type { BaseField } from "../workingCopy/base.ts";

/** A field of which a change was stored, and then another one that was made without knowing it. */
export interface ReplacedField {
  readonly field: BaseField;
  /** The value from which both changes were made. */
  readonly before: JsonObject;
  readonly lost: JsonObject;
  /** The value that replaced the lost one. */
  readonly now: JsonObject;
  /** The other person: whoever made the lost change, or replaced mine. */
  readonly by?: string;
  /** The instant of their change, in ISO 8601. */
  readonly on?: string;
}

/**
 * Tells whether something of the first change is gone, so that merging it into the present value would change that.
 * Fields that are judged together share a `budget`.
 */
export function isLost(replaced: ReplacedField, budget: ComparisonBudget): boolean {
  const { field, before, lost, now } = replaced;
  if (sameIn(field, lost, now) || sameIn(field, lost, before)) {
    return false;
  }
  const merged = mergeValue(field, before, lost, now, budget);
  if (merged !== undefined) {
    // What the merge adds is gone, even where another line says the same: counted lines would not show that.
    return !sameIn(field, merged, now);
  }
  return !keepsLines(replaced, budget) && !sameIn(field, lostInPlace(replaced, budget), now);
}

/**
 * Tells whether the long text now has each line that the first change added, and none that it removed. A merge takes
 * changes of neighbouring lines for one conflict, even where the second person saw the first change.
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
 * Gives `current` with the lost change: by member inside sets, by line inside long texts. Where both changes concern
 * the same thing, the lost value stands in the place of the one that replaced it. It is undefined where another value
 * stands there by now, or where the lines are too many to be compared: other changes would be lost too.
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

/** Gives the lost value. In a long text the lines stay that only the other change concerns. */
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
 * Gives the long text before the changes, the lost one and the present one; undefined for other values, and where their
 * formats differ.
 */
function textsOf({ before, lost, now }: ReplacedField): [string, string, string] | undefined {
  const values = [before.value, lost.value, now.value].map((value) => (isJsonObject(value) ? value : {}));
  const texts = values.map(({ content }) => content);
  const isOneFormat = values.every(({ format }) => format === values[0]?.format);
  return isOneFormat && texts.every((text) => typeof text === "string")
    ? (texts as [string, string, string])
    : undefined;
}
