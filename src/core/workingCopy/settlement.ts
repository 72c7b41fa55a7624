import { isSameJson } from "../field/sameJson.ts";
import { jsonSize } from "../util/boundedMap.ts";
import type { KindTypes } from "./kindTypes.ts";
import { type SetWatch, withMineChosen, withWatch } from "./memberWatch.ts";
import {
  afterChoice,
  afterMove,
  afterRestore,
  afterSave,
  afterTyping,
  afterUndo,
  isOutdated,
  type Lacking,
  type LineRules,
  type TheirChange,
  type ValueRules,
  type ValueWatch,
} from "./valueWatch.ts";

/**
 * Holds what is to be watched in a document whose base has moved on while it was open: the values that would put back
 * what a colleague changed. It is plain data, which survives JSON.
 *
 * A text can come to hold such a value long after the base moved: by a marked part that nobody looked at, by an undone
 * merge or «take theirs», or as the text from before a reload or a save.
 */
export interface Settlement<T extends Pick<KindTypes, "key" | "value">> {
  /**
   * Holds, by key, the values that a part had before the change of a colleague: those of the base and of mine. A part
   * is here once its base has moved, unless it is among `sets`.
   */
  readonly outdated: Readonly<Record<string | number, readonly T["value"][]>>;
  /** Holds `theirs` of `ValueWatch` for the texts in `outdated`, by key; `lacking` holds its `lacking`. */
  readonly theirs?: Readonly<Record<string | number, readonly TheirChange<T["value"]>[]>>;
  readonly lacking?: Readonly<Record<string | number, Lacking<T["value"]>>>;
  /** Holds, by key, the sets whose base has moved, which are watched member by member. */
  readonly sets?: Readonly<Record<string | number, SetWatch>>;
  /** Holds, by key, the formats in which the texts in `outdated` were last seen. */
  readonly formats?: Readonly<Record<string, string>>;
}

/**
 * Holds what is watched, and what is known of it in this session alone, since VS Code undoes nothing of an earlier one.
 */
export interface Watched<T extends KindTypes> {
  readonly settlement: Settlement<T>;
  /** Holds `written` of `ValueWatch` for the parts in `outdated`, by key. */
  readonly written: Readonly<Record<string | number, readonly string[]>>;
}

/** Tells how the parts of a kind of document are found and compared. */
export interface SettlementRules<T extends KindTypes> {
  /**
   * Gives the parts of `mine` in which `theirs` is not what `ancestor` was; without an ancestor, those that may have
   * changed.
   */
  moved(ancestor: T["base"] | undefined, theirs: T["base"], mine: T["mine"]): readonly T["key"][];
  /** Gives the values of a version, as a text like `mine` would say them. */
  inBase(base: T["base"] | undefined, mine: T["mine"]): ValueOf<T>;
  inText(mine: T["mine"]): ValueOf<T>;
  /** Gives the parts that a text says something of, in their order. */
  keysIn(mine: T["mine"], base: T["base"]): readonly T["key"][];
  /** Gives a function that tells whether two values of a part of `base` mean the same. */
  isSame(base: T["base"]): (key: T["key"], a: T["value"], b: T["value"]) => boolean;
  unsettled(base: T["base"]): (key: T["key"], values: UnsettledValues<T>) => T["unsettled"];
  /** The rules of sets, which are watched member by member. */
  readonly sets?: SetRules<T>;
  /** Gives the rules of texts, which are watched line by line; absent where no value can hold what two have written. */
  readonly lines?: (base: T["base"]) => (key: T["key"]) => LineRules<T["value"]> | undefined;
  /** Gives the parts that hold the lines of both between the marks of a merge. */
  marked?(base: T["base"], mine: T["mine"]): readonly T["key"][];
  /** Gives the formats to note: those of the texts in `mine`, and those of `previous` for texts that `mine` lacks. */
  formats?(
    previous: Settlement<T>["formats"],
    outdated: Settlement<T>["outdated"],
    mine: T["mine"],
  ): Readonly<Record<string, string>>;
}

