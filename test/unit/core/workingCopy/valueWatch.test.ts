import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { mergeText, withLacking, withUndecided } from "../../../../src/core/merge/mergeText.ts";
import { isJsonObject, type JsonObject } from "../../../../src/core/model/json.ts";
import { readArtifact } from "../../../../src/core/service/readArtifact.ts";
import { artifactSettlement } from "../../../../src/core/workingCopy/artifactSettlement.ts";
import { makeBase } from "../../../../src/core/workingCopy/base.ts";
import {
  afterChoice,
  afterMove,
  afterRestore,
  afterSave,
  afterTyping,
  afterUndo,
  isOutdated,
  type ValueRules,
  type ValueWatch,
} from "../../../../src/core/workingCopy/valueWatch.ts";

type Watch = ValueWatch<JsonObject>;

const values = [{ field_id: 1, label: "Notes", type: "text", format: "text", value: "" }];
const artifact = readArtifact({ id: 5, values }, 5, "https://t.example") ?? assert.fail();
const base = makeBase({ artifact, version: {}, date: undefined }, undefined);
const rules: ValueRules<JsonObject> = {
  ...(artifactSettlement.lines?.(base)(1) ?? assert.fail()),
  isSame: (a, b) => artifactSettlement.isSame(base)(1, a, b),
};

/** A long text, its lines parted by blanks. */
function text(lines: string): JsonObject {
  return { value: { content: lines.replaceAll(" ", "\n"), format: "text" } };
}

function linesOf({ value }: JsonObject): string {
  return isJsonObject(value) ? String(value.content).replaceAll("\n", " ") : assert.fail();
}

function move(was: string, mine: string, made: string, watch?: Watch): Watch {
  return afterMove(rules, watch, { was: text(was), mine: text(mine), made: text(made) });
}

const typed = (watch: Watch, now: string, there: string) => afterTyping(rules, watch, text(now), text(there));
const undone = (watch: Watch, now: string, there: string) => afterUndo(rules, watch, text(now), text(there));
const restored = (watch: Watch, now: string, there: string) =>
  afterRestore(rules, watch, text(now), text(there), false);
const isAsked = (watch: Watch | undefined, now: string) => watch !== undefined && isOutdated(rules, watch, text(now));
const lacking = ({ lacking: known }: Watch) => known && [linesOf(known.mine), linesOf(known.filled)];

