import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { changeSince } from "../../../../src/core/freshness/serverChange.ts";

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
