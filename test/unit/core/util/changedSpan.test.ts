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
