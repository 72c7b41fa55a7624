import assert from "node:assert/strict";
import { suite, test } from "mocha";
import {
  readSavedQueries,
  withoutSavedQueriesOf,
  withoutSavedQuery,
  withSavedQuery,
} from "../../../../src/core/query/savedQueries.ts";

const open = { connection: "team", tracker: 12, label: "Open", query: 'status = "Open"' };
const read = { connectionId: "team", trackerId: 12, label: "Open", query: 'status = "Open"' };

suite("The setting of saved queries", () => {
  const cases = [
    { name: "is empty where it is left out", setting: undefined, queries: [], problems: [] },
    { name: "gives queries in its order", setting: [open], queries: [read], problems: [] },
    {
      name: "labels a query without a label by its text",
      setting: [{ ...open, label: " ", query: ' status =\n "Open"' }],
      queries: [{ ...read, label: 'status = "Open"', query: 'status =\n "Open"' }],
      problems: [],
    },
    { name: "has to be a list", setting: { open }, queries: [], problems: [{ problem: "notAList" }] },
    {
      name: "tells of each entry that cannot be used, and leaves the others",
      setting: [
        "status",
        { ...open, connection: "Team" },
        { ...open, tracker: "12" },
        { ...open, query: "" },
        open,
        { ...open, query: "else" },
        { ...open, connection: "gone" },
      ],
      queries: [read],
      problems: [
        { index: 0, problem: "notAnObject" },
        { index: 1, label: "Open", problem: "connection" },
        { index: 2, connectionId: "team", label: "Open", problem: "tracker" },
        { index: 3, connectionId: "team", label: "Open", problem: "query" },
        { index: 5, connectionId: "team", label: "Open", problem: "duplicate" },
        { index: 6, connectionId: "gone", label: "Open", problem: "unknownConnection" },
      ],
    },
  ];
  for (const { name, setting, queries, problems } of cases) {
    test(name, () => assert.deepEqual(readSavedQueries(setting, ["team"]), { queries, problems }));
  }

  test("takes a query in at its end, or in place of the one of its label, and keeps what cannot be used", () => {
    const other = { ...open, label: "Other" };
    assert.deepEqual(withSavedQuery(["?", open], { ...read, label: "Other" }), ["?", open, other]);
    assert.deepEqual(withSavedQuery(other, read), [other, open]);
    assert.deepEqual(withSavedQuery(["?", open, other], { ...read, query: "new" }), [
      "?",
      { ...open, query: "new" },
      other,
    ]);
  });

  test("takes a renamed query in at its old place, over another one of the new label", () => {
    const other = { ...open, label: "Other" };
    const renamed = { ...read, label: "Other", query: "new" };
    assert.deepEqual(withSavedQuery([open, "?", other], renamed, read), [{ ...other, query: "new" }, "?"]);
  });

  test("drops one query, or those of a connection", () => {
    const elsewhere = { ...open, connection: "other" };
    assert.deepEqual(withoutSavedQuery([open, "?", elsewhere], read), ["?", elsewhere]);
    assert.deepEqual(withoutSavedQueriesOf([open, { connection: "team" }, "?", elsewhere], "team"), ["?", elsewhere]);
    assert.deepEqual(withoutSavedQuery("?", read), ["?"]);
  });
});
