import { createHash } from "node:crypto";
import { isSameJson } from "../field/sameJson.ts";
import type { Json } from "../model/json.ts";

/** A change of colleagues. */
export interface TheirChange<V> {
  readonly was: V;
  readonly made: V;
}

/** A text that lacks lines of a colleague. */
export interface Lacking<V> {
  readonly mine: V;
  /** It with those of these lines of which the person has not decided. */
  readonly filled: V;
}

/** What is watched in one value since its base has moved: what would put back what a colleague changed. */
export interface ValueWatch<V> {
  /** Values from before their change, the base's and mine: the first ever, and the newest. */
  readonly outdated: readonly V[];
  /** All that colleagues have made of the first version of a text, and their last change where that is another. */
  readonly theirs: readonly TheirChange<V>[];
  /** What a text lacks of theirs as it stands. */
  readonly lacking: Lacking<V> | undefined;
  /** Prints of what the person wrote since theirs is known: it can come back. */
  readonly written: readonly string[];
}

/** How the values of one part of a version are compared, line by line where they are texts. */
export interface ValueRules<V> extends LineRules<V> {
  isSame(a: V, b: V): boolean;
}

/** How the lines of texts are compared. */
export interface LineRules<V> {
  /** `mine` with what it lacks of a change of colleagues. Undefined of what is no text. */
  filled(mine: V, theirs: TheirChange<V>): V | undefined;
  /** `after` with what `filled` has besides `mine`, but for the lines that the person changed since that. */
  filledStill(lacking: Lacking<V>, after: V): V;
  /**
   * Whether `value` has lines of `made` that the first of `older` has not; «altered» where it has others in the place
   * of them that are in none of `older`.
   */
  leftOf(older: readonly V[], value: V, made: V): "some" | "altered" | "none";
}

/**
 * A part may have another value in each version that is read while its document is open for days. The first is kept,
 * which a text that VS Code restores may say, and the newest; what undoing brings back is outdated in any case.
 */
const maxOutdated = 20;
/** No more states are kept than a person goes back by undoing. What is older is asked about. */
const maxWritten = 1000;

const nothing = { outdated: [], theirs: [], lacking: undefined, written: [] };

/** What to watch in a value `mine`, which was made from `was`, once a colleague has made `made` of that. */
export function afterMove<V>(
  rules: ValueRules<V>,
  watch: ValueWatch<V> = nothing,
  { was, mine, made }: Readonly<Record<"was" | "mine" | "made", V | undefined>>,
): ValueWatch<V> {
  const last = was === undefined || made === undefined ? undefined : { was, made };
  const filledIn = (value: V | undefined) => (last && value !== undefined ? rules.filled(value, last) : undefined);
  const { lacking: before } = watch;
  const filled = filledIn(before && mine !== undefined && rules.isSame(before.mine, mine) ? before.filled : mine);
  const isWhole = isSameIn(rules, filled, mine);
  const isLacking = !isWhole && !isSameIn(rules, made, mine);
  const [all] = watch.theirs;
  const ofAll = all && filledIn(all.made);
  const isText = filledIn(was) !== undefined;
  // A text from before may come back once more: how theirs came to be is known.
  const isKnown = isSameIn(rules, watch.theirs.at(-1)?.made, made);
  const moved = [was, isWhole ? undefined : mine].filter((value) => value !== undefined);
  return {
    outdated: moved.reduce<readonly V[]>(withValue, watch.outdated),
    theirs: isKnown
      ? watch.theirs
      : last && isText
        ? [...(all && ofAll !== undefined ? [{ was: all.was, made: ofAll }] : []), last]
        : [],
    lacking: isLacking && mine !== undefined && filled !== undefined ? { mine, filled } : undefined,
    written: mine === undefined || isLacking ? [] : [printOf(mine)],
  };
}

/** What to watch on once `value` is stored: what would undo a colleague's change that was stored with it. */
export function afterSave<V>(
  rules: ValueRules<V>,
  watch: ValueWatch<V> | undefined,
  value: V,
): ValueWatch<V> | undefined {
  const seen = watch?.theirs[0]?.made;
  if (!watch || seen === undefined) {
    return undefined;
  }
  const older = watch.outdated.filter((was) => !rules.isSame(was, seen));
  const left = rules.leftOf(older, value, seen);
  const isOfValue = watch.lacking && rules.isSame(watch.lacking.mine, value);
  const isWatched = left === "some" || (left === "altered" && !isOfValue);
  // What the text lacks that says something else by now, it lacks still.
  return isWatched ? { ...watch, outdated: older, lacking: isOfValue ? undefined : watch.lacking } : undefined;
}

