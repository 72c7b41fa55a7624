import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { logLine, plainLabel, withoutControls } from "../../../../src/core/util/plainLabel.ts";

suite("a text as one line", () => {
  const breaks = ["\n", "\r\n", "\u0085", "\u2028", "\u001b[2K", "\u202e"];

  for (const [name, lineOf, most] of [
    ["of a row", plainLabel, 120],
    ["of a label", withoutControls, 500],
    ["of the log", logLine, 5000],
  ] as const) {
    test(`${name} has no line breaks and no other controls`, () => {
      for (const each of breaks) {
        assert.doesNotMatch(lineOf(`a${each}2026-01-01 [error] forged`), /\p{Cc}|\p{Zl}|\p{Bidi_C}/u);
      }
    });

    test(`${name} is cut where it is long`, () => {
      assert.equal(lineOf("x".repeat(most)), "x".repeat(most));
      assert.equal(lineOf("x".repeat(1e6)), `${"x".repeat(most)}…`);
    });
  }
});