/** The values of a part that waits for a decision. */
interface UnsettledValues<T extends KindTypes> {
  /** The value from before both changed it; undefined for sets, and where nobody knows it any more. */
  readonly was: T["value"] | undefined;
  readonly mine: T["value"];
  /** It is undefined where theirs has no such part any more, and where marks of a merge do not tell it. */
  readonly theirs: T["value"] | undefined;
  /** It is true where the text holds the lines of both between the marks of a merge. */
  readonly isMarked?: true;
}

type ValueOf<T extends KindTypes> = (key: T["key"]) => T["value"] | undefined;

/**
 * The rules by which sets are watched. Each gives a function for all parts of the versions that it is made for; that
 * gives undefined, or the watch itself, where a value is no set.
 */
export interface SetRules<T extends KindTypes> {
  watch(
    ancestor: T["base"] | undefined,
    theirs: T["base"],
  ): (previous: SetWatch | undefined, key: T["key"], mine: T["value"] | undefined) => SetWatch | undefined;
  stored(
    theirs: T["base"],
  ): (
    watch: SetWatch,
    key: T["key"],
    of: { readonly mine: T["value"]; readonly replaced: T["value"] | undefined; readonly before: SetWatch | undefined },
  ) => SetWatch;
  note(
    base: T["base"],
    isUndo: boolean,
  ): (watch: SetWatch, key: T["key"], before: T["value"] | undefined, after: T["value"]) => SetWatch;
  choice(
    base: T["base"],
  ): (
    watch: SetWatch,
    key: T["key"],
    mine: T["value"],
  ) => { readonly mine: T["value"]; readonly theirs: T["value"] } | undefined;
}

/** A part that was stored, with the value that was stored, and the value that this replaced, where that is known. */
export type StoredPart<T extends KindTypes> = readonly [key: T["key"], value: T["value"], replaced?: T["value"]];

/** A text that has another base than the one it was made from. */
export interface BaseMove<T extends KindTypes> {
  readonly mine: T["mine"];
  /** The version that `mine` was made from. */
  readonly ancestor: T["base"] | undefined;
  /** The base that the text has now. */
  readonly theirs: T["base"];
  /** Holds the parts that the person has just stored: what they say was the person's decision. */
  readonly stored?: readonly StoredPart<T>[];
}

/** Holds what is watched in a text while that is changed part by part. */
class WatchedParts<T extends KindTypes> {
  readonly sets: Record<string | number, SetWatch>;
  readonly #values = new Map<string, ValueWatch<T["value"]>>();
  readonly #previous: Settlement<T> | undefined;
  #isChanged = false;

  constructor(previously: Watched<T> | undefined) {
    this.#previous = previously?.settlement;
    this.sets = { ...previously?.settlement.sets };
    for (const [key, outdated] of Object.entries(previously?.settlement.outdated ?? {})) {
      const { theirs, lacking } = previously?.settlement ?? {};
      const written = previously?.written[key] ?? [];
      this.#values.set(key, { outdated, theirs: theirs?.[key] ?? [], lacking: lacking?.[key], written });
    }
  }

  value(key: T["key"]): ValueWatch<T["value"]> | undefined {
    return this.#values.get(String(key));
  }

  setValue(key: T["key"], watch: ValueWatch<T["value"]> | undefined): void {
    const before = this.value(key);
    this.#isChanged ||= before?.outdated !== watch?.outdated || before?.lacking !== watch?.lacking;
    this.#isChanged ||= before?.theirs !== watch?.theirs;
    if (watch) {
      this.#values.set(String(key), watch);
    } else {
      this.#values.delete(String(key));
    }
  }

