import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { commentProblem, loneCommentProblem } from "../../../../src/core/comment/commentProblem.ts";

suite("what keeps a comment from being sent", () => {
  const alone = (body: string) => loneCommentProblem(body)?.kind;
  const withChanges = (body: string) => commentProblem(body)?.kind;

  test("is that it has half a character, says nothing beside changes, or is a zero and goes alone", () => {
    const bodies = [" \n", "Half \uD83D", " 0\n"];
    assert.deepEqual(bodies.map(alone), [undefined, "unsendable", "dropped"]);
    assert.deepEqual(bodies.map(withChanges), ["empty", "unsendable", undefined]);
  });

  test("is nothing else", () => {
    const bodies = ["00", "0.", "007", "true", "Whole \uD83D\uDE00"];
    assert.deepEqual([...bodies.map(alone), ...bodies.map(withChanges)], Array(10).fill(undefined));
  });
});
