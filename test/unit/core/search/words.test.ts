import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { hasWords, looksLikeQuery, titleQuery } from "../../../../src/core/search/words.ts";

suite("The words of a search", () => {
  test("become a comparison each, whatever is in them", () => {
    assert.equal(
      titleQuery("summary", '  say  "hi" \\o/ say '),
      'summary = "say" AND summary = "\\"hi\\"" AND summary = "\\\\o/"',
    );
  });

  test("are found in any order, in title and number, in whatever case", () => {
    const artifact = { id: 512, title: "The Käse is gone", xref: "bug #512" };
    const cases: Record<string, boolean> = { "": true, "käse THE": true, "#512": true, "bug 51": true, cheese: false };
    for (const [text, expected] of Object.entries(cases)) {
      assert.equal(hasWords(artifact, text), expected, text);
    }
  });

  for (const text of [
    'status = "Open"',
    "@last_update_date > NOW() - 1w",
    "(severity IN('a', 'b'))",
    "status not in ('Closed')",
    "points BETWEEN(1, 3)",
    "WITH PARENT",
    "(without  children)",
    "is not linked to tracker = 12",
    "summary != ",
  ]) {
    test(`are a query in: ${text}`, () => assert.equal(looksLikeQuery(text), true));
  }

  for (const text of ["crash", "in the office", '"a = b" is shown', "between you and me", "", "linked to", "= 3"]) {
    test(`are no query in: ${text}`, () => assert.equal(looksLikeQuery(text), false));
  }
});
