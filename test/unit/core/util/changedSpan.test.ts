import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { changedSpan } from "../../../../src/core/util/changedSpan.ts";

suite("the span that differs between two texts", () => {
  for (const [before, after, offset, length, text] of [
    ["abc", "abc", 3, 0, ""],
    ["abc", "axc", 1, 1, "x"],
    ["aa", "aaa", 2, 0, "a"],
    ["", "a", 0, 0, "a"],
    ["a😀b", "a😁b", 1, 2, "😁"],
    ["a\r\nb", "a\nb", 1, 2, "\n"],
  ] as const) {
    test(`${JSON.stringify(before)} and ${JSON.stringify(after)}`, () => {
      assert.deepEqual(changedSpan(before, after), { offset, length, text });
    });
  }

  test("is found in long texts as in short ones", () => {
    const units = fc.constantFrom("a", "b", "😀", "😁", "\r\n", "\n");
    const parts = fc.array(fc.tuple(units, fc.nat(1500)), { maxLength: 4 });
    const textOf = (runs: readonly (readonly [string, number])[]) => runs.map(([unit, n]) => unit.repeat(n)).join("");
    fc.assert(
      fc.property(parts, parts, parts, parts, (start, removed, inserted, end) => {
        const [head, tail] = [textOf(start), textOf(end)];
        const [before, after] = [head + textOf(removed) + tail, head + textOf(inserted) + tail];
        const { offset, length, text } = changedSpan(before, after);
        assert.equal(before.slice(0, offset) + text + before.slice(offset + length), after);
        // Not more of it than must be: the ends differ, but for the other half of a character.
        const isSame = (at: number, by: number) => before[at] !== undefined && before[at] === after[at + by];
        const isShortest = length === 0 || text === "";
        assert.ok(isShortest || !isSame(offset, 0) || !isSame(offset + 1, 0));
        const last = offset + length - 1;
        const by = after.length - before.length;
        assert.ok(isShortest || !isSame(last, by) || !isSame(last - 1, by));
      }),
    );
  });

  test("makes one of the other", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "b", "😀", "😁", "\r\n", "\n") });
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const { offset, length, text } = changedSpan(before, after);
        assert.equal(before.slice(0, offset) + text + before.slice(offset + length), after);
      }),
    );
  });
});
