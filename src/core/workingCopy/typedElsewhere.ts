import type { KindRules } from "./documentKind.ts";
import { type CopyState, madeFrom, settlementIn } from "./documentState.ts";
import type { DocumentKey, KindTypes } from "./kindTypes.ts";

/** Words about a resource that were typed elsewhere than in a document of it. */
export interface TypedElsewhere<T extends KindTypes> {
  readonly mine: T["mine"];
  /** The version that they were typed over. */
  readonly over: T["base"];
}

/** Tells, part by part, what a document can take of words that were typed elsewhere. */
export interface Takeable<T extends KindTypes> {
  /** The parts that the document is to say as they were typed. */
  readonly taken: readonly T["key"][];
  /**
   * The parts of which it shows another value than they were typed over: the version that it is made from had another
   * one.
   */
  readonly moved: readonly T["key"][];
  /** The parts of which it says something else, unsaved, which would be lost. */
  readonly left: readonly T["key"][];
}

/**
 * Gives what `document`, which says `said`, can take of words that were typed elsewhere. Parts that it says already are
 * in no list.
 */
export function takeable<T extends KindTypes>(
  { settlement: rules }: KindRules<T>,
  state: CopyState<T>,
  document: DocumentKey,
  said: T["mine"],
  { mine, over }: TypedElsewhere<T>,
): Takeable<T> {
  const [typed, own] = [rules.inText(mine), rules.inText(said)];
  const [before, current] = [rules.inBase(over, mine), rules.inBase(state.base, mine)];
  const shown = rules.inBase(madeFrom(state, document), mine);
  const isSameOf = rules.isSame(state.base ?? over);
  const { outdated = {}, sets = {} } = settlementIn(state, document) ?? {};
  const [taken, moved, left]: [T["key"][], T["key"][], T["key"][]] = [[], [], []];
  for (const key of rules.keysIn(mine, over)) {
    const [now, was, there, made] = [typed(key), before(key), own(key), shown(key)];
    const isSame = (a: T["value"] | undefined, b: T["value"] | undefined) =>
      a !== undefined && b !== undefined && isSameOf(key, a, b);
    if (isSame(now, was) || isSame(now, there)) {
      continue;
    }
    const isUnsaved = there !== undefined && !isSame(there, made) && !isSame(there, current(key));
    // An older value may wait for a decision in a text that is brought up to the base: words that are put in its place
    // would be that decision.
    const isWatched = (key in outdated || key in sets) && isSame(made, current(key));
    if (isUnsaved && (isWatched || !isSame(there, was))) {
      left.push(key);
      continue;
    }
    taken.push(key);
    if (!isUnsaved && !isSame(was, made)) {
      moved.push(key);
    }
  }
  return { taken, moved, left };
}
