import { type SnippetValue, TabStop } from "../codec/snippet.ts";
import type { Shape } from "../field/entryShapes.ts";
import { isFreeValueId } from "../field/optionIndex.ts";
import { newValue } from "../labels/values.ts";
import type { Candidate, Candidates } from "./candidates.ts";
import type { KnownField } from "./documentFields.ts";

/** Those whose ids can be put in: the service takes no ids of free values. */
export function withoutFreeIds(found: Candidates): Candidates {
  const isTaken = ({ value }: Candidate) => typeof value !== "string" || !isFreeValueId(value);
  return { ...found, candidates: found.candidates.filter(isTaken) };
}

/** The object that stands for a candidate: a free value is named by its label, all else by its id. */
export function namedValue({ label, value }: Candidate, members: Readonly<Record<string, Shape>>): SnippetValue {
  return typeof value === "string" && isFreeValueId(value)
    ? { label }
    : { id: value, ...(members.direction && { direction: new TabStop("forward") }) };
}

/** A new value of what was typed: open lists take what is not among their values, save those of groups. */
export function newValues({ kind, bindsTo }: KnownField, typed: string): readonly Candidate[] {
  if (kind !== "openList" || bindsTo === "ugroups") {
    return [];
  }
  const tabStop = new TabStop(typed, "text");
  return [
    {
      kind: "value",
      label: newValue(typed),
      also: typed,
      value: bindsTo === "users" ? { email: tabStop } : { label: tabStop },
    },
  ];
}
