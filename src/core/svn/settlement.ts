import {
  differingParts,
  isSamePart,
  likeText,
  type Part,
  type PartKey,
  partsOf,
  type ShownSettings,
  type TextSettings,
} from "./settings.ts";

/**
 * What is still to be watched once theirs was taken for the base while the text holds other things: the values that
 * would put back what a colleague changed, by an undone merge or by a part nobody has decided about. Whether the text
 * holds one is a function of this, the base and the text, so undo needs no bookkeeping.
 */
export interface SettingsSettlement {
  /** Values from before their change, the base's and mine; null stands for a part that was not there. */
  readonly outdated: Readonly<Record<string, readonly (Part | null)[]>>;
  /** Of which the person said that mine is right. */
  readonly mineChosen: readonly string[];
}

/** A part that would put back a colleague's change without anybody having said so. */
export interface UnsettledPart {
  readonly key: PartKey;
  /** Undefined where it is not there. */
  readonly mine: Part | undefined;
  readonly theirs: Part | undefined;
}

/** What to watch after `theirs` became the base of a text `mine` that was made from `ancestor`. */
export function settleSettings(
  previous: SettingsSettlement | undefined,
  ancestor: ShownSettings | undefined,
  mine: TextSettings,
  theirs: ShownSettings,
): SettingsSettlement {
  const [before, ours, others] = [ancestor && likeText(ancestor, mine), mine, likeText(theirs, mine)];
  const changed = differingParts(before ?? ours, others);
  const outdated = { ...previous?.outdated };
  for (const key of changed) {
    const values = [...(before ? [partsOf(before).get(key) ?? null] : []), partsOf(ours).get(key) ?? null];
    outdated[key] = [...(outdated[key] ?? []), ...values];
  }
  return { outdated, mineChosen: (previous?.mineChosen ?? []).filter((key) => !changed.some((each) => each === key)) };
}

/** The parts of `mine` that hold an outdated value other than the base's, in the order of the text. */
export function unsettledParts(
  settlement: SettingsSettlement | undefined,
  base: ShownSettings,
  mine: TextSettings,
): readonly UnsettledPart[] {
  if (!settlement) {
    return [];
  }
  const [ours, theirs] = [partsOf(mine), partsOf(likeText(base, mine))];
  return differingParts(mine, likeText(base, mine)).flatMap((key): UnsettledPart[] => {
    const value = ours.get(key);
    const isOutdated = (settlement.outdated[key] ?? []).some((old) => isSamePart(key, old ?? undefined, value));
    return isOutdated && !settlement.mineChosen.includes(key) ? [{ key, mine: value, theirs: theirs.get(key) }] : [];
  });
}