/** What to watch after undoing or redoing has brought back `now`, over the base's `there`. */
export function afterUndo<V>(rules: ValueRules<V>, watch: ValueWatch<V>, now: V, there: V | undefined): ValueWatch<V> {
  const { outdated, written } = watch;
  const filled = filledWith(rules, watch, now, there);
  if (isSameIn(rules, filled, now) || written.includes(printOf(now))) {
    return { ...watch, lacking: undefined };
  }
  const isAmong = outdated.some((value) => rules.isSame(value, now));
  const lacking = filled === undefined ? undefined : { mine: now, filled };
  return { ...watch, outdated: isAmong ? outdated : withValue(outdated, now), lacking };
}

/**
 * What to watch after the person has written `now`, over the base's `there`. That is their decision, even where it is
 * an old value, but in a text that lacks lines of a colleague only about the lines that were changed.
 */
export function afterTyping<V>(
  rules: ValueRules<V>,
  watch: ValueWatch<V>,
  now: V,
  there: V | undefined,
): ValueWatch<V> {
  const { lacking } = watch;
  const isWhole = !lacking || isSameIn(rules, filledWith(rules, watch, now, there), now);
  const filled = isWhole ? now : rules.filledStill(lacking, now);
  if (!rules.isSame(filled, now)) {
    return { ...watch, lacking: { mine: now, filled } };
  }
  const decided = afterChoice(rules, watch, now);
  return decided.outdated !== watch.outdated || !isWhole ? decided : { ...decided, lacking: undefined };
}

/** The person said that `mine` is right, whatever theirs is: it can come back like anything that they write. */
export function afterChoice<V>(rules: ValueRules<V>, watch: ValueWatch<V>, mine: V): ValueWatch<V> {
  const { outdated, written } = watch;
  const left = outdated.filter((value) => !rules.isSame(value, mine));
  return {
    ...watch,
    outdated: left.length < outdated.length ? left : outdated,
    // What is decided against theirs is known, so that a save of it leaves nothing of theirs to watch.
    lacking: { mine, filled: mine },
    written: [...written, printOf(mine)].slice(-maxWritten),
  };
}

/**
 * What is watched of a value that VS Code has restored, over the base's `there`. One that is not outdated was written
 * since theirs is known, though it may be from before, or after, what was noted last; with `isFromBetween` it may be
 * from before theirs were taken in last.
 */
export function afterRestore<V>(
  rules: ValueRules<V>,
  watch: ValueWatch<V>,
  value: V,
  there: V | undefined,
  isFromBetween: boolean,
): ValueWatch<V> {
  if (!isOutdated(rules, watch, value)) {
    // An old value that is not outdated any more was written by hand.
    const isByHand = watch.theirs.some(({ was }) => rules.isSame(was, value));
    const isText = watch.theirs.length > 0;
    return (isFromBetween && isText && !isByHand ? afterUndo : afterTyping)(rules, watch, value, there);
  }
  // What was noted last may be of another text than this one: it tells nothing of what this one lacks.
  return watch.lacking && rules.isSame(watch.lacking.mine, value) ? watch : afterUndo(rules, watch, value, there);
}

/** Whether a value would undo a change of a colleague of which nobody has decided. */
export function isOutdated<V>(
  { isSame }: ValueRules<V>,
  { outdated, lacking }: Pick<ValueWatch<V>, "outdated" | "lacking">,
  value: V,
): boolean {
  const isLacking = lacking && isSame(lacking.mine, value) && !isSame(lacking.filled, value);
  return isLacking || outdated.some((old) => isSame(old, value));
}

/** `value` with all that it lacks of theirs; undefined where that is not known. */
function filledWith<V>(rules: ValueRules<V>, { theirs }: ValueWatch<V>, value: V, there: V | undefined): V | undefined {
  if (isSameIn(rules, there, value)) {
    return value;
  }
  return theirs.length === 0
    ? undefined
    : theirs.reduce<V | undefined>(
        (filled, change) => (filled === undefined ? undefined : rules.filled(filled, change)),
        value,
      );
}

function isSameIn<V>(rules: ValueRules<V>, a: V | undefined, b: V | undefined): boolean {
  return a !== undefined && b !== undefined && rules.isSame(a, b);
}

/** The first of `values` stays the first, also where it comes again. */
function withValue<V>(values: readonly V[], value: V): readonly V[] {
  const isIt = (other: V) => isSameJson(other as Json, value as Json);
  if (values.length < 2 && values.some(isIt)) {
    return values;
  }
  const all = [...values.slice(0, 1), ...values.slice(1).filter((other) => !isIt(other)), value];
  return all.length > maxOutdated ? [...all.slice(0, 1), ...all.slice(1 - maxOutdated)] : all;
}

/** Tells a value from others. */
function printOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64");
}
