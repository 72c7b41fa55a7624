import { createHash } from "node:crypto";
import { isSameJson } from "../field/sameJson.ts";
import type { MarkedSide } from "../merge/mergeText.ts";
import type { Json } from "../model/json.ts";

/** A change that colleagues have made. */
export interface TheirChange<V> {
  readonly was: V;
  readonly made: V;
}

/** A text that lacks lines of a colleague. */
export interface Lacking<V> {
  readonly mine: V;
  /** Holds `mine` with those of the lacking lines about which the person has not decided. */
  readonly filled: V;
}

/** Holds what is watched in one value since its base has moved: what would put back what a colleague changed. */
export interface ValueWatch<V> {
  /** Holds values from before the change of a colleague, the base's and mine: the first ever, and the newest. */
  readonly outdated: readonly V[];
  /**
   * Holds what colleagues have changed in the versions of a text, each up to what they have made by now: in the first
   * ever, and in the newest.
   */
  readonly theirs: readonly TheirChange<V>[];
  /** Tells what a text lacks of theirs as it stands. */
  readonly lacking: Lacking<V> | undefined;
  /** Holds hashes of what the person wrote since theirs is known: undoing can bring that back. */
  readonly written: readonly string[];
}

/** Tells how the values of one part of a version are compared, line by line where they are texts. */
export interface ValueRules<V> extends LineRules<V> {
  isSame(a: V, b: V): boolean;
}

/** Tells how the lines of texts are compared. */
export interface LineRules<V> {
  /** Gives `mine` with what it lacks of a change of colleagues; undefined where it is no text. */
  filled(mine: V, theirs: TheirChange<V>): V | undefined;
  /** Tells whether `mine` and colleagues have changed the same lines to other ones. */
  isClashing(mine: V, theirs: TheirChange<V>): boolean;
  /** Gives a value with one side alone in the place of its marks of a merge; undefined where that cannot be told. */
  withSideOfMarks(value: V, side: MarkedSide): V | undefined;
  /**
   * Gives `after` with what `filled` has and `mine` has not, but for the lines that the person changed between `mine`
   * and `after`.
   */
  filledStill(lacking: Lacking<V>, after: V): V;
  /**
   * Tells whether `value` still has some of what colleagues changed from the first of `older` to `made`; «altered»
   * where it has lines of its own there, which are in none of `older`.
   */
  leftOf(older: readonly V[], value: V, made: V): "some" | "altered" | "none";
}

/**
 * A part may have another value in each version that is read while its document is open for days. The first is kept,
 * since a text that VS Code restores may say it, and so are the newest. What undoing brings back is outdated in any
 * case.
 */
const maxOutdated = 20;
/** A person hardly goes back more steps than this by undoing. They are asked about what is older. */
const maxWritten = 1000;

const nothing = { outdated: [], theirs: [], lacking: undefined, written: [] };

/** Gives what to watch in a value `mine`, which was made from `was`, once a colleague has made `made` of `was`. */
export function afterMove<V>(
  rules: ValueRules<V>,
  watch: ValueWatch<V> = nothing,
  { was, mine, made }: Readonly<Record<"was" | "mine" | "made", V | undefined>>,
): ValueWatch<V> {
  const last = was === undefined || made === undefined ? undefined : { was, made };
  const filledIn = (value: V | undefined) => (last && value !== undefined ? rules.filled(value, last) : undefined);
  const { lacking: before } = watch;
  const left = before && mine !== undefined && rules.isSame(before.mine, mine) ? before.filled : mine;
  const filled = filledIn(left);
  const isWhole = isSameIn(rules, filled, mine);
  const isLacking = !isWhole && !isSameIn(rules, made, mine);
  // A text can lack nothing of theirs and still have lines of its own in the place of those that they took out.
  const isDecided = isWhole && !(last && mine !== undefined && rules.isClashing(mine, last));
  const moved = [was, isDecided ? undefined : mine].filter((value) => value !== undefined);
  return {
    outdated: moved.reduce<readonly V[]>(withValue, watch.outdated),
    theirs: last && filledIn(was) !== undefined ? withChange(rules, watch.theirs, last) : [],
    lacking: isLacking && mine !== undefined && filled !== undefined ? { mine, filled } : undefined,
    written: mine === undefined || isLacking ? [] : [printOf(mine)],
  };
}

/**
 * Gives `theirs` once `last` has come after them: each of the changes reaches up to what colleagues have made by now,
 * since undoing can go back to before any of them.
 */
