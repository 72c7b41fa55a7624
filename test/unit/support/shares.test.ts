import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { sharesOf } from "../../support/shares.ts";

suite("test files that are shared out", () => {
  const files = ["a", "installation", "b", "keys", "c", "references"].map((name) => `test/ui/${name}.test.ts`);

  test("are each in one share", () => {
    assert.deepEqual(sharesOf(files, 2, "journeys").flat().sort(), files.toSorted());
  });

  test("come the longest first, whatever order they are found in", () => {
    const shares = sharesOf(files, 2, "journeys");
    assert.equal(shares[0]?.[0], "test/ui/keys.test.ts");
    assert.deepEqual(sharesOf(files.toReversed(), 2, "journeys"), shares);
  });

  test("are there in one share too", () => assert.equal(sharesOf(files, 1, "journeys")[0]?.length, files.length));
});
