import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { isSaid, isSameBody, markEnd } from "../../../../src/core/comment/commentHistory.ts";

suite("a comment as the service gives it back", () => {
  test("is not looked for where nobody knows since when: the same may have been said before", async () => {
    const history = {
      countChangesets: () => assert.fail(),
      readChangesets: () => assert.fail(),
      readOwnId: () => assert.fail(),
    };
    assert.equal(await isSaid(history, 5, "Why", {}, new AbortController().signal), false);
  });

  test("is that of whom it was sent by, whoever's key the connection has by now", async () => {
    let me = 102;
    const history = {
      countChangesets: async () => 7,
      readChangesets: async () => ({
        items: [{ id: 8, authorId: 102, comment: { content: "Why", format: "commonmark" as const }, values: [] }],
        total: 8,
      }),
      readOwnId: async () => me,
    };
    const { signal } = new AbortController();
    const mark = await markEnd(history, 5, signal);
    me = 103;
    assert.equal(await isSaid(history, 5, "Why", mark, signal), true);
    assert.equal(await isSaid(history, 5, "Why", { count: 7 }, signal), false);
  });

  test("can be looked for where the service did not tell who sends it", async () => {
    const history = {
      countChangesets: async () => 7,
      readChangesets: () => assert.fail(),
      readOwnId: () => Promise.reject(new Error("Unreachable")),
    };
    assert.deepEqual(await markEnd(history, 5, new AbortController().signal), { count: 7 });
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
