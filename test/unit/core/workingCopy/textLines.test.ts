import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { ComparisonBudget } from "../../../../src/core/merge/mergeText.ts";
import { textLines } from "../../../../src/core/workingCopy/textLines.ts";

const plainTexts = {
  textIn: (value: string) => value,
  withText: (_: string, text: string) => text,
  isSame: (a: string, b: string) => a === b,
};

suite("the lines of a text that is watched", () => {
  const lines = textLines(plainTexts, new ComparisonBudget());

  test("are missed still where the text is too long to tell what was typed in it", () => {
    const [mine, filled] = ["a\n".repeat(2000), "b\n".repeat(2000)];
    const typed = `typed\n${mine}typed`;
    assert.equal(lines.filledStill({ mine, filled }, typed), filled);
  });

  test("are missed each by itself where a colleague has changed those beside one that mine has changed", () => {
    const change = { was: "a\nb\nc\nd", made: "a\nc\nT" };
    const filled = lines.filled("a\nb\nM\nd", change);
    assert.equal(filled, "a\nM\nT");
    assert.equal(lines.filledStill({ mine: "a\nb\nM\nd", filled }, "a\nb\nM\nN"), "a\nM\nN");
    assert.equal(lines.filled("a\nM\nb\nc\nd", { was: "a\nb\nc\nd", made: "a\nT\nc\nd" }), "a\nM\nT\nc\nd");
    assert.equal(lines.filled("a\nM\nc\nd", { was: "a\nb\nc\nd", made: "a\nT\nb\nc\nd" }), "a\nT\nM\nc\nd");
    assert.equal(lines.filled("a\nM\nb", { was: "a\nb", made: "a\nT\nb" }), "a\nM\nT\nb");
  });

  test("leave something of a colleague's where one place has a line of theirs and a later one has not", () => {
    const was = "one\nsame\ntwo";
    const made = "theirs\nsame\ntheir own two";
    assert.equal(lines.leftOf([was], "theirs\nmine\nsame\nmine instead of two", made), "some");
    assert.equal(lines.leftOf([was], "mine instead of one\nsame\nmine instead of two", made), "altered");
    assert.equal(lines.leftOf([was], was, made), "none");
  });

  test("leave a line of a colleague's that stands between other blank lines by now", () => {
    assert.equal(lines.leftOf(["one\n\n"], "one\nmine\ntheirs\n", "one\n\ntheirs"), "some");
    assert.equal(lines.leftOf(["one\n\n"], "one\nmine\n", "one\n\ntheirs"), "none");
  });

  test("leave what a colleague took out where nothing that was written stands in the place of it", () => {
    const [was, made] = ["one\ntwo\nthree\nfour", "theirs\ntwo\nfour"];
    assert.equal(lines.leftOf([was], "mine\nmine, too\nfour", made), "some");
    assert.equal(lines.leftOf([was], "mine\nmine, too\nmine in place of three\nfour", made), "altered");
  });
});
