import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { commentProblem } from "../../../../src/core/comment/commentProblem.ts";

suite("what keeps a comment from being sent", () => {
  const kind = (body: string) => commentProblem(body)?.kind;

  test("is that it says nothing, is a lone zero, or has half a character", () => {
    assert.deepEqual([" \n", " 0\n", "Half \uD83D"].map(kind), ["empty", "dropped", "unsendable"]);
  });

  test("is nothing else", () => {
    assert.deepEqual(["00", "0.", "007", "true", "Whole \uD83D\uDE00"].map(kind), Array(5).fill(undefined));
  });
});
