import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { deepestJson, isNestedTooDeep } from "../../../../src/core/util/jsonNesting.ts";

suite("the nesting of JSON", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

  test("is too deep beyond a limit, of lists and objects together", () => {
    assert.equal(isNestedTooDeep(nested(deepestJson)), false);
    assert.equal(isNestedTooDeep(nested(deepestJson + 1)), true);
    assert.equal(isNestedTooDeep(`${'{"a":'.repeat(deepestJson)}[]${"}".repeat(deepestJson)}`), true);
  });

  test("is of what lies within another, not of how many there are", () => {
    assert.equal(isNestedTooDeep(`[${Array(1000).fill("[{}]").join()}]`), false);
  });

  test("has nothing to do with brackets in texts", () => {
    assert.equal(isNestedTooDeep(JSON.stringify(["\\", `"${nested(5000)}`, "\\"])), false);
  });
});
