import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { escapeMarkdown } from "../../../../src/core/util/plainWords.ts";

suite("words as Markdown", () => {
  test("have a backslash before each mark that Markdown knows, and before nothing else", () => {
    const marks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    assert.equal(escapeMarkdown(marks), [...marks].map((mark) => `\\${mark}`).join(""));
    assert.equal(escapeMarkdown("Ein 1. März"), "Ein 1\\. März");
  });
});
