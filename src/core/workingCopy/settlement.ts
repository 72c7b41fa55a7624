import { isSameJson } from "../field/sameJson.ts";
import type { Json } from "../model/json.ts";
import { jsonSize } from "../util/boundedMap.ts";
import type { KindTypes } from "./kindTypes.ts";
import { type SetWatch, withMineChosen, withWatch } from "./memberWatch.ts";

/**
 * What is to be watched in a document whose base has moved on while it was open: the values that would put back what a
 * colleague changed. Plain data: it survives JSON.
 *
 * A text can come to hold such a value long after the base moved: a marked part nobody looked at, an undone merge, an
 * undone «take theirs», the text from before a reload or a save.
 */
export interface Settlement<T extends Pick<KindTypes, "key" | "value">> {
  /**
   * By key: values from before their change, the base's and mine. A part is here once its base has moved, unless it is
   * among `sets`.
   */
  readonly outdated: Readonly<Record<string | number, readonly T["value"][]>>;
  /**
   * By key, of those in `outdated` that are watched on though the person has stored them: what a colleague had made of
   * the first of these. What undoing brings back undoes nothing of theirs where it has that, too.
   */
  readonly merged?: Readonly<Record<string | number, T["value"]>>;
  /** By key: the sets whose base has moved, member by member. */
  readonly sets?: Readonly<Record<string | number, SetWatch>>;
  /** Parts of which the person said that mine is right. */
  readonly mineChosen: readonly T["key"][];
  /** By key, of those in `outdated`: the format of the text as it was last seen. */
  readonly formats?: Readonly<Record<string, string>>;
}

/** How the parts of a kind of document are found and compared. */
export interface SettlementRules<T extends KindTypes> {
  /**
   * Whether what the person writes is their decision, even where it is an old value: then every text is watched, over
   * saves too. Else only what came of a merge is, whoever puts an old value back, until the next save or reading.
   */
  readonly isWritingDecision: boolean;
  /** The parts of `mine` in which `theirs` is not what `ancestor` was; without one, those nobody knows that of. */
  moved(ancestor: T["base"] | undefined, theirs: T["base"], mine: T["mine"]): readonly T["key"][];
  /** The values of a version, as a text like `mine` would say them. */
  inBase(base: T["base"] | undefined, mine: T["mine"]): ValueOf<T>;
  inText(mine: T["mine"]): ValueOf<T>;
  /** The parts a text says something of, in their order. */
  keysIn(mine: T["mine"], base: T["base"]): readonly T["key"][];
  /** Whether two values of a part of `base` mean the same. */
  isSame(base: T["base"]): (key: T["key"], a: T["value"], b: T["value"]) => boolean;
  unsettled(base: T["base"]): (key: T["key"], values: UnsettledValues<T>) => T["unsettled"];
  /** Of sets, which are watched member by member. */
  readonly sets?: SetRules<T>;
  /**
   * Gives a function that tells whether `value` has what `theirs` made of `was`, beside something else. Absent: no
   * value can hold what two have written.
   */
  holdsBoth?(base: T["base"]): (key: T["key"], value: T["value"], was: T["value"], theirs: T["value"]) => boolean;
  /** The parts that hold the lines of both between the marks of a merge. */
  marked?(base: T["base"], mine: T["mine"]): readonly T["key"][];
  /** The formats to note of the texts in `mine`; of texts it lacks those of `previous`. */
  formats?(
    previous: Settlement<T>["formats"],
    outdated: Settlement<T>["outdated"],
    mine: T["mine"],
  ): Readonly<Record<string, string>>;
}

/** The values of a part that waits for a decision. */
interface UnsettledValues<T extends KindTypes> {
  /** What it was before both changed it; undefined of sets, and where nobody knows that any more. */
  readonly was: T["value"] | undefined;
  readonly mine: T["value"];
  /** Undefined where theirs has no such part any more. */
  readonly theirs: T["value"] | undefined;
}

type ValueOf<T extends KindTypes> = (key: T["key"]) => T["value"] | undefined;

