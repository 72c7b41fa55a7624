import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { comparedPart, editDistance } from "../../../../src/core/util/editDistance.ts";

suite("names that are compared letter by letter", () => {
  test("are so at their beginnings alone, in whatever case", () => {
    assert.equal(comparedPart("X".repeat(1000)), "x".repeat(60));
  });

  test("differ by the letters to put in, take out or change, which are counted as far as anybody asks", () => {
    const [wanted, names] = ["status", ["status", "stauts", "state", "statuses", "points"]];
    assert.deepEqual(
      names.map((name) => editDistance(wanted, name, 3)),
      [0, 2, 2, 2, 4],
    );
  });
});
