import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { changeBehind, changeSince } from "../../../../src/core/freshness/serverChange.ts";

suite("a change on the service", () => {
  const since = "Wed, 13 Mar 2024 14:26:40 GMT";

  for (const { name, known, on, isChange } of [
    {
      name: "the same instant in another zone is none",
      known: since,
      on: "2024-03-13T15:26:40+01:00",
      isChange: false,
    },
    { name: "the same second is none", known: since, on: "2024-03-13T14:26:40.900Z", isChange: false },
    { name: "a later second is one", known: since, on: "2024-03-13T15:26:41+01:00", isChange: true },
    {
      name: "an earlier one, from an answer that was overtaken, is none",
      known: since,
      on: "2024-03-13T15:26:39+01:00",
      isChange: false,
    },
    {
      name: "against what nobody knows there is none",
      known: undefined,
      on: "2024-03-13T15:26:41+01:00",
      isChange: false,
    },
    { name: "what is no date shows none", known: since, on: "yesterday", isChange: false },
  ]) {
    test(name, () => {
      const change = changeSince(known, { lastModifiedOn: on, lastUpdatedBy: "Jane" });
      assert.deepEqual(change, isChange ? { kind: "changed", on, by: "Jane" } : undefined);
    });
  }
});

suite("the change behind a version", () => {
  const version = "Thu, 12 Mar 2026 09:00:00 GMT";

  test("was made by whoever changed what was read last, where that is the version", () => {
    const seen = { lastModifiedOn: "2026-03-12T10:00:00+01:00", lastUpdatedBy: "Jane Doe (jdoe)" };
    assert.deepEqual(changeBehind(version, seen), { kind: "changed", on: version, by: "Jane Doe (jdoe)" });
  });

  test("is nobody's where another version was read, or none", () => {
    const later = { lastModifiedOn: "2026-03-12T10:00:01+01:00", lastUpdatedBy: "Jane Doe (jdoe)" };
    assert.deepEqual(changeBehind(version, later), { kind: "changed", on: version });
    assert.deepEqual(changeBehind(version, undefined), { kind: "changed", on: version });
  });

  test("is not known of a version without a date", () => {
    assert.equal(changeBehind(undefined, undefined), undefined);
    assert.equal(changeBehind("yesterday", undefined), undefined);
  });
});