/**
 * How sets are watched, by functions for all parts of the versions that they are made for; each gives undefined, or the
 * watch itself, where a value is none.
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

/** A part that was stored, as what, and over what, where that is known. */
export type StoredPart<T extends KindTypes> = readonly [key: T["key"], value: T["value"], replaced?: T["value"]];

/** A text that has another base than the one it was made from. */
export interface BaseMove<T extends KindTypes> {
  readonly mine: T["mine"];
  /** What `mine` was made from. */
  readonly ancestor: T["base"] | undefined;
  /** The base it has now. */
  readonly theirs: T["base"];
  /** What the person has just stored: it was theirs to decide. */
  readonly stored?: readonly StoredPart<T>[];
}

/** What is watched in a text while its base moves: it is changed part by part. */
interface Watched<T extends KindTypes> {
  readonly outdated: Record<string | number, readonly T["value"][]>;
  readonly sets: Record<string | number, SetWatch>;
  readonly merged: Record<string | number, T["value"]>;
}

/** What to watch in a text after its base has moved; undefined for nothing. */
export function settle<T extends KindTypes>(
  rules: SettlementRules<T>,
  previous: Settlement<T> | undefined,
  move: BaseMove<T>,
): Settlement<T> | undefined {
  const { mine, ancestor, theirs } = move;
  const watched: Watched<T> = {
    outdated: { ...previous?.outdated },
    sets: { ...previous?.sets },
    merged: { ...previous?.merged },
  };
  const changed = new Set(rules.moved(ancestor, theirs, mine));
  watchMoved(rules, watched, move, changed);
  noteStored(rules, watched, previous, move);
  const { outdated, sets, merged } = watched;
  const mineChosen = (previous?.mineChosen ?? []).filter((key) => !changed.has(key));
  const hasSets = Object.keys(sets).length > 0;
  const kept = withinSize(outdated);
  return hasSets || Object.keys(kept).length > 0
    ? {
        outdated: kept,
        ...(hasSets && { sets }),
        mineChosen,
        ...mergedOf(merged, kept),
        ...formatsOf(rules, previous, kept, mine),
      }
    : undefined;
}

/** Watches the parts that are otherwise in theirs: sets member by member, as far as there is room for that. */
function watchMoved<T extends KindTypes>(
  rules: SettlementRules<T>,
  { outdated, sets, merged }: Watched<T>,
  { mine, ancestor, theirs }: BaseMove<T>,
  changed: ReadonlySet<T["key"]>,
): void {
  const inAncestor = rules.inBase(ancestor, mine);
  const inMine = rules.inText(mine);
  const watch = rules.sets?.watch(ancestor, theirs);
  let roomOfSets = maxSetsSize - jsonSize(sets);
  for (const key of changed) {
    delete merged[key];
    const known = sets[key];
    const set = watch?.(known, key, inMine(key));
    const growth = set ? jsonSize(set) - (known ? jsonSize(known) : 0) : 0;
    if (set && growth <= roomOfSets) {
      sets[key] = set;
      roomOfSets -= growth;
      continue;
    }
    const values = [inAncestor(key), inMine(key)].filter((value) => value !== undefined);
    outdated[key] = values.reduce<readonly T["value"][]>(withValue, outdated[key] ?? []);
  }
}

/** Watches what the person has just stored no more, unless undoing could take a colleague's change away with it. */
function noteStored<T extends KindTypes>(
  rules: SettlementRules<T>,
  { outdated, sets, merged }: Watched<T>,
  previous: Settlement<T> | undefined,
  { mine, ancestor, theirs, stored = [] }: BaseMove<T>,
): void {
  const inAncestor = rules.inBase(ancestor, mine);
  const inMine = rules.inText(mine);
  const inTheirs = rules.inBase(theirs, mine);
  const isSame = rules.isSame(theirs);
  const setStored = rules.sets?.stored(theirs);
  const holdsBoth = rules.holdsBoth?.(theirs);
  for (const [key, value, replaced] of stored) {
    const now = inTheirs(key);
    if (now === undefined || !isSame(key, now, value)) {
      continue;
    }
    const own = inMine(key);
    const set = sets[key];
    if (set && own !== undefined) {
      sets[key] = setStored?.(set, key, { mine: own, replaced, before: previous?.sets?.[key] }) ?? set;
    } else if (set) {
      delete sets[key];
    }
    // Where the text does not say yet what was stored, it is made from another version, and follows.
    delete outdated[key];
    const seen = previous?.merged?.[key] ?? inAncestor(key);
    const older = (previous?.outdated[key] ?? []).filter((was) => seen !== undefined && !isSame(key, was, seen));
    if (seen !== undefined && older.some((was) => holdsBoth?.(key, value, was, seen))) {
      // What would undo a colleague's change that was stored with theirs is watched on.
      outdated[key] = older;
      merged[key] = seen;
    }
  }
}