  setSet(key: T["key"], set: SetWatch | undefined): void {
    this.#isChanged ||= this.sets[key] !== set;
    if (set) {
      this.sets[key] = set;
    } else {
      delete this.sets[key];
    }
  }

  /** Gives what is watched by now, with the formats of the text `mine`; undefined where nothing is watched. */
  result(rules: SettlementRules<T>, mine: T["mine"]): Watched<T> | undefined {
    const outdated = this.#record(({ outdated: values }) => values);
    const { formats = {} } = formatsOf(rules, this.#previous, outdated, mine);
    const written = this.#record((watch) => (watch.written.length > 0 ? watch.written : undefined));
    if (this.#previous && !this.#isChanged && isSameJson(formats, this.#previous.formats ?? {})) {
      return { settlement: this.#previous, written };
    }
    const hasSets = Object.keys(this.sets).length > 0;
    return hasSets || Object.keys(outdated).length > 0
      ? {
          settlement: {
            outdated: withinSize(outdated),
            ...(hasSets && { sets: this.sets }),
            ...withinRoom("theirs", withinSize(this.#record(({ theirs }) => (theirs.length > 0 ? theirs : undefined)))),
            ...withinRoom(
              "lacking",
              this.#record(({ lacking }) => lacking),
            ),
            ...(Object.keys(formats).length > 0 && { formats }),
          },
          written,
        }
      : undefined;
  }

  #record<V>(of: (watch: ValueWatch<T["value"]>) => V | undefined): Readonly<Record<string, V>> {
    return Object.fromEntries(
      [...this.#values].flatMap(([key, watch]) => {
        const value = of(watch);
        return value === undefined ? [] : [[key, value] as const];
      }),
    );
  }
}

/** Gives what to watch in a text after its base has moved; undefined where there is nothing. */
export function settle<T extends KindTypes>(
  rules: SettlementRules<T>,
  previously: Watched<T> | undefined,
  move: BaseMove<T>,
): Watched<T> | undefined {
  const { mine, ancestor, theirs, stored = [] } = move;
  const parts = new WatchedParts(previously);
  const changed = new Set(rules.moved(ancestor, theirs, mine));
  const [inTheirs, isSame] = [rules.inBase(theirs, mine), rules.isSame(theirs)];
  const own = stored.filter(([key, value]) => {
    const now = inTheirs(key);
    return now !== undefined && isSame(key, now, value);
  });
  watchMoved(rules, parts, move, changed, new Map(own.map(([key, , replaced]) => [key, replaced])));
  noteStored(rules, parts, previously?.settlement, { ...move, stored: own });
  return parts.result(rules, mine);
}

/** Watches the parts that are different in theirs: sets member by member, as far as there is room for that. */
function watchMoved<T extends KindTypes>(
  rules: SettlementRules<T>,
  parts: WatchedParts<T>,
  { mine, ancestor, theirs }: BaseMove<T>,
  changed: ReadonlySet<T["key"]>,
  own: ReadonlyMap<T["key"], T["value"] | undefined>,
): void {
  const [inAncestor, inMine, inTheirs] = [rules.inBase(ancestor, mine), rules.inText(mine), rules.inBase(theirs, mine)];
  const [watch, rulesOf] = [rules.sets?.watch(ancestor, theirs), valueRules(rules, theirs)];
  let roomOfSets = maxSetsSize - jsonSize(parts.sets);
  for (const key of changed) {
    const known = parts.sets[key];
    const set = watch?.(known, key, inMine(key));
    const growth = set ? jsonSize(set) - (known ? jsonSize(known) : 0) : 0;
    if (set && growth <= roomOfSets) {
      parts.setSet(key, set);
      roomOfSets -= growth;
      continue;
    }
    // The value that a save has replaced was made by others, whatever the text was made from.
    const [was, made] = [inAncestor(key), own.has(key) ? own.get(key) : inTheirs(key)];
    if (!own.has(key) || (was !== undefined && made !== undefined && !rulesOf(key).isSame(was, made))) {
      parts.setValue(key, afterMove(rulesOf(key), parts.value(key), { was, mine: inMine(key), made }));
    }
  }
}

/** Stops watching what the person has just stored, unless undoing could take a colleague's change away with it. */
function noteStored<T extends KindTypes>(
  rules: SettlementRules<T>,
  parts: WatchedParts<T>,
  previous: Settlement<T> | undefined,
  { mine, ancestor, theirs, stored = [] }: BaseMove<T>,
): void {
  const [inMine, inAncestor] = [rules.inText(mine), rules.inBase(ancestor, mine)];
  const [setStored, rulesOf] = [rules.sets?.stored(theirs), valueRules(rules, theirs)];
  for (const [key, value, replaced] of stored) {
    const set = parts.sets[key];
    if (set) {
      // A part that was taken out of the text meanwhile comes back by undoing as it was stored.
      const of = { mine: inMine(key) ?? value, replaced, before: previous?.sets?.[key] };
      parts.setSet(key, setStored?.(set, key, of) ?? set);
    }
    parts.setValue(key, afterSave(rulesOf(key), parts.value(key), value, inAncestor(key)));
  }
}

/** A change of a text that the person made by typing, or by undoing or redoing. */
interface TextChange<T extends KindTypes> {
  readonly from: T["mine"];
  readonly to: T["mine"];
  readonly isUndo: boolean;
}

/**
 * Gives what to watch after a text has changed. What the person writes is their decision. What undoing or redoing
 * brings back may be from before theirs was known, whoever wrote it, unless it was written since.
 */
export function noteChange<T extends KindTypes>(
  rules: SettlementRules<T>,
  previously: Watched<T>,
  base: T["base"],
  { from, to, isUndo }: TextChange<T>,
): Watched<T> {
  const parts = new WatchedParts(previously);
  const [inFrom, inTo, inBase] = [rules.inText(from), rules.inText(to), rules.inBase(base, to)];
  const [noteSet, rulesOf] = [rules.sets?.note(base, isUndo), valueRules(rules, base)];
  const after = isUndo ? afterUndo : afterTyping;
  for (const key of rules.keysIn(to, base)) {
    const [old, now, set, watch] = [inFrom(key), inTo(key), parts.sets[key], parts.value(key)];
    if (set && noteSet) {
      parts.setSet(key, noteSet(set, key, old, now));
    }
    const before = watch?.lacking ? watch.lacking.mine : old;
    const valueRulesOf = rulesOf(key);
    if (watch && (before === undefined || !valueRulesOf.isSame(before, now))) {
      parts.setValue(key, after(valueRulesOf, watch, now, inBase(key)));
    }
  }
  return parts.result(rules, to) ?? previously;
}

/**
 * Gives what is watched in a text that VS Code has restored; `left` is what it said since the last merge into it, if
 * any.
 */
export function takenUpWith<T extends KindTypes>(
  rules: SettlementRules<T>,
  previously: Watched<T>,
  base: T["base"],
  mine: T["mine"],
  left?: Readonly<Record<string | number, T["value"]>>,
): Watched<T> {
  const parts = new WatchedParts(previously);
  const [inText, inBase, rulesOf] = [rules.inText(mine), rules.inBase(base, mine), valueRules(rules, base)];
  for (const key of rules.keysIn(mine, base)) {
    const [watch, now, ruled, last] = [parts.value(key), inText(key), rulesOf(key), left?.[key]];
    const isFromBetween = left !== undefined && (last === undefined || !ruled.isSame(last, now));
    parts.setValue(key, watch && afterRestore(ruled, watch, now, inBase(key), isFromBetween));
  }
  return parts.result(rules, mine) ?? previously;
}

/** Gives a function that gives the rules of a part of `base`. */
function valueRules<T extends KindTypes>(
  rules: SettlementRules<T>,
  base: T["base"],
): (key: T["key"]) => ValueRules<T["value"]> {
  const [isSame, lines] = [rules.isSame(base), rules.lines?.(base)];
  return (key) => ({ ...(lines?.(key) ?? noLines), isSame: (a, b) => isSame(key, a, b) });
}

/** Stands in as the rules of values that have no lines. */
const noLines: LineRules<never> = {
  filled: () => undefined,
  isClashing: () => false,
  withSideOfMarks: () => undefined,
  filledStill: (_, after) => after,
  leftOf: () => "none",
};

/**
 * Gives what to watch in a document that takes over the text `mine`, in which `moved` is watched: that, and what
 * undoing can bring back in the document itself, which showed `before` of `base`. What is written in `mine` is the
 * person's decision there.
 */
export function takenOver<T extends KindTypes>(
  rules: SettlementRules<T>,
  own: Watched<T> | undefined,
  base: T["base"],
  before: T["mine"],
  mine: T["mine"],
  moved: Settlement<T> | undefined,
): Settlement<T> | undefined {
  const left = own && noteChange(rules, own, base, { from: before, to: mine, isUndo: false }).settlement;
  if (!left || !moved) {
    return left ?? moved;
  }
  // Undoing adds to the values of a part that is watched: for a part in both, those of `moved` are enough.
  const outdated = { ...left.outdated, ...moved.outdated };
  const sets: Record<string | number, SetWatch> = { ...left.sets };
  for (const [key, set] of Object.entries(moved.sets ?? {})) {
    sets[key] = sets[key] ? withWatch(sets[key], set) : set;
  }
  const hasSets = Object.keys(sets).length > 0;
  return {
    outdated,
    ...(hasSets && { sets }),
    ...withinRoom("theirs", { ...left.theirs, ...moved.theirs }),
    ...withinRoom("lacking", { ...left.lacking, ...moved.lacking }),
    ...formatsOf(rules, moved, outdated, mine),
  };
}

/** Gives the watched parts that say in `after` what `base` says, and said something else in `before`. */
export function agreedParts<T extends KindTypes>(
  rules: SettlementRules<T>,
  { outdated, sets = {} }: Settlement<T>,
  base: T["base"],
  before: T["mine"],
  after: T["mine"],
): readonly T["key"][] {
  const [inBase, isSame] = [rules.inBase(base, after), rules.isSame(base)];
  const [inBefore, inAfter] = [rules.inText(before), rules.inText(after)];
  const watched = rules.keysIn(after, base).filter((key) => key in outdated || key in sets);
  return watched.filter((key) => {
    const [theirs, old, now] = [inBase(key), inBefore(key), inAfter(key)];
    const isAgreed = theirs !== undefined && now !== undefined && isSame(key, theirs, now);
    return isAgreed && (old === undefined || !isSame(key, theirs, old));
  });
}

/** The part of a text about which the person has made a choice. */
interface ChosenPart<T extends KindTypes> {
  readonly mine: T["mine"];
  readonly key: T["key"];
  /** Holds what was watched when they were asked. In a set they chose only for the members that waited then. */
  readonly shown: Settlement<T> | undefined;
}

/** Gives what to watch after the person said that mine is right for a part, whatever theirs is. */
export function chooseMine<T extends KindTypes>(
  rules: SettlementRules<T>,
  previously: Watched<T>,
  base: T["base"],
  { mine, key, shown }: ChosenPart<T>,
): Watched<T> {
  const parts = new WatchedParts(previously);
  const [set, watch, value] = [parts.sets[key], parts.value(key), rules.inText(mine)(key)];
  if (set) {
    parts.setSet(key, withMineChosen(set, shown?.sets?.[key]));
  }
  if (watch && value !== undefined) {
    parts.setValue(key, afterChoice(valueRules(rules, base)(key), watch, value));
  }
  return parts.result(rules, mine) ?? previously;
}

/**
 * Gives the parts of `mine` that hold an outdated value other than the base's, or the marks of a merge around the lines
 * of both; in their order. For a marked text, mine and theirs are the text with one side alone, as the marks show it.
 * Where they do not tell whose lines are whose, as after one of them was taken out by hand, mine is the text as it
 * stands, and theirs is undefined. Undoing can bring marks back once nothing is watched any more.
 */
export function unsettledParts<T extends KindTypes>(
  rules: SettlementRules<T>,
  settlement: Settlement<T> | undefined,
  base: T["base"],
  mine: T["mine"],
): readonly T["unsettled"][] {
  const marked = new Set(rules.marked?.(base, mine));
  if (!settlement && marked.size === 0) {
    return [];
  }
  const { outdated: outdatedOf, sets, lacking } = settlement ?? nothingWatched;
  const [inText, inBase, isSame] = [rules.inText(mine), rules.inBase(base, mine), rules.isSame(base)];
  const [choiceIn, unsettled] = [rules.sets?.choice(base), rules.unsettled(base)];
  const rulesOf = valueRules(rules, base);
  return rules.keysIn(mine, base).flatMap((key) => {
    const own = inText(key);
    const theirs = inBase(key);
    const outdated = outdatedOf[key] ?? [];
    if (marked.has(key)) {
      const was = outdated.length > 1 ? outdated[0] : undefined;
      const { withSideOfMarks } = rulesOf(key);
      const sides = { mine: withSideOfMarks(own, "mine") ?? own, theirs: withSideOfMarks(own, "theirs") };
      return [unsettled(key, { was, ...sides, isMarked: true })];
    }
    const set = sets?.[key];
    const choice = set && choiceIn?.(set, key, own);
    if (choice) {
      return [unsettled(key, { was: undefined, ...choice })];
    }
    const isSettled = theirs !== undefined && isSame(key, theirs, own);
    const was = outdated.find((value) => !isSame(key, value, own));
    const watch = { outdated, lacking: lacking?.[key] };
    return !isSettled && isOutdated(rulesOf(key), watch, own) ? [unsettled(key, { was, mine: own, theirs })] : [];
  });
}

const nothingWatched: Settlement<never> = { outdated: {} };

/** Two versions of an artifact have at most this size. What is watched is written to the disk at each step. */
const maxOutdatedSize = 16 * 1024 * 1024;
/**
 * All sets together may take this much, which is tens of thousands of members. A set that is not watched member by
 * member is outdated as a whole.
 */
const maxSetsSize = 4 * 1024 * 1024;

/** Gives `known` of each part; where that is too much, only the first and the newest of it. */
function withinSize<V>(
  known: Readonly<Record<string | number, readonly V[]>>,
): Readonly<Record<string | number, readonly V[]>> {
  return jsonSize(known) <= maxOutdatedSize
    ? known
    : Object.fromEntries(
        Object.entries(known).map(([key, values]) => [key, [...values.slice(0, 1), ...values.slice(1).slice(-1)]]),
      );
}

/** Gives what is known of texts under a name; nothing where that would be too much to keep. */
function withinRoom<N extends string, V>(
  name: N,
  known: Readonly<Record<string | number, V>>,
): { readonly [name in N]?: Readonly<Record<string | number, V>> } {
  const isKept = Object.keys(known).length > 0 && jsonSize(known) <= maxOutdatedSize;
  return (isKept ? { [name]: known } : {}) as { readonly [name in N]?: Readonly<Record<string | number, V>> };
}

function formatsOf<T extends KindTypes>(
  rules: SettlementRules<T>,
  settlement: Settlement<T> | undefined,
  outdated: Settlement<T>["outdated"],
  mine: T["mine"],
): Pick<Settlement<T>, "formats"> {
  const formats = rules.formats?.(settlement?.formats, outdated, mine) ?? {};
  return Object.keys(formats).length > 0 ? { formats } : {};
}
