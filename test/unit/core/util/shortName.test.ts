import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { shortName } from "../../../../src/core/util/plainLabel.ts";

suite("a name as it is kept", () => {
  test("is the name, and of one without end its beginning, with no character cut in two", () => {
    assert.equal(shortName("a".repeat(1000)), "a".repeat(1000));
    for (const endless of ["a".repeat(1_000_000), "😀".repeat(1_000_000), `a${"😀".repeat(1_000_000)}`]) {
      const kept = shortName(endless);
      assert.ok(kept.length > 900 && kept.length <= 1001, `${kept.length}`);
      assert.ok(kept.isWellFormed());
    }
  });
});
