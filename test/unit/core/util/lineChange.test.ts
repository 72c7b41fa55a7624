import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { withoutChange } from "../../../../src/core/util/lines.ts";

suite("A text without a change of some of its lines", () => {
  const change = (from: number, to: number, ofMine: number, toMine: number) => ({
    originalStartLineNumber: from,
    originalEndLineNumber: to,
    modifiedStartLineNumber: ofMine,
    modifiedEndLineNumber: toMine,
  });

  test("has the lines of the other text in their place, whatever ends them", () => {
    assert.equal(withoutChange("a\nb\nc", "a\r\n1\r\n2\r\nc", change(2, 2, 2, 3)), "a\nb\nc");
    assert.equal(withoutChange("a\nb\nc\nd", "1\nb\nc\n4", change(4, 4, 4, 4)), "1\nb\nc\nd");
  });

  test("has no more what was put in, and again what was taken out", () => {
    assert.equal(withoutChange("a\nb", "a\n1\n2\nb", change(1, 0, 2, 3)), "a\nb");
    assert.equal(withoutChange("a\nb\nc", "a\nc", change(2, 2, 1, 0)), "a\nb\nc");
    assert.equal(withoutChange("a\nb", "b", change(1, 1, 0, 0)), "a\nb");
    assert.equal(withoutChange("a", "a\nb", change(1, 0, 2, 2)), "a");
  });

  test("is the other text where that differs in these lines alone", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 4 });
    fc.assert(
      fc.property(lines, lines, lines, lines, (head, before, after, tail) => {
        fc.pre(head.length + tail.length > 0);
        const start = head.length + 1;
        const end = (of: readonly string[]) => (of.length === 0 ? 0 : head.length + of.length);
        const begin = (of: readonly string[]) => (of.length === 0 ? head.length : start);
        const text = (middle: readonly string[]) => [...head, ...middle, ...tail].join("\n");
        assert.equal(
          withoutChange(text(before), text(after), change(begin(before), end(before), begin(after), end(after))),
          text(before),
        );
      }),
    );
  });
});
