import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { VersionConditions } from "../../../../src/core/workingCopy/versionConditions.ts";

suite("the condition of a PUT", () => {
  const lastModified = "Wed, 13 Mar 2024 10:00:00 GMT";
  const both = { etag: "7", lastModified };

  test("is the Etag, or the time where there is none, or nothing", () => {
    const conditions = new VersionConditions();
    assert.deepEqual(conditions.on(both), { ifMatch: "7" });
    assert.deepEqual(conditions.on({ lastModified }), { ifUnmodifiedSince: lastModified });
    assert.equal(conditions.on({}), undefined);
  });

  test("is the time once the Etag was refused, and the Etag again once the time was refused too", () => {
    const conditions = new VersionConditions();
    assert.equal(conditions.demandOtherwise(both), true);
    assert.deepEqual(conditions.on(both), { ifUnmodifiedSince: lastModified });
    assert.deepEqual(conditions.on({ etag: "8" }), { ifMatch: "8" });
    assert.equal(conditions.demandOtherwise(both), false);
    assert.deepEqual(conditions.on(both), { ifMatch: "7" });
  });

  test("has no other way where the version has one of both alone", () => {
    for (const version of [{ etag: "7" }, { lastModified }, {}]) {
      assert.equal(new VersionConditions().demandOtherwise(version), false);
    }
  });
});
