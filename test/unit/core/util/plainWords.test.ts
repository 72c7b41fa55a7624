import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { maxMessageLength, plain } from "../../../../src/core/util/plainWords.ts";

suite("words of others in messages, boxes and errors", () => {
  test("are no link and no picture", () => {
    assert.equal(plain("[read](command:a?[1]) $(bug)"), "[read] (command:a?[1]) $ (bug)");
    assert.equal(plain("[a]\u200b(command:a)"), "[a] (command:a)");
    assert.equal(plain("$\u202e(bug)"), "$ (bug)");
  });

  test("keep their lines, and nothing that reorders what is read", () => {
    assert.equal(plain("a\n\tb\u202ec\u0000d"), "a\n\tb c d");
  });

  test("do not fill the window", () => {
    assert.equal(plain("a".repeat(1_000_000)).length, maxMessageLength + 1);
    assert.ok(plain(`${"a".repeat(maxMessageLength - 1)}😀`).isWellFormed());
  });
});