/**
 * What to watch after the text turned from `before` into `after`. What the person writes is their decision, even where
 * it is an old value; what undoing or redoing brings back may be from before theirs was known, whoever wrote it.
 */
export function noteChange<T extends KindTypes>(
  rules: SettlementRules<T>,
  settlement: Settlement<T>,
  base: T["base"],
  before: T["mine"],
  after: T["mine"],
  isUndo: boolean,
): Settlement<T> {
  const outdated: Record<string | number, readonly T["value"][]> = { ...settlement.outdated };
  const sets: Record<string | number, SetWatch> = { ...settlement.sets };
  const [inBefore, inAfter] = [rules.inText(before), rules.inText(after)];
  const isSame = rules.isSame(base);
  const noteSet = rules.sets?.note(base, isUndo);
  const holdsBoth = rules.holdsBoth?.(base);
  let isOther = false;
  for (const key of rules.keysIn(after, base)) {
    const now = inAfter(key);
    const values = outdated[key];
    const old = inBefore(key);
    const set = sets[key];
    if (set && noteSet) {
      const noted = noteSet(set, key, old, now);
      sets[key] = noted;
      isOther ||= noted !== set;
    }
    const isAmong = (among: readonly T["value"][]) => among.some((value) => isSame(key, value, now));
    if (!values || (old !== undefined && isAmong([old])) || isAmong(values) === isUndo) {
      continue;
    }
    const [first, seen] = [values[0], settlement.merged?.[key]];
    if (isUndo && first !== undefined && seen !== undefined && holdsBoth?.(key, now, first, seen)) {
      continue;
    }
    isOther = true;
    outdated[key] = isUndo ? withValue(values, now) : values.filter((value) => !isAmong([value]));
  }
  const { formats: previous, ...rest } = settlement;
  const formats = formatsOf(rules, settlement, outdated, after);
  return isOther || !isSameJson(formats.formats ?? {}, previous ?? {})
    ? { ...rest, outdated: withinSize(outdated), ...(rest.sets && { sets }), ...formats }
    : settlement;
}

/**
 * What to watch in a document that takes over the text `mine`, of which `moved` is watched: that, and what can come
 * back by undoing in the document itself, which showed `before` of `base`. What is written in `mine` is the person's
 * decision there.
 */
export function takenOver<T extends KindTypes>(
  rules: SettlementRules<T>,
  own: Settlement<T> | undefined,
  base: T["base"],
  before: T["mine"],
  mine: T["mine"],
  moved: Settlement<T> | undefined,
): Settlement<T> | undefined {
  const left = own && noteChange(rules, own, base, before, mine, false);
  if (!left || !moved) {
    return left ? { ...left, mineChosen: [] } : moved;
  }
  // Undoing adds to the values of a part that is watched: of one in both those of `moved` will do.
  const outdated = { ...left.outdated, ...moved.outdated };
  const sets: Record<string | number, SetWatch> = { ...left.sets };
  for (const [key, set] of Object.entries(moved.sets ?? {})) {
    sets[key] = sets[key] ? withWatch(sets[key], set) : set;
  }
  const { mineChosen } = moved;
  const hasSets = Object.keys(sets).length > 0;
  return { outdated, ...(hasSets && { sets }), mineChosen, ...formatsOf(rules, moved, outdated, mine) };
}

/** The watched parts that say in `after` what `base` says, and said something else in `before`. */
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

