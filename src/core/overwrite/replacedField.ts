import { sameMeaning } from "../field/meaning.ts";
import { mergeEntries } from "../merge/mergeEntries.ts";
import { mergeText } from "../merge/mergeText.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
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
  /** When they did, ISO 8601. */
  readonly on?: string;
}

/** Whether two values of the field mean the same. */
export function sameIn(field: BaseField, a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  return a === b || (!!a && !!b && sameMeaning(a, b, field.kind, field.entry?.members));
}

/** Whether something of the first change is gone: merged into what is there now, it would change that. */
export function isLost(replaced: ReplacedField): boolean {
  const { field, before, lost, now } = replaced;
  return !sameIn(field, lost, now) && !sameIn(field, lost, before) && !sameIn(field, withLost(replaced, now), now);
}

/**
 * `current` with the lost change: by member inside sets, by line inside long texts. Where both concern the same thing, what
 * was lost stands in the place of what replaced it. Undefined where something else stands there by now.
 */
export function withLost(replaced: ReplacedField, current: JsonObject): JsonObject | undefined {
  const { fieldId, kind, type } = replaced.field;
  const of = (members: JsonObject) => ({
    ...{ fieldId, type, entry: { fieldId, members } },
    ...(kind && { kind }),
  });
  const lost = { fieldId, members: replaced.lost };
  const merged = mergeEntries([of(replaced.before)], [lost], [of(current)]);
  if (merged.conflicts.length === 0) {
    return merged.entries[0]?.members;
  }
  return sameIn(replaced.field, current, replaced.now) ? (linesOfBoth(replaced) ?? replaced.lost) : undefined;
}

/** The lost text with the lines that only the other one changed. */
function linesOfBoth({ before, lost, now }: ReplacedField): JsonObject | undefined {
  const [o, a, b] = [before.value, lost.value, now.value].map((value) => (isJsonObject(value) ? value : undefined));
  const texts = [o?.content, a?.content, b?.content];
  if (!a || o?.format !== a.format || b?.format !== a.format || !texts.every((text) => typeof text === "string")) {
    return undefined;
  }
  const [base, mine, theirs] = texts as [string, string, string];
  return { ...lost, value: { ...a, content: mergeText(base, mine, theirs).text } };
}
