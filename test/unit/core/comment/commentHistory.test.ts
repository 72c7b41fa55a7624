import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { isSaid, isSameBody } from "../../../../src/core/comment/commentHistory.ts";

suite("a comment as the service gives it back", () => {
  test("is not looked for where nobody knows since when: the same may have been said before", async () => {
    const history = {
      countChangesets: () => assert.fail(),
      readChangesets: () => assert.fail(),
      readOwnId: () => assert.fail(),
    };
    assert.equal(await isSaid(history, 5, "Why", {}, new AbortController().signal), false);
  });

  for (const { what, stored, sent } of [
    { what: "blanks before it", stored: "Why", sent: " \t\n\0\vWhy" },
    { what: "blanks after it", stored: "Why", sent: "Why \t\n\0\v" },
    { what: "line ends of another system", stored: "One\nTwo", sent: "One\r\nTwo\r\n" },
  ]) {
    test(`is the one that was sent with ${what}`, () => {
      assert.equal(isSameBody(stored, sent), true);
    });
  }

  for (const { what, stored, sent } of [
    { what: "blanks within", stored: "One Two", sent: "One  Two" },
    { what: "a blank that the service keeps", stored: "Why", sent: "\u00a0Why" },
    { what: "another word", stored: "Why", sent: "Why not" },
  ]) {
    test(`is another one with ${what}`, () => {
      assert.equal(isSameBody(stored, sent), false);
    });
  }
});
