import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { isRacy } from "../../../../src/core/workingCopy/base.ts";

suite("a version that may stand for two states", () => {
  const lastModified = "Wed, 13 Mar 2024 10:00:00 GMT";
  const cases = [
    { is: "one read within its second", version: { lastModified }, date: lastModified, racy: true },
    { is: "one read a second later", version: { lastModified }, date: "Wed, 13 Mar 2024 10:00:01 GMT", racy: true },
    { is: "none that was over when it was read", version: { lastModified }, date: "Wed, 13 Mar 2024 10:00:02 GMT" },
    { is: "one read at a time that nobody tells", version: { lastModified }, date: undefined, racy: true },
    { is: "one read at a time that nobody can read", version: { lastModified }, date: "yesterday", racy: true },
    { is: "one whose own time nobody can read", version: { lastModified: "today" }, date: lastModified, racy: true },
    { is: "one whose Etag alone tells its second", version: { etag: "1710324000" }, date: lastModified, racy: true },
    { is: "none whose Etag is of another making", version: { etag: "a7" }, date: lastModified },
  ];
  for (const { is, version, date, racy = false } of cases) {
    test(`is ${is}`, () => {
      assert.equal(isRacy(version, date), racy);
    });
  }
});
