import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { sizeText } from "../../../../src/core/tree/formats.ts";

suite("the size of an attachment in words", () => {
  for (const [bytes, expected] of [
    [0, "0 bytes"],
    [1, "1 byte"],
    [17, "17 bytes"],
    [3200, "3.2 kB"],
    [67_108_864, "67.1 MB"],
    [5e9, "5 GB"],
  ] as const) {
    test(`${bytes} is ${expected}`, () => assert.equal(sizeText(bytes, "en"), expected));
  }

  test("is told in the language of the editor", () => assert.equal(sizeText(3200, "fr").replace(/\s/, " "), "3,2 ko"));
});