function withChange<V>(
  rules: ValueRules<V>,
  theirs: readonly TheirChange<V>[],
  last: TheirChange<V>,
): readonly TheirChange<V>[] {
  const all = theirs.map(({ was, made }) => ({ was, made: rules.filled(made, last) ?? last.made }));
  return all.some(({ was }) => rules.isSame(was, last.was)) ? all : bounded([...all, last]);
}

/**
 * Gives what to watch on once `value`, of a text made from `was`, is stored: what would undo a colleague's change that
 * was stored with it. Gives undefined where there is nothing.
 */
export function afterSave<V>(
  rules: ValueRules<V>,
  watch: ValueWatch<V> | undefined,
  value: V,
  was: V | undefined,
): ValueWatch<V> | undefined {
  if (!watch) {
    return undefined;
  }
  const seen = watch.theirs[0]?.made;
  // They may have made an outdated value once more: what came between is outdated still.
  const olderThan = (version: V | undefined) => watch.outdated.filter((old) => !isSameIn(rules, version, old));
  // What was stored over their last change can still have some of one before it.
  const left = watch.theirs.flatMap((each) =>
    [each.made, was ?? each.made].map((version) => rules.leftOf([each.was, ...olderThan(version)], value, version)),
  );
  const isOfValue = watch.lacking && rules.isSame(watch.lacking.mine, value);
  const isWatched = isSameIn(rules, was, value) || left.includes("some") || (left.includes("altered") && !isOfValue);
  // What the person has stored is their decision, also where it was kept over theirs as it stood.
  const outdated = olderThan(seen).filter((old) => !rules.isSame(old, value));
  // A text that says something else by now still lacks what it lacked.
  return isWatched ? { ...watch, outdated, lacking: isOfValue ? undefined : watch.lacking } : undefined;
}

/** Gives what to watch after undoing or redoing has brought back `now`, while the base has `there`. */
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
 * Gives what to watch after the person has written `now`, while the base has `there`. That is their decision, even
 * where it is an old value; but in a text that lacks lines of a colleague it is one only about the lines that were
 * changed.
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

/**
 * Gives what to watch after the person said that `mine` is right, whatever theirs is: it can come back like anything
 * that they write.
 */
export function afterChoice<V>(rules: ValueRules<V>, watch: ValueWatch<V>, mine: V): ValueWatch<V> {
  const { outdated, written } = watch;
  const left = outdated.filter((value) => !rules.isSame(value, mine));
  return {
    ...watch,
    outdated: left.length < outdated.length ? left : outdated,
    // This tells that the person has decided about `mine`: lines that it has in the place of theirs are not watched
    // once it is saved.
    lacking: { mine, filled: mine },
    written: [...written, printOf(mine)].slice(-maxWritten),
  };
}

/**
 * Gives what is watched in a value that VS Code has restored, while the base has `there`. A value that is not outdated
 * was written since theirs is known, though it may be older or newer than what was noted last; with `isFromBetween` it
 * may be from before theirs were last taken in.
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
  // What was noted last may belong to another text: it does not tell what this one lacks.
  return watch.lacking && rules.isSame(watch.lacking.mine, value) ? watch : afterUndo(rules, watch, value, there);
}

/** Tells whether a value would undo a change of a colleague about which nobody has decided. */
export function isOutdated<V>(
  { isSame }: ValueRules<V>,
  { outdated, lacking }: Pick<ValueWatch<V>, "outdated" | "lacking">,
  value: V,
): boolean {
  const isLacking = lacking && isSame(lacking.mine, value) && !isSame(lacking.filled, value);
  return isLacking || outdated.some((old) => isSame(old, value));
}

/** Gives `value` with all that it lacks of theirs; undefined where that is not known. */
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

/** Gives `values` with `value` as the newest. The first of them stays the first, also where it comes again. */
function withValue<V>(values: readonly V[], value: V): readonly V[] {
  const isIt = (other: V) => isSameJson(other as Json, value as Json);
  if (values.length < 2 && values.some(isIt)) {
    return values;
  }
  return bounded([...values.slice(0, 1), ...values.slice(1).filter((other) => !isIt(other)), value]);
}

/** Gives the first of `values`, and the newest. */
function bounded<E>(values: readonly E[]): readonly E[] {
  return values.length > maxOutdated ? [...values.slice(0, 1), ...values.slice(1 - maxOutdated)] : values;
}

/** Gives a hash that tells a value from others. */
function printOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64");
}
