import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { wordsIn } from "../../../../src/core/references/comments.ts";
import {
  findReferences,
  keywordsOf,
  typedNumber,
  typedReference,
} from "../../../../src/core/references/findReferences.ts";

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

  test("are found in the words of a text alone, at their places in it", () => {
    const text = "#1 // #2\n/* art #3 */ #4";
    const places = findReferences(text, keywords, isOther, wordsIn(text, "typescript"));
    assert.deepEqual(
      places.map(({ offset, length }) => text.slice(offset, offset + length)),
      ["#2", "art #3"],
    );
  });

  test("are no more than anybody looks at, in one text or in many comments", () => {
    // VS Code makes a link of each: a file of a megabyte would have 200,000.
    const lines = "# #1\n".repeat(3000);
    assert.equal(findReferences(lines, keywords, isOther).length, 2000);
    assert.equal(findReferences(lines, keywords, isOther, wordsIn(lines, "python")).length, 2000);
  });

  test("are completed behind a keyword and the mark only", () => {
    const typed = ["art #", "see bug #12", "PR #", "art # ", "#", "smart #"].map((line) =>
      typedReference(line, keywords),
    );
    assert.deepEqual(typed, ["", "12", undefined, undefined, undefined, undefined]);
  });

  test("are completed in comments behind the mark alone, but not behind a keyword of something else", () => {
    const typed = ["#", "see #12", "(#1", "See: #", "rev #1", "a#1", "##", "# ", "#1a", "x/#1"].map((line) =>
      typedNumber(line, isOther),
    );
    assert.deepEqual(typed, ["", "12", "1", "", undefined, undefined, undefined, undefined, undefined, undefined]);
  });

  test("are completed at the end of a line without end as quickly", () => {
    // So long that other than linear time would be more than a test may take.
    const line = "a-".repeat(1_000_000);
    assert.equal(typedReference(`${line} art #1`, keywords), "1");
    assert.equal(typedReference(line, keywords), undefined);
    assert.equal(typedNumber(`${line} #1`, isOther), "1");
  });
});

suite("where people write in words", () => {
  const words = (text: string, language: string) =>
    wordsIn(text, language).map(({ start, end }) => text.slice(start, end));

  /** How often characters of `text` are looked at one by one. */
  function looksAt(text: string): number {
    let looks = 0;
    const counted: unknown = new Proxy(Object(text), {
      get: (target, name) => {
        looks++;
        const found: unknown = Reflect.get(target, name, target);
        return typeof found === "function" ? found.bind(target) : found;
      },
    });
    wordsIn(counted as string, "javascript");
    return looks;
  }

  for (const quote of ['"', "'", "`"]) {
    test(`are found in time by the length of a text in which no ${quote} ends`, () => {
      const [small, large] = [300, 600].map((count) => looksAt(quote + `\\${quote}`.repeat(count))) as [number, number];
      assert.ok(large < small * 3, `${small}, and of the double ${large}`);
    });
  }

  const cases: readonly (readonly [language: string, text: string, expected: readonly string[]])[] = [
    ["typescript", "x('// #1'); // #2\n/* #3\n*/ y(`//\n`) // #4", ["// #2", "/* #3\n*/", "// #4"]],
    ["typescript", "don't // #1\nit's", ["// #1"]],
    ["typescript", 'a("\\"//") /* #1', ["/* #1"]],
    ["python", "x = '#1' # see #2\ny = \"#3\"", ["# see #2"]],
    ["python", 'def f():\n  """See #1.\n  """\n  return "#2"', ['"""See #1.\n  """']],
    ["html", "<p>it's #1</p><!-- it's #2 --><b>", ["<!-- it's #2 -->"]],
    ["sql", "select '-- #1' -- #2", ["-- #2"]],
    ["vb", "a = \"' #1\" ' #2\nb", ["' #2"]],
    ["bat", "REM #1\nset PREMIUM=#2\nREMARK #3", ["REM #1"]],
    ["properties", "a=b\n# see #1 or\nc=d", ["# see #1 or"]],
    ["ini", "; see #1 or\na=b", ["; see #1 or"]],
    ["lua", "--[[ #1\n]] x -- #2", ["--[[ #1\n]]", "-- #2"]],
    ["php", "# #1\n// #2\n/* #3 */", ["# #1", "// #2", "/* #3 */"]],
    ["kotlin", "x('// #1') // #2", ["// #2"]],
    ["toml", "a = '#1' # #2", ["# #2"]],
    ["rust", "fn a<'b>(c: &'b str) {} // #1\nlet d = \"// #2\";", ["// #1"]],
    ["clojure", '(def a "; #1") ;; #2\n#| #3 |#', [";; #2", "#| #3 |#"]],
    ["ruby", "=begin\n#1\n=end\nx # #2", ["=begin\n#1\n=end", "# #2"]],
    ["unknown", "// #1", []],
    ["constructor", "// #1", []],
  ];
  for (const [language, text, expected] of cases) {
    test(`${language}: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(words(text, language), expected);
    });
  }

  test("is everywhere in prose", () => {
    const text = "see #1";
    const everywhere = (language: string) => words(text, language).includes(text);
    const languages = ["markdown", "scminput", "git-commit", "css", "constructor"];
    assert.deepEqual(languages.filter(everywhere), languages.slice(0, 3));
  });

  test("is nowhere in a text of over a megabyte: the host would look through it after each key", () => {
    for (const [language, comment] of [
      ["markdown", "#1"],
      ["typescript", "// #1"],
    ] as const) {
      assert.equal(words(comment.padEnd(1_000_000), language).length, 1);
      assert.equal(words(comment.padEnd(1_000_001), language).length, 0);
    }
  });
});