suite("what is watched in a long text", () => {
  /** The text shows their line `T`, and nothing of it is decided. */
  const shown = move("a b", "a T b", "a T b");

  test("is what it was made from, and what it lacks, once a colleague has changed it", () => {
    const watch = move("a b c", "A b c", "a b C");
    assert.deepEqual(watch.outdated.map(linesOf), ["a b c", "A b c"]);
    assert.deepEqual(lacking(watch), ["A b c", "A b C"]);
    assert.deepEqual([isAsked(watch, "A b c"), isAsked(watch, "A b C")], [true, false]);
    assert.equal(watch.written.length, 0);
  });

  test("is no lack where it has what they made, beside its own", () => {
    const watch = move("a b c", "A b C", "a b C");
    assert.deepEqual([watch.outdated.map(linesOf), lacking(watch)], [["a b c"], undefined]);
    assert.equal(watch.written.length, 1);
  });

  test("is all that colleagues have made of the first version, and their last change", () => {
    const watch = move("a T b", "a T b U", "a T b U", shown);
    assert.deepEqual(
      watch.theirs.map(({ was, made }) => [linesOf(was), linesOf(made)]),
      [
        ["a b", "a T b U"],
        ["a T b", "a T b U"],
      ],
    );
    assert.deepEqual(watch.outdated.map(linesOf), ["a b", "a T b"]);
    assert.deepEqual(lacking(undone(watch, "a b", "a T b U")), ["a b", "a T b U"]);
  });

  test("has the first version first, also where that comes again", () => {
    const again = move("b", "b", "a", move("a", "a", "b"));
    assert.deepEqual(move("a", "a", "c", again).outdated.map(linesOf), ["a", "b", "a"]);
  });

  test("is each change once, also where a version comes again, and what the person has stored is none of theirs", () => {
    const again = move("b", "b", "a", move("a", "a", "b"));
    assert.deepEqual(
      move("a", "a", "c", again).theirs.map(({ was }) => linesOf(was)),
      ["a", "b"],
    );
    const stored = afterSave(rules, typed(shown, "a T b M", "a T b"), text("a T b M"), text("a T b")) ?? assert.fail();
    const later = move("a T b M", "U a T b M", "U a T b M", stored);
    assert.deepEqual(lacking(undone(later, "a b", "U a T b M")), ["a b", "U a T b"]);
  });

  test("is the first change still after so many that not all are known", () => {
    let [watch, there] = [shown, "a T b"];
    for (let count = 0; count < 25; count += 1) {
      const made = `${there} U${count}`;
      watch = move(there, made, made, watch);
      there = made;
    }
    assert.deepEqual([watch.theirs.length, lacking(undone(watch, "a b", there))], [20, ["a b", there]]);
  });

  test("is each change between, too, to which undoing can go back", () => {
    const written = move("a T b", "a U V b", "a U V b", shown);
    const back = typed(move("a U V b", "a U V b", "a b", written), "a b", "a b");
    const undoneTo = undone(back, "a T b", "a b");
    assert.deepEqual(lacking(undoneTo), ["a T b", "a b"]);
    assert.ok(isAsked(typed(undoneTo, "a T M b", "a b"), "a T M b"));
    assert.equal(isAsked(typed(undoneTo, "a M b", "a b"), "a M b"), false);
  });

  test("adds what it lacks of a later change to what it lacked", () => {
    assert.deepEqual(lacking(move("a T b", "a b x", "a T b U", move("a b", "a b x", "a T b"))), ["a b x", "a T b x U"]);
  });

  test("is a lack where a colleague takes out a line that the text has in the place of the one below", () => {
    const took = typed(move("a x d", "T a x d", "T a x d"), "T x d", "T a x d");
    const merged = typed(move("T a x d", "T x d", "T a x", took), "T x", "T a x");
    const over = typed(undone(merged, "T x d", "T a x"), "T x M", "T a x");
    const watch = move("T a x", "T x M", "a x", over);
    assert.deepEqual([lacking(over), lacking(watch)], [undefined, ["T x M", "x M"]]);
    assert.ok(isAsked(watch, "T x M"));
  });

  test("is what the text has not of lines that a colleague brought beside a change of the person", () => {
    assert.deepEqual(lacking(move("a d", "a X T", "a T U d")), ["a X T", "a X T U"]);
  });

  test("is no second lack of a line that a colleague puts back, beside one that the person has changed", () => {
    const took = move("a b c d", "a b M d", "a b c");
    const back = move("a b c", "a b M d", "a b c d", took);
    const again = move("a b c d", "a b M d", "T b c", back);
    assert.deepEqual([took, back, again].map(lacking), [["a b M d", "a b M"], undefined, ["a b M d", "T b M"]]);
    assert.ok(isAsked(typed(again, "b M d", "T b c"), "b M d"));
  });

  test("is a line that they took out, too, though the person has put in below it what stands in its place", () => {
    const merged = typed(move("a c d", "a c D", "a T"), "a T", "a T");
    const over = typed(undone(merged, "a c D", "a T"), "a c D T", "a T");
    assert.deepEqual(lacking(over), ["a c D T", "a T D T"]);
    assert.ok(isAsked(over, "a c D T"));
  });

  test("is a line that they put in place of one again, with another line below it", () => {
    const changed = typed(move("a p b", "a p b", "a c b"), "a c b", "a c b");
    const back = typed(move("a c b", "a c b", "a p T b", changed), "a p T b", "a p T b");
    assert.deepEqual(lacking(undone(back, "a c b", "a p T b")), ["a c b", "a p T b"]);
  });

  test("is no lack where a colleague has written the same, whatever it lacked before", () => {
    const watch = move("c", "a a", "a a", move("b", "a a", "c", move("a", "a a", "b")));
    assert.deepEqual([lacking(watch), isAsked(typed(watch, "a", "a a"), "a")], [undefined, false]);
  });

  test("is their format, too, where they have changed it", () => {
    const made = { value: { content: "a\nT", format: "html" } };
    const { lacking: known } = afterMove(rules, undefined, { was: text("a"), mine: text("x a"), made });
    assert.deepEqual(known?.filled, { value: { content: "x\na\nT", format: "html" } });
  });

  test("of a value that has no lines is what it was", () => {
    const [was, made] = [{ value: 1 }, { value: 2 }];
    const watch = afterMove(rules, undefined, { was, mine: was, made });
    assert.deepEqual([watch.outdated, watch.theirs, watch.lacking], [[was], [], undefined]);
    assert.ok(isOutdated(rules, watch, was));
  });

  test("goes on after a save that holds what they made, or other lines in the place of it", () => {
    for (const [stored, isWatched] of [
      ["a T b x", true],
      ["a T! b", true],
      ["a b", false],
    ] as const) {
      const watch = afterSave(rules, typed(shown, stored, "a T b"), text(stored), undefined);
      assert.equal(watch !== undefined, isWatched, stored);
      assert.equal(isAsked(watch, stored), false);
      assert.equal(watch !== undefined && isAsked(undone(watch, "a b", stored), "a b"), isWatched, stored);
    }
    assert.equal(afterSave(rules, undefined, text("a b"), undefined), undefined);
  });

  test("goes on after a save that holds a line which they took out and put back", () => {
    const took = typed(move("a b c", "M b c", "a b"), "M b", "a b");
    const back = typed(move("a b", "M N b", "a b c", took), "M N b c", "a b c");
    const stored = afterSave(rules, back, text("M N b c"), text("a b c")) ?? assert.fail();
    const over = undone(stored, "M N b", "M N b c");
    assert.deepEqual(lacking(over), ["M N b", "M N b c"]);
    assert.ok(isAsked(typed(over, "M N b!", "M N b c"), "M N b!"));
  });

  test("is nothing more after a save of what was chosen in the place of theirs", () => {
    const chosen = afterChoice(rules, move("a b", "a M", "a T"), text("a M"));
    assert.equal(afterSave(rules, chosen, text("a M"), undefined), undefined);
  });

  test("is after a save what the text lacks that says something else by then", () => {
    const watch = afterSave(rules, typed(undone(shown, "a b", "a T b"), "a b x", "a T b"), text("a T b y"), undefined);
    assert.ok(watch);
    assert.deepEqual(lacking(watch), ["a b x", "a T b x"]);
    const kept = afterSave(rules, move("a b c d", "a T c d", "a T c U"), text("a T c d"), undefined);
    assert.deepEqual([kept?.outdated.map(linesOf), kept?.lacking], [["a b c d"], undefined]);
    assert.equal(
      lacking(afterSave(rules, undone(shown, "a b", "a T b"), text("a T b"), undefined) ?? shown)?.[0],
      "a b",
    );
  });

  test("is no lack where undoing brings back what has their lines, or was written since", () => {
    assert.equal(lacking(undone(shown, "a T b x", "a T b")), undefined);
    assert.equal(lacking(undone(shown, "a b", "a b")), undefined);
    const decided = typed(shown, "a M b", "a T b");
    const later = typed(decided, "a M b x", "a T b");
    for (const watch of [undone(later, "a M b", "a T b"), undone(undone(later, "a b", "a T b"), "a M b x", "a T b")]) {
      assert.deepEqual([lacking(watch), isAsked(watch, "a M b"), isAsked(watch, "a M b x")], [undefined, false, false]);
    }
    const back = undone(later, "z b", "a T b");
    assert.deepEqual([isAsked(back, "z b"), back.outdated.map(linesOf).at(-1)], [true, "z b"]);
  });

  test("stays what it lacks when other lines are written, and is decided by its own", () => {
    let watch = undone(shown, "a b", "a T b");
    for (const now of ["a b x", "a b x y", "a! b x y"]) {
      watch = typed(watch, now, "a T b");
      assert.ok(isAsked(watch, now), now);
    }
    const whole = typed(watch, "a! T b x y", "a T b");
    assert.deepEqual([isAsked(whole, "a! T b x y"), whole.written.length], [false, shown.written.length + 1]);
    const edited = move("a b", "a M", "a T");
    assert.ok(isAsked(typed(edited, "A M", "a T"), "A M"));
    const decided = typed(edited, "a M!", "a T");
    assert.equal(isAsked(decided, "a M!"), false);
    assert.equal(afterSave(rules, decided, text("a M!"), undefined), undefined);
  });

  test("is an old value no more that was written by hand", () => {
    const watch = typed(shown, "a b", "a T b");
    assert.deepEqual([isAsked(watch, "a b"), watch.outdated], [false, []]);
  });

  test("is restored from before what was noted last with all that it lacks of theirs", () => {
    const noted = typed(undone(shown, "a b", "a T b"), "x", "a T b");
    for (const watch of [shown, noted]) {
      const old = restored(watch, "a b", "a T b");
      assert.deepEqual([isAsked(old, "a b"), lacking(old)], [true, ["a b", "a T b"]]);
      assert.equal(isAsked(typed(old, "a b x", "a T b"), "a b x"), true);
    }
  });

  test("is restored as it was, and otherwise as written since it was noted", () => {
    const lackingStill = undone(shown, "a b", "a T b");
    assert.equal(restored(lackingStill, "a b", "a T b"), lackingStill);
    const undecided = typed(undone(shown, "a b", "a T b"), "a b x y", "a T b");
    assert.deepEqual(lacking(restored(undecided, "a b x", "a T b")), ["a b x", "a T b x"]);
    const own = restored(shown, "a M b", "a T b");
    assert.equal(isAsked(undone(typed(own, "a M b x", "a T b"), "a M b", "a T b"), "a M b"), false);
  });
});