/**
 * The person said that mine is right for a part, whatever theirs is. Of a set they chose for the members that waited in
 * `shown`, as the text was watched when they were asked.
 */
export function chooseMine<T extends KindTypes>(
  settlement: Settlement<T>,
  shown: Settlement<T> | undefined,
  key: T["key"],
): Settlement<T> {
  const set = settlement.sets?.[key];
  return {
    ...settlement,
    ...(set && { sets: { ...settlement.sets, [key]: withMineChosen(set, shown?.sets?.[key]) } }),
    mineChosen: [...settlement.mineChosen, key],
  };
}

/**
 * The parts of `mine` that hold an outdated value other than the base's, or the marks of a merge around the lines of
 * both; in their order. Of a marked text `mine` is the version from before the merge.
 */
export function unsettledParts<T extends KindTypes>(
  rules: SettlementRules<T>,
  settlement: Settlement<T> | undefined,
  base: T["base"],
  mine: T["mine"],
): readonly T["unsettled"][] {
  if (!settlement) {
    return [];
  }
  const marked = new Set(rules.marked?.(base, mine));
  const [inText, inBase, isSame] = [rules.inText(mine), rules.inBase(base, mine), rules.isSame(base)];
  const [choiceIn, unsettled] = [rules.sets?.choice(base), rules.unsettled(base)];
  const mineChosen = new Set(settlement.mineChosen);
  return rules.keysIn(mine, base).flatMap((key) => {
    const own = inText(key);
    const theirs = inBase(key);
    const outdated = settlement.outdated[key] ?? [];
    if (marked.has(key)) {
      const was = outdated.length > 1 ? outdated[0] : undefined;
      return [unsettled(key, { was, mine: outdated.at(-1) ?? own, theirs })];
    }
    const set = settlement.sets?.[key];
    const choice = set && choiceIn?.(set, key, own);
    if (choice) {
      return [unsettled(key, { was: undefined, ...choice })];
    }
    const isSettled = mineChosen.has(key) || (theirs !== undefined && isSame(key, theirs, own));
    const isOutdated = !isSettled && outdated.some((value) => isSame(key, value, own));
    const was = outdated.find((value) => !isSame(key, value, own));
    return isOutdated ? [unsettled(key, { was, mine: own, theirs })] : [];
  });
}

/**
 * A part may have another value in each version that is read while its document is open for days. The first is kept,
 * which a text that VS Code restores may say, and the newest; what undoing brings back is outdated in any case.
 */
const maxOutdated = 20;

/** What is watched is written to the disk at each step. So much is what two versions of an artifact have at most. */
const maxOutdatedSize = 16 * 1024 * 1024;
/** Of all sets together: tens of thousands of members. What is not watched member by member is outdated as a whole. */
const maxSetsSize = 4 * 1024 * 1024;

/** `outdated`, where that is too much only with the first and the newest value of each part. */
function withinSize<V>(
  outdated: Readonly<Record<string | number, readonly V[]>>,
): Readonly<Record<string | number, readonly V[]>> {
  return jsonSize(outdated) <= maxOutdatedSize
    ? outdated
    : Object.fromEntries(
        Object.entries(outdated).map(([key, values]) => [key, [...values.slice(0, 1), ...values.slice(1).slice(-1)]]),
      );
}

/** Of `merged` what is among `outdated`; nothing where that would be too much to keep. */
function mergedOf<V>(
  merged: Readonly<Record<string | number, V>>,
  outdated: Readonly<Record<string | number, readonly V[]>>,
): { readonly merged?: Readonly<Record<string | number, V>> } {
  const known = Object.fromEntries(Object.entries(merged).filter(([key]) => outdated[key] !== undefined));
  const isKept = Object.keys(known).length > 0 && jsonSize(known) + jsonSize(outdated) <= maxOutdatedSize;
  return isKept ? { merged: known } : {};
}

function withValue<V>(values: readonly V[], value: V): readonly V[] {
  const all = [...values.filter((other) => !isSameJson(other as Json, value as Json)), value];
  return all.length > maxOutdated ? [...all.slice(0, 1), ...all.slice(1 - maxOutdated)] : all;
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
