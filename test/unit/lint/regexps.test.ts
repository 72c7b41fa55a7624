import assert from "node:assert/strict";
import path from "node:path";
import { suite, test } from "mocha";
import { checkRegexps } from "../../lint/checkRegexps.ts";
import { findRegexps } from "../../lint/findRegexps.ts";
import { projectRoot } from "../../support/host/paths.ts";

suite("the check of regular expressions", () => {
  const file = path.join(projectRoot, "src/core/codec/example.ts");
  const problemsOf = (code: string, bounded = [] as { file: string; written: string; bound: string }[]) =>
    checkRegexps(findRegexps(file, code), bounded).map((problem) => problem.replace(file, "example.ts"));

  test("finds literals and calls, with what is known of their texts", () => {
    const code = [
      'import { namePattern } from "./xmlText.ts";',
      'const id: string = "([1-9])";',
      'const used = [/a/g as RegExp, new RegExp("b" + "c"), RegExp(`^$HOLE\\\\d$`, "u"), new RegExp(namePattern, "u")];',
      "function of<T extends string>(word: T): RegExp { return new RegExp(word); }",
    ].join("\n");
    const found = findRegexps(file, code.replace("$HOLE", "$" + "{id}"));
    assert.deepEqual(
      found.map(({ line, pattern }) => [line, pattern?.source.slice(0, 12), pattern?.flags]),
      [
        [3, "a", "g"],
        [3, "bc", ""],
        [3, "^([1-9])\\d$", "u"],
        [3, "[:A-Z_a-z\\u0", "u"],
        [4, undefined, undefined],
      ],
    );
  });

  test("tells of what takes more than linear time, with a text that shows it", () => {
    assert.deepEqual(problemsOf(String.raw`const fine = /^\s+|[a-z]+\d?/;`), []);
    const [quadratic, exponential] = problemsOf(String.raw`
      text.replace(/\s+$/, "");
      new RegExp("^(a|a)*$");`);
    assert.match(quadratic ?? "", /^example\.ts:2 \/\\s\+\$\/ takes time of 2nd degree polynomial: '\\t'\.repeat\(/);
    assert.match(exponential ?? "", /^example\.ts:3 new RegExp\(.*\) takes time of exponential: /);
  });

  test("tells of what cannot be read off the code", () => {
    assert.deepEqual(problemsOf("const of = (word: string) => new RegExp(word);"), [
      "example.ts:1 new RegExp(word) is made of what only its run knows",
    ]);
  });

  test("allows what is bounded, and nothing that is not needed", () => {
    const bounded = { file, written: String.raw`/\s+$/`, bound: "a line" };
    assert.deepEqual(problemsOf(String.raw`/\s+$/.test(line)`, [bounded]), []);
    assert.deepEqual(problemsOf(String.raw`/\s+/.test(line)`, [bounded]), [
      String.raw`example.ts /\s+$/ is an exception that nothing needs`,
    ]);
  });
});