suite("lines that both have changed", () => {
  const merged = (rule: typeof withLacking, ...[was, mine, theirs]: readonly [string, string, string]) =>
    mergeText(
      ...([was, mine, theirs].map((each) => each.replaceAll(" ", "\n")) as [string, string, string]),
      rule,
    ).text.replaceAll("\n", " ");

  for (const [name, was, mine, theirs, lacks, undecided] of [
    ["mine is in the place of theirs", "a b c", "a M c", "a T c", "a T c", "a M c"],
    ["theirs were added where mine were", "a b", "a M b", "a T b", "a M T b", "a M T b"],
    ["mine has theirs already", "a b c", "a T M c", "a T c", "a T M c", "a T M c"],
    ["mine has a line still that they have replaced", "a b c d", "a b M d", "a T c d", "a T M d", "a T M d"],
    ["each has one line for each", "a b c d", "a M c! d", "a T c d", "a T c! d", "a M c! d"],
    ["mine has left one of two that they replaced", "a b c d", "a M c d", "a T U d", "a T U d", "a M U d"],
    ["mine has moved two that they replaced", "a b c d", "a c b d", "a T U d", "a T U d", "a T U d"],
    ["they have moved the line that mine has replaced", "a b", "a M", "b T", "T M", "T M"],
    ["mine has two in the place of one beside theirs", "a b c d", "a b M N d", "a T c d", "a T M N d", "a T M N d"],
    ["they have more lines than they took out", "a b c", "a M c", "a T U c", "a T U c", "a M T U c"],
    ["they took lines out", "a b c d", "a b M d", "a d", "a M d", "a M d"],
  ] as const) {
    test(`where ${name}`, () => {
      assert.equal(merged(withLacking, was, mine, theirs), lacks);
      assert.equal(merged(withUndecided, was, mine, theirs), undecided);
    });
  }

  test("are those between the marks, while both stand there", () => {
    const marked = mergeText("a\nb\nc", "a\nM\nc", "a\nT\nc", "marked").text;
    assert.equal(mergeText("a\nb\nc", marked, "a\nT\nU\nV\nc", withUndecided).text, marked);
  });
});
