import { ComparisonBudget } from "../merge/mergeText.ts";
import type { KindRules } from "../workingCopy/documentKind.ts";
import type { SettlementRules } from "../workingCopy/settlement.ts";
import { textLines } from "../workingCopy/textLines.ts";
import type { LineRules } from "../workingCopy/valueWatch.ts";
import { mergeMembersOf, mergeSettings } from "./mergeSettings.ts";
import {
  differingParts,
  isSamePart,
  likeText,
  overlaid,
  type Part,
  type PartKey,
  partsOf,
  type TextSettings,
  withParts,
} from "./settings.ts";
import type { SettingsTypes } from "./settingsTypes.ts";

/** Watches each part of the settings by itself. */
const settlement: SettlementRules<SettingsTypes> = {
  moved: (ancestor, theirs, mine) =>
    differingParts(ancestor ? likeText(ancestor.settings, mine) : mine, likeText(theirs.settings, mine)),
  inBase: (base, mine) => (base ? valuesIn(likeText(base.settings, mine)) : () => undefined),
  inText: valuesIn,
  keysIn: (mine, base) => [...new Set([...partsOf(mine).keys(), ...partsOf(likeText(base.settings, mine)).keys()])],
  isSame: () => (key, a, b) => isSamePart(key, a ?? undefined, b ?? undefined),
  unsettled:
    () =>
    (key, { mine, theirs }) => ({ key, mine: mine ?? undefined, theirs: theirs ?? undefined }),
  lines: () => {
    const budget = new ComparisonBudget();
    return (key) => (key === "access_file" ? textLines(accessFiles, budget) : memberLines(key));
  },
};

/** A value; null is a part that is not there. */
type Value = SettingsTypes["value"];

const accessFiles = {
  textIn: (value: Value) => (typeof value === "string" ? value : undefined),
  withText: (_: Value, text: string) => text,
  isSame: (a: Value, b: Value) => isSamePart("access_file", a ?? undefined, b ?? undefined),
};

/** Makes rules that watch a list of paths, or the receivers of a notification, member by member. */
function memberLines(key: PartKey): LineRules<Value> {
  const merged = (ancestor: Value, mine: Value, theirs: Value) => mergeMembersOf(key, ancestor, mine, theirs);
  return {
    filled: (mine, { was, made }) => merged(was, mine, made),
    isClashing: () => false,
    withSideOfMarks: () => undefined,
    filledStill: ({ mine, filled }, after) => merged(mine, after, filled) ?? after,
    leftOf: ([was = null], value, made) => {
      const back = merged(made, value, was);
      return back !== undefined && !isSamePart(key, back, value ?? undefined) ? "some" : "none";
    },
  };
}

/** Makes a function that gives a part's value: null for a part that is not there, undefined for one not in `text`. */
function valuesIn(text: TextSettings): (key: PartKey) => Part | null | undefined {
  const parts = partsOf(text);
  const members = new Set(Object.keys(text));
  return (key) => parts.get(key) ?? (members.has(key.split(/[.:]/, 1)[0] ?? "") ? null : undefined);
}

/** Tells how texts stand for settings of a repository. A text may speak of some members only. */
export const settingsRules: KindRules<SettingsTypes> = {
  settlement,
  nothing: {},
  textOf: ({ settings: { has_default_permissions: _, ...shown } }) => shown,
  differs: (a, b) => differingParts(a.settings, b.settings).length > 0,
  asShown: (base, _before, mine) => ({ ...base, settings: overlaid(base.settings, mine) }),
  withStored: (of, mine, { target, change }, now) => {
    const isStored = settlement.isSame(now);
    const [said, sent, there] = [valuesIn(mine), valuesIn(change), valuesIn(now.settings)];
    const stored = differingParts(target.settings, change).filter((key) =>
      isStored(key, sent(key) ?? null, there(key) ?? null),
    );
    return withValues(of, stored, said);
  },
  withPart: (of, base, key) => withValues(of, [key], valuesIn(base.settings)),
  partsOf: (change, target) => {
    const [sent, replaced] = [valuesIn(change), valuesIn(target.settings)];
    return differingParts(target.settings, change).map((key) => [key, sent(key) ?? null, replaced(key) ?? null]);
  },
  merge: (ancestor, mine, theirs, clashes = "mine") =>
    mergeSettings(ancestor?.settings, mine, theirs.settings, clashes),
  mergedText: ({ settings }) => settings,
};

function withValues(
  of: SettingsTypes["base"],
  keys: readonly PartKey[],
  valueIn: (key: PartKey) => Part | null | undefined,
): SettingsTypes["base"] {
  const parts = new Map(partsOf(of.settings));
  for (const key of keys) {
    const value = valueIn(key) ?? null;
    if (value === null) {
      parts.delete(key);
    } else {
      parts.set(key, value);
    }
  }
  return { ...of, settings: withParts(of.settings, parts) };
}
