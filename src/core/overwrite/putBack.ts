import type { EntryChange } from "../codec/entryChange.ts";
import { sameMeaning } from "../field/meaning.ts";
import { mergeEntries } from "../merge/mergeEntries.ts";
import { mergeText } from "../merge/mergeText.ts";
import type { Entry } from "../model/entry.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import type { ReplacedField, Replacement } from "./judgeSave.ts";

export interface PutBack {
  /** What to change in the text. */
  readonly changes: readonly EntryChange[];
  /** The fields that got something else since, with which the lost change cannot be merged: they stay as they are. */
  readonly left: readonly ReplacedField[];
}

/**
 * What brings a lost change back into a text that says `current`: by entry, and by line inside long texts. Where both
 * changes concern the same thing the lost one comes back, since the person asks for it; what else was changed stays. Only
 * what took its place gives way to it, nothing that came later.
 */
export function putBack({ fields }: Pick<Replacement, "fields">, current: readonly Entry[]): PutBack {
  const changes: EntryChange[] = [];
  const left: ReplacedField[] = [];
  for (const replaced of fields) {
    const entry = current.find(({ fieldId }) => fieldId === replaced.field.fieldId);
    const members = broughtBack(replaced, entry?.members ?? replaced.now);
    if (members === undefined) {
      left.push(replaced);
    } else if (!entry || !same(replaced, members, entry.members)) {
      changes.push({ kind: "set", entry: { fieldId: replaced.field.fieldId, members } });
    }
  }
  return { changes, left };
}

/** Undefined where the two cannot both be had and `current` is not what took the place of the lost change. */
function broughtBack(replaced: ReplacedField, current: JsonObject): JsonObject | undefined {
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
  return same(replaced, current, replaced.now) ? (linesOfBoth(replaced) ?? replaced.lost) : undefined;
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

function same({ field, before }: ReplacedField, a: JsonObject, b: JsonObject): boolean {
  return sameMeaning(a, b, field.kind, before);
}
