import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { isRacy, sameVersion } from "../../../../src/core/workingCopy/base.ts";

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

suite("two answers of one artifact", () => {
  const lastModified = "Wed, 13 Mar 2024 10:00:00 GMT";
  const later = "Wed, 13 Mar 2024 10:00:01 GMT";
  for (const { tell, a, b, isSame = false } of [
    {
      tell: "one version by the Etag, whatever the time",
      a: { etag: "7", lastModified },
      b: { etag: "7" },
      isSame: true,
    },
    {
      tell: "one version though a gateway has changed the Etag",
      a: { etag: 'W/"7"' },
      b: { etag: "7-gzip" },
      isSame: true,
    },
    {
      tell: "two versions by the Etag in the same second",
      a: { etag: "7", lastModified },
      b: { etag: "8", lastModified },
    },
    { tell: "one version by the time", a: { lastModified }, b: { etag: "7", lastModified }, isSame: true },
    { tell: "two versions by the time", a: { lastModified }, b: { lastModified: later } },
    { tell: "two versions where one has the time alone", a: { lastModified }, b: { etag: "7" } },
    { tell: "two versions where one tells nothing", a: {}, b: { etag: "7" } },
    { tell: "one version where neither tells anything", a: {}, b: {}, isSame: true },
  ]) {
    test(`tell of ${tell}`, () => {
      assert.deepEqual([sameVersion(a, b), sameVersion(b, a)], [isSame, isSame]);
    });
  }
});
