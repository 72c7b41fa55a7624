import {
  type ComparisonBudget,
  type LineClash,
  mergeText,
  overlaps,
  withLacking,
  withSideOfMarks,
  withUndecided,
} from "../merge/mergeText.ts";
import { withLineFeeds } from "../util/lines.ts";
import type { LineRules, TheirChange } from "./valueWatch.ts";

/** Tells how a value holds a text of many lines. */
interface TextForm<V> {
  /** Gives the text of a value; undefined where the value is no text. */
  textIn(value: V): string | undefined;
  /** Gives `value` with another text; with all else that `taken` changes, where that is given. */
  withText(value: V, text: string, taken?: TheirChange<V>): V;
  isSame(a: V, b: V): boolean;
}

/** Gives the rules by which lines of texts are watched, as far as `budget` allows to compare them. */
export function textLines<V>({ textIn, withText, isSame }: TextForm<V>, budget: ComparisonBudget): LineRules<V> {
  const merged = (
    [ancestor, mine, theirs]: readonly [V, V, V],
    clashes: (clash: LineClash) => readonly string[],
    rule?: typeof overlaps,
  ) => {
    const [o, a, b] = [textIn(ancestor), textIn(mine), textIn(theirs)];
    return o === undefined || a === undefined || b === undefined
      ? undefined
      : mergeText(o, a, b, clashes, budget, rule);
  };
  return {
    filled: (mine, change) => {
      // Each line that they took out counts by itself, though mine has changed the one beside it.
      const both = merged([change.was, mine, change.made], withLacking, overlaps);
      return both && withText(mine, both.text, change);
    },
    isClashing: (mine, { was, made }) => merged([was, mine, made], withUndecided)?.hasConflict ?? false,
    withSideOfMarks: (value, side) => {
      const marked = textIn(value);
      const text = marked === undefined ? undefined : withSideOfMarks(marked, side);
      return text === undefined ? undefined : withText(value, text);
    },
    filledStill: ({ mine, filled }, after) => {
      const both = merged([mine, after, filled], withUndecided);
      return both?.isUncompared ? filled : both ? withText(after, both.text) : after;
    },
    leftOf: (older, value, made) => {
      const [was] = older;
      const inWas = new Set(was === undefined ? [] : linesIn(textIn(was)));
      const inValue = new Set(linesIn(textIn(value)));
      // Beside equal lines a line of theirs can pass for one that mine has left out and put in elsewhere.
      if (linesIn(textIn(made)).some((line) => !inWas.has(line) && inValue.has(line))) {
        return "some";
      }
      const known = new Set(older.flatMap((each) => linesIn(textIn(each))));
      let left: "some" | "altered" | "none" = "none";
      const clashes = (clash: LineClash) => {
        left = left === "some" ? left : (leftInClash(clash, known) ?? left);
        return clash.mine;
      };
      const back = was === undefined ? undefined : merged([made, value, was], clashes);
      return back && !isSame(withText(value, back.text), value) ? "some" : left;
    },
  };
}

function linesIn(text: string | undefined): readonly string[] {
  return text === undefined ? [] : withLineFeeds(text).split("\n");
}

/**
 * Tells what the lines of mine still have of a colleague's change. In `clash` the base is what the colleague made, and
 * theirs is what was there before.
 */
function leftInClash(
  { base: made, mine, theirs: was }: LineClash,
  known: ReadonlySet<string>,
): "some" | "altered" | undefined {
  const [inMade, inMine, inWas] = [new Set(made), new Set(mine), new Set(was)];
  const added = made.filter((line) => !inWas.has(line));
  const removed = was.filter((line) => !inMade.has(line));
  const isRemoved = removed.length > added.length && removed.some((line) => !inMine.has(line));
  // Mine has no lines of its own in the place of those that they took out.
  const isLeftOut = isRemoved && mine.length <= made.length;
  return isLeftOut || added.some((line) => inMine.has(line))
    ? "some"
    : isRemoved || mine.some((line) => !known.has(line))
      ? "altered"
      : undefined;
}
