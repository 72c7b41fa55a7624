import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import {
  ComparisonBudget,
  hasConflictMarks,
  mergeText,
  withSideOfMarks,
} from "../../../../src/core/merge/mergeText.ts";

const anyLines = fc
  .array(fc.constantFrom("a", "b", "c", "", "<<<<<<<"), { maxLength: 8 })
  .chain((lines) => fc.constantFrom("\n", "\r\n", "\r").map((lineEnding) => lines.join(lineEnding)));

suite("merging texts", () => {
  const cases: readonly {
    name: string;
    base: string;
    mine: string;
    theirs: string;
    text: string;
    hasConflict?: boolean;
  }[] = [
    { name: "lines far apart", base: "a\nb\nc", mine: "A\nb\nc", theirs: "a\nb\nC", text: "A\nb\nC" },
    { name: "lines added at both ends", base: "b\nc", mine: "a\nb\nc", theirs: "b\nc\nd", text: "a\nb\nc\nd" },
    { name: "a line removed and another changed", base: "a\nb\nc", mine: "b\nc", theirs: "a\nb\nC", text: "b\nC" },
    { name: "the same change twice", base: "a\nb\nc", mine: "x\nb\nc", theirs: "x\nb\nC", text: "x\nb\nC" },
    { name: "the same line in two ways", base: "a\nb", mine: "x\nb", theirs: "y\nb", text: "x\nb", hasConflict: true },
    { name: "lines side by side", base: "a\nb", mine: "x\nb", theirs: "a\ny", text: "x\nb", hasConflict: true },
    { name: "line endings of theirs", base: "a\nb\nc", mine: "A\nb\nc", theirs: "a\r\nb\r\nC", text: "A\nb\nC" },
    { name: "line endings of mine", base: "a\nb\nc", mine: "A\r\nb\r\nc", theirs: "a\nb\nC", text: "A\r\nb\r\nC" },
    { name: "mine with a single line", base: "a", mine: "a", theirs: "a\r\nb", text: "a\r\nb" },
    { name: "the last line again below", base: "x", mine: "x\ny\nx", theirs: "z\nx", text: "z\nx\ny\nx" },
    { name: "a last line end", base: "a\nb", mine: "a\nb\n", theirs: "A\nb", text: "A\nb\n" },
    { name: "nothing to begin with", base: "", mine: "a", theirs: "b", text: "a", hasConflict: true },
    {
      name: "names of Object.prototype",
      base: "constructor\nb\n__proto__",
      mine: "c\nb\n__proto__",
      theirs: "constructor\nb\np",
      text: "c\nb\np",
    },
  ];
  for (const { name, base, mine, theirs, text, hasConflict = false } of cases) {
    test(name, () => assert.deepEqual(mergeText(base, mine, theirs), { text, hasConflict }));
  }

  test("marks both versions where it is asked to", () => {
    assert.deepEqual(mergeText("a\r\nb", "x\r\nb", "y\r\nb", "marked"), {
      text: "<<<<<<< mine\r\nx\r\n=======\r\ny\r\n>>>>>>> theirs\r\nb",
      hasConflict: true,
    });
  });

  for (const { text, mine } of [
    { text: "a\r\n<<<<<<< mine\r\nx\r\n=======\r\ny\r\n>>>>>>> theirs\r\nb", mine: "a\r\nx\r\nb" },
    { text: "<<<<<<< mine\n=======\ny\n>>>>>>> theirs", mine: "" },
    { text: "a\n<<<<<<< mine \nx \n======= \ny\n>>>>>>> theirs ", mine: "a\nx " },
    { text: "Title\n=======\n<<<<<<< mine\nx\n=======\ny\n>>>>>>> theirs", mine: "Title\n=======\nx" },
    { text: "<<<<<<< mine\nTitle\n=======\nx\n=======\ny\n>>>>>>> theirs", mine: undefined },
    { text: "<<<<<<< mine\nx\n>>>>>>> theirs", mine: undefined },
    { text: "<<<<<<< mine\n<<<<<<< mine\nx\n=======\ny\n>>>>>>> theirs", mine: undefined },
    { text: "x\n>>>>>>> theirs", mine: undefined },
    { text: "<<<<<<< mine\nx\n=======\ny", mine: undefined },
  ]) {
    test(`${JSON.stringify(text)} has ${mine === undefined ? "no lines that are mine for sure" : "mine between its marks"}`, () => {
      assert.equal(withSideOfMarks(text, "mine"), mine);
    });
  }

  test("marks are renewed where theirs has changed since, but for words of mine in the place of theirs", () => {
    const marked = mergeText("a\nb\nc", "a\nmine\nc", "a\ntheirs\nc", "marked").text;
    const again = (text: string) => mergeText("a\ntheirs\nc", text, "a\nagain\nc\nd", "marked").text;
    assert.equal(again(marked), "a\n<<<<<<< mine\nmine\n=======\nagain\n>>>>>>> theirs\nc\nd");
    assert.equal(
      again(marked.replace("theirs\n", "theirs\nmore\n")),
      "a\n<<<<<<< mine\n<<<<<<< mine\nmine\n=======\ntheirs\nmore\n>>>>>>> theirs\n=======\nagain\n>>>>>>> theirs\nc\nd",
    );
    const quoted = "<<<<<<< mine\nx\n=======\ny\n>>>>>>> theirs";
    assert.equal(
      mergeText(quoted, quoted.replace("x", "X"), quoted.replace("x", "z"), "marked").text,
      "<<<<<<< mine\n<<<<<<< mine\nX\n=======\nz\n>>>>>>> theirs\n=======\ny\n>>>>>>> theirs",
    );
    assert.match(mergeText(quoted, `${quoted}\nX`, "gone", "marked").text, /\ny\n>>>>>>> theirs\nX\n=======\ngone\n/);
    const removed = mergeText("a\nb\nc", "a\nc", "a\ntheirs\nc", "marked").text;
    assert.equal(again(removed), "a\n<<<<<<< mine\n=======\nagain\n>>>>>>> theirs\nc\nd");
  });

  test("theirs can be left in the place of the marks too", () => {
    const text = "a\r\n<<<<<<< mine\r\nx\r\n=======\r\ny\r\n>>>>>>> theirs\r\nb";
    assert.equal(withSideOfMarks(text, "theirs"), "a\r\ny\r\nb");
  });

  for (const { text, expected } of [
    { text: "a\n<<<<<<< mine\nb", expected: true },
    { text: "a\r\n>>>>>>> theirs\r\n", expected: true },
    { text: "<<<<<<< mine  ", expected: true },
    { text: "Title\n=======", expected: false },
    { text: "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main", expected: false },
    { text: "say <<<<<<< mine", expected: false },
  ]) {
    test(`${JSON.stringify(text)} has ${expected ? "a mark" : "no mark"} of a merge`, () => {
      assert.equal(hasConflictMarks(text), expected);
    });
  }

  test("marks are found wherever both versions are marked", () => {
    fc.assert(
      fc.property(anyLines, anyLines, anyLines, (base, mine, theirs) => {
        const { text, hasConflict } = mergeText(base, mine, theirs, "marked");
        assert.equal(hasConflictMarks(text), hasConflict);
        assert.equal(normal(withSideOfMarks(text, "mine") ?? ""), normal(mergeText(base, mine, theirs).text));
      }),
    );
  });

  test("long texts that repeat themselves are merged where the changes lie far apart", () => {
    const lines = Array.from({ length: 1000 }, (_, line) => `Line ${line}\n\n`).join("");
    const [base, mine, theirs] = [`a\n${lines}b`, `A\n${lines}b`, `a\n${lines}B`];
    assert.deepEqual(mergeText(base, mine, theirs), { text: `A\n${lines}B`, hasConflict: false });
    assert.equal(mergeText(base, `x${base}`, `y${base}`).hasConflict, true);
  });

  test("a text of nothing but empty lines does not hold up the editor", () => {
    const lines = "\n".repeat(60_000);
    const [base, mine] = [`a${lines}b${lines}c`, `A${lines}b${lines}C`];
    assert.deepEqual(mergeText(base, mine, `a${lines}B${lines}c`, "marked"), {
      text: `<<<<<<< mine\n${mine}\n=======\na${lines}B${lines}c\n>>>>>>> theirs`,
      hasConflict: true,
      isUncompared: true,
    });
    assert.deepEqual(mergeText(`${base}\n\nx`, `${mine}\n\nx`, `${base}\n\nX`), {
      text: `${mine}\n\nX`,
      hasConflict: false,
    });
  });

  for (const { name, length, isWhole } of [
    { name: "a long text with changes everywhere is merged line by line", length: 50_000, isWhole: false },
    { name: "one of a million lines does not hold up the editor", length: 1_000_000, isWhole: true },
  ]) {
    test(name, () => {
      const lines = Array.from({ length }, (_, line) => `line ${line}`);
      const changed = (rest: number, text: string) => lines.map((line, at) => (at % 4 === rest ? text : line));
      const both = lines.map((line, at) => ({ 0: "mine", 2: "theirs" })[at % 4] ?? line).join("\n");
      const [base, mine, theirs] = [lines, changed(0, "mine"), changed(2, "theirs")].map((each) => each.join("\n"));
      assert.ok(base && mine && theirs);
      const merged = mergeText(base, mine, theirs);
      assert.equal(merged.hasConflict, isWhole);
      assert.ok(merged.text === (isWhole ? mine : both));
    });
  }

  const normal = (text: string) => text.replace(/\r\n?/g, "\n");

  test("only mine changed: mine, byte for byte", () => {
    fc.assert(
      fc.property(anyLines, anyLines, (base, mine) => {
        assert.deepEqual(mergeText(base, mine, base), { text: mine, hasConflict: false });
      }),
    );
  });

  test("only theirs changed: theirs, with mine's line endings", () => {
    fc.assert(
      fc.property(anyLines, anyLines, (base, theirs) => {
        const { text, hasConflict } = mergeText(base, base, theirs);
        assert.deepEqual([normal(text), hasConflict], [normal(theirs), false]);
        if (base.includes("\r\n")) {
          assert.ok(!/(^|[^\r])\n|\r(?!\n)/.test(text));
        }
      }),
    );
  });

  test("both made the same change: mine, byte for byte", () => {
    fc.assert(
      fc.property(anyLines, anyLines, (base, mine) => {
        assert.deepEqual(mergeText(base, mine, mine), { text: mine, hasConflict: false });
      }),
    );
  });

  test("whose text is whose makes no difference without a conflict", () => {
    fc.assert(
      fc.property(anyLines, anyLines, anyLines, (base, mine, theirs) => {
        const one = mergeText(base, mine, theirs);
        const other = mergeText(base, theirs, mine);
        assert.equal(one.hasConflict, other.hasConflict);
        if (!one.hasConflict) {
          assert.equal(normal(one.text), normal(other.text));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("may take so much in all texts that share a budget, by their lines and by the pairs of equal ones", () => {
    const times = (granted: () => boolean) => Array.from({ length: 20 }, granted).filter(Boolean).length;
    const [byPairs, byLines] = [new ComparisonBudget(), new ComparisonBudget()];
    assert.equal(byPairs.take(1_000_001), false);
    assert.equal(
      times(() => byPairs.take(1_000_000)),
      10,
    );
    assert.equal(byLines.takeLines(200_001), false);
    assert.equal(
      times(() => byLines.takeLines(200_000)),
      5,
    );
    assert.deepEqual([byLines.take(1), byPairs.takeLines(1)], [false, false]);
  });
});
