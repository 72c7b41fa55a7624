import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { shortened } from "../../../../src/core/util/plainLabel.ts";

suite("A text that is cut", () => {
  const cases: readonly (readonly [text: string, length: number, shown: string])[] = [
    ["abc", 3, "abc"],
    ["abcd", 3, "abc…"],
    ["", 0, ""],
    ["ab🐛cd", 3, "ab…"],
    ["ab🐛cd", 4, "ab🐛…"],
    ["🐛", 2, "🐛"],
  ];
  for (const [text, length, shown] of cases) {
    test(`«${text}» in ${length} is «${shown}»`, () => {
      assert.equal(shortened(text, length), shown);
    });
  }
});
