import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { wordsIn } from "../../../../src/core/references/comments.ts";
import { findReferences, keywordsOf, typedReference } from "../../../../src/core/references/findReferences.ts";

suite("references in texts", () => {
  const keywords = keywordsOf(["bug #1", "story #2", undefined, "#3"]);
  const isOther = (word: string) => word === "rev";
  const found = (text: string) =>
    findReferences(text, keywords, isOther).map(({ artifactId, offset, length }) => [
      text.slice(offset, offset + length),
      artifactId,
    ]);

  const cases: readonly (readonly [text: string, ...found: (readonly [string, number])[]])[] = [
    ["Fixes #12.", ["#12", 12]],
    ["(#12), art #13; Bug #14!", ["#12", 12], ["art #13", 13], ["Bug #14", 14]],
    ["artifact\t#7", ["artifact\t#7", 7]],
    ["art #other-project:123", ["art #other-project:123", 123]],
    ["see #other:123 and rev #9 and svn#4"],
    ["PR #5", ["#5", 5]],
    ["https://host/x#12 a#12 &#12; ##12 [a](#12) #012 #12a #12-b #1.5 #12/3 color:#123"],
    ["#12", ["#12", 12]],
    ["änder #12, story  #3", ["#12", 12], ["story  #3", 3]],
    [`#${"9".repeat(16)}`],
  ];
  for (const [text, ...expected] of cases) {
    test(`«${text.slice(0, 60)}» has ${expected.length}`, () => {
      assert.deepEqual(found(text), expected);
    });
  }

  test("lie inside of their text, whatever that is", () => {
    const piece = fc.constantFrom("art ", "#", "12", "bug\t", " ", "\n", ":", "x", "](", "é", "/");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        for (const { artifactId, offset, length } of findReferences(text, keywords, isOther)) {
          assert.ok(text.slice(offset, offset + length).endsWith(`${artifactId}`));
        }
      }),
    );
  });

  test("are completed behind a keyword and the mark only", () => {
    const typed = ["art #", "see bug #12", "PR #", "art # ", "#", "smart #"].map((line) =>
      typedReference(line, keywords),
    );
    assert.deepEqual(typed, ["", "12", undefined, undefined, undefined, undefined]);
  });

  test("are completed at the end of a line without end as quickly", () => {
    const line = "a-".repeat(100_000);
    const start = performance.now();
    assert.equal(typedReference(`${line} art #1`, keywords), "1");
    assert.equal(typedReference(line, keywords), undefined);
    assert.ok(performance.now() - start < 1000);
  });
});

suite("where people write in words", () => {
  const words = (text: string, language: string) =>
    wordsIn(text, language)?.map(({ start, end }) => text.slice(start, end));

  const cases: readonly (readonly [language: string, text: string, expected: readonly string[] | undefined])[] = [
    ["markdown", "a #1", ["a #1"]],
    ["scminput", "", [""]],
    ["typescript", "x('// #1'); // #2\n/* #3\n*/ y(`//\n`) // #4", ["// #2", "/* #3\n*/", "// #4"]],
    ["typescript", "don't // #1\nit's", ["// #1"]],
    ["typescript", 'a("\\"//") /* #1', ["/* #1"]],
    ["python", "x = '#1' # see #2\ny = \"#3\"", ["# see #2"]],
    ["html", "<p>#1</p><!-- #2 --><b>", ["<!-- #2 -->"]],
    ["sql", "select '-- #1' -- #2", ["-- #2"]],
    ["css", "a { color: #123 }", undefined],
    ["constructor", "", undefined],
  ];
  for (const [language, text, expected] of cases) {
    test(`${language}: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(words(text, language), expected);
    });
  }
});
