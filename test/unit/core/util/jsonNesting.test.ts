import assert from "node:assert/strict";
import { suite, test } from "mocha";
import {
  deepestJson,
  isNestedTooDeep,
  parseShallowJson,
  TooManyValues,
} from "../../../../src/core/util/jsonNesting.ts";

suite("the nesting of JSON", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

  test("is too deep beyond a limit, of lists and objects together", () => {
    assert.equal(isNestedTooDeep(nested(deepestJson)), false);
    assert.equal(isNestedTooDeep(nested(deepestJson + 1)), true);
    assert.equal(isNestedTooDeep(`${'{"a":'.repeat(deepestJson)}[]${"}".repeat(deepestJson)}`), true);
  });

  test("that is too deep keeps a text from being read, brief or long", () => {
    for (const rest of ["", `,"${"-".repeat(300_000)}"`]) {
      for (const [open, close] of [
        ["[", "]"],
        ['{"a":', "}"],
      ] as const) {
        const json = (levels: number) => `[${open.repeat(levels)}1${close.repeat(levels)}${rest}]`;
        assert.deepEqual(parseShallowJson(json(deepestJson - 1)), JSON.parse(json(deepestJson - 1)));
        assert.throws(() => parseShallowJson(json(deepestJson)), SyntaxError);
      }
    }
  });

  test("of a long text is told where it is too deep with as few values as may be", () => {
    assert.throws(() => parseShallowJson(`[${nested(deepestJson)},"${"-".repeat(300_000)}"]`, 1e9), SyntaxError);
  });

  test("and the number of values of a long text, those in texts left out, are told before any is made", () => {
    const text = JSON.stringify("[,{".repeat(100_000));
    const json = `[${text},{"a":1,"b":[]},2]`;
    assert.deepEqual(parseShallowJson(json, 7), JSON.parse(json));
    assert.throws(() => parseShallowJson(json, 6), TooManyValues);
    assert.throws(() => parseShallowJson(`[${"[],".repeat(10_000_000)}`, 1000), TooManyValues);
  });

  test("of millions of levels is told without reading them", () => {
    const { user } = process.cpuUsage();
    assert.throws(() => parseShallowJson(nested(10_000_000)), SyntaxError);
    assert.ok(process.cpuUsage().user - user < 2_000_000);
  });

  test("is of what lies within another, not of how many there are", () => {
    assert.equal(isNestedTooDeep(`[${Array(1000).fill("[{}]").join()}]`), false);
  });

  test("has nothing to do with brackets in texts", () => {
    assert.equal(isNestedTooDeep(JSON.stringify(["\\", `"${nested(5000)}`, "\\"])), false);
  });
});
