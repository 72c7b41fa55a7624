import { isDeepStrictEqual } from "node:util";
import type { KindRules } from "./documentKind.ts";
import type { Conflict, Origin, TakenIn } from "./documentState.ts";
import type { SavedState } from "./keptState.ts";
import type { DocumentKey, KindTypes } from "./kindTypes.ts";
import type { Settlement } from "./settlement.ts";

/** A version that was merged into a text. */
interface MergedVersion<T extends KindTypes> {
  readonly takenIn: TakenIn<T>;
  readonly merged: T["base"];
  readonly settlement: Settlement<T> | undefined;
}

/** Gives the last merge into a document that an earlier session has kept; undefined where there was none. */
export function mergeIn<T extends KindTypes>(
  earlier: SavedState<T>,
  document: DocumentKey,
): MergedVersion<T> | undefined {
  const takenIn = earlier.takenIn?.[document];
  const merged: T["base"] = earlier.shown?.[document] ?? earlier.base;
  return takenIn && { takenIn, merged, settlement: earlier.settlements?.[document] };
}

/**
 * Gives what is known of a text that says `shown` since `theirs` was merged into it; `before` is what was known before.
 */
export function takenInBy<T extends KindTypes>(
  rules: KindRules<T>,
  before: TakenIn<T> | undefined,
  { ancestor, theirs }: Conflict<T>,
  shown: T["mine"],
): TakenIn<T> {
  // VS Code may still have the text from before an earlier merge.
  return sayingNow(rules, { ancestor: before ? before.ancestor : ancestor, values: {} }, theirs, shown);
}

/**
 * Gives what is known of a text that was made from `ancestor` and says `said`, once what was stored of it is in
 * `theirs`: VS Code may have a text from before until it knows of the save. It is undefined where nothing has changed.
 */
export function takenInBySaving<T extends KindTypes>(
  rules: KindRules<T>,
  before: TakenIn<T> | undefined,
  { ancestor, theirs }: Conflict<T>,
  said: T["mine"],
): TakenIn<T> | undefined {
  const isMoved = rules.settlement.moved(ancestor, theirs, said).length > 0;
  return before ?? (isMoved ? takenInBy(rules, undefined, { ancestor, theirs }, said) : undefined);
}

/**
 * Gives `takenIn` for a text that says `mine` by now, after `merged` was merged into it: what was written since then
 * counts as from after the merge where VS Code restores it.
 */
export function sayingNow<T extends KindTypes>(
  { settlement: { inText, moved } }: KindRules<T>,
  takenIn: TakenIn<T>,
  merged: T["base"],
  mine: T["mine"],
): TakenIn<T> {
  const valueIn = inText(mine);
  const values: Record<string | number, T["value"]> = { ...takenIn.values };
  for (const key of moved(takenIn.ancestor, merged, mine)) {
    const value = valueIn(key);
    if (value !== undefined) {
      values[key] = value;
    }
  }
  return isDeepStrictEqual(values, takenIn.values) ? takenIn : { ...takenIn, values };
}

/**
 * Gives what a restored text was made from, if it was written before the merge; undefined where it is from after it.
 * Each part that says what the merge left, or what the person decided since, is made from the merged version. `mine` is
 * undefined where the text cannot be read.
 */
export function originBefore<T extends KindTypes>(
  rules: KindRules<T>,
  { merged, takenIn, settlement }: MergedVersion<T>,
  mine: T["mine"] | undefined,
): Origin<T> | undefined {
  const { ancestor, values } = takenIn;
  const isFromAfter = mine === undefined ? undefined : partsFromAfter(rules, { merged, takenIn, settlement }, mine);
  let base: T["base"] | undefined = merged;
  for (const key of rules.settlement.moved(ancestor, merged, mine ?? rules.textOf(merged))) {
    if (!isFromAfter?.(key, values[key])) {
      base = base === undefined || ancestor === undefined ? undefined : rules.withPart(base, ancestor, key);
    }
  }
  return base === merged ? undefined : base === undefined ? { kind: "unknown" } : { kind: "behind", base };
}

/** Tells whether a text that VS Code has restored is from before a PUT over `target`: it lacks something of `sent`. */
export function isFromBefore<T extends KindTypes>(
  rules: KindRules<T>,
  target: T["base"],
  sent: T["mine"],
  mine: T["mine"],
): boolean {
  const merged: T["base"] = rules.asShown(target, target, sent);
  const takenIn = { ancestor: target, values: {} };
  return originBefore(rules, { merged, takenIn, settlement: undefined }, mine) !== undefined;
}

/**
 * Gives a function that tells whether a part of `mine` is from after the merge: it has what the merge brought, says
 * what was left or decided since, or says nothing.
 */
function partsFromAfter<T extends KindTypes>(
  { settlement: rules, merge, mergedText }: KindRules<T>,
  { merged, takenIn: { ancestor }, settlement }: MergedVersion<T>,
  mine: T["mine"],
): (key: T["key"], left: T["value"] | undefined) => boolean {
  const [inMine, inMerged, inAncestor] = [rules.inText(mine), rules.inBase(merged, mine), rules.inBase(ancestor, mine)];
  const [isSame, linesOf] = [rules.isSame(merged), rules.lines?.(merged)];
  const again = merge(ancestor, mine, merged);
  const inAgain = rules.inText(mergedText(again));
  return (key, left) => {
    const [was, made, now] = [inAncestor(key), inMerged(key), inMine(key)];
    const isOneOf = (...among: readonly (T["value"] | undefined)[]) =>
      among.some((value) => value !== undefined && isSame(key, value, now));
    if (now === undefined || isOneOf(left)) {
      return true;
    }
    const [lines, earlier] = [linesOf?.(key), settlement?.theirs?.[key] ?? []];
    const change = was === undefined || made === undefined ? undefined : { was, made };
    // A text from between two merges can hold a line that a colleague has added and removed since.
    const filled =
      change &&
      [...earlier, change].reduce<T["value"] | undefined>(
        (value, each) => (value === undefined ? undefined : lines?.filled(value, each)),
        now,
      );
    if (isOneOf(filled, again.conflicts.includes(key) ? undefined : inAgain(key))) {
      return true;
    }
    // An old value that is not outdated any more was written by hand after the merge.
    const outdated = settlement?.outdated[key];
    return outdated !== undefined && isOneOf(was) && !isOneOf(...outdated);
  };
}
