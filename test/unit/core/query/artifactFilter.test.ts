import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { FilterStore } from "../../../../src/core/filter/filterStore.ts";
import { type FieldOption, OptionList } from "../../../../src/core/model/optionList.ts";
import type { Tracker, TrackerField } from "../../../../src/core/model/tracker.ts";
import {
  type ArtifactFilter,
  comparisonOf,
  criteriaOf,
  filterFields,
  isEmptyFilter,
  keptFilter,
} from "../../../../src/core/query/artifactFilter.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";

const field = (fieldId: number, name: string, type: string, options: readonly FieldOption[] = []): TrackerField => ({
  fieldId,
  name,
  type,
  options: new OptionList(options),
  label: name,
  isRequired: false,
  isUpdatable: true,
  isSubmittable: true,
});

const option = (id: number, label: string, username?: string) => ({
  id,
  label,
  isHidden: false,
  ...(username !== undefined && { username }),
});

const tracker: Tracker = {
  id: 12,
  label: "Bugs",
  statusFieldId: 1,
  contributorFieldId: 2,
  openValueIds: [101, 102],
  fields: [
    field(1, "status", "sb", [option(101, "New"), option(102, 'In "work"'), option(103, "Done")]),
    field(2, "assigned_to", "msb", [option(7, "Jane Doe", "jdoe")]),
    field(3, "updated", "lud"),
  ],
};

const openList = { type: "tbl", kind: "openList" } as const;

const kept = (filter: ArtifactFilter, of: Tracker = tracker) => keptFilter(filter, filterFields(of));

suite("A filter of a tracker's artifacts", () => {
  const queries: readonly (readonly [ArtifactFilter, string | undefined])[] = [
    [{ status: "open" }, 'status IN("New", "In \\"work\\"")'],
    [{ status: "closed" }, 'status NOT IN("New", "In \\"work\\"")'],
    [{ status: { value: "Done" } }, 'status = "Done"'],
    [{ assignee: "me" }, "assigned_to IN(MYSELF())"],
    [{ assignee: { username: "jdoe", name: "Jane Doe" } }, 'assigned_to IN("jdoe")'],
    [{ assignee: { username: 'do\\main"', name: "Jane Doe" } }, 'assigned_to IN("do\\\\main\\"")'],
    [{ changed: "1w" }, "updated > NOW() - 1w"],
    [
      { status: { value: "New" }, assignee: "me", changed: "3m", sort: "changedLast" },
      'status = "New" AND assigned_to IN(MYSELF()) AND updated > NOW() - 3m',
    ],
    [{ sort: "newestFirst" }, undefined],
    [{}, undefined],
  ];
  for (const [filter, query] of queries) {
    test(`${JSON.stringify(filter)} asks ${query ?? "for everything"}`, () => {
      assert.equal(kept(filter).query, query);
    });
  }

  test("has no condition on a field that the tracker does not have", () => {
    const bare = { ...tracker, fields: [], statusFieldId: undefined };
    assert.deepEqual(kept({ status: "open", assignee: "me", changed: "1d", sort: "newestFirst" }, bare), {
      sort: "newestFirst",
    });
    assert.deepEqual(kept({ status: "open" }, { ...tracker, openValueIds: undefined }), {});
  });

  test("stays that of the same status, which has another name, while another one has its name by now", () => {
    const options = [option(104, "New"), option(101, "Reported")];
    const fields = [field(1, "status", "sb", options)];
    assert.deepEqual(kept({ status: { value: "New", id: 101 } }, { ...tracker, fields }), {
      status: { value: "Reported", id: 101 },
      query: 'status = "Reported"',
    });
  });

  test("asks for no control characters, which a query cannot hold", () => {
    assert.equal(kept({ status: { value: "Not\r\nyet\u0000" } }).query, 'status = "Not yet "');
  });

  test("asks for a status that the tracker has no more, which the service refuses", () => {
    const filter = { status: { value: "Gone", id: 999 } };
    assert.deepEqual(kept(filter), { ...filter, query: 'status = "Gone"' });
  });

  test("offers no field whose name would mean something else in a query", () => {
    const fields = tracker.fields.map((each) => ({ ...each, name: `${each.name}=1 OR x` }));
    const { openLabels: _, ...found } = filterFields({ ...tracker, fields });
    assert.deepEqual(found, { status: undefined, assignee: undefined, changed: undefined });
  });

  test("offers no open list, which the service cannot query", () => {
    const fields = tracker.fields.map((each): TrackerField => ({ ...each, ...(each.type === "msb" && openList) }));
    assert.equal(filterFields({ ...tracker, fields }).assignee, undefined);
  });

  test("that lets everything through in the usual order is none", () => {
    assert.ok(isEmptyFilter(kept({})));
    assert.ok(!isEmptyFilter(kept({ sort: "newestFirst" })));
    assert.ok(!isEmptyFilter(kept({ status: "open" })));
  });

  test("has the service order by number where that can, and orders what is loaded otherwise", () => {
    assert.deepEqual(criteriaOf(kept({ sort: "newestFirst" })), { order: "desc" });
    assert.equal(comparisonOf(kept({ sort: "newestFirst" })), undefined);
    const filtered = kept({ status: { value: "New" }, sort: "newestFirst" });
    assert.deepEqual(criteriaOf(filtered), { expertQuery: 'status = "New"' });
    const artifacts = [
      { id: 1, lastModifiedOn: "2024-03-01T10:00:00+01:00" },
      { id: 2 },
      { id: 3, lastModifiedOn: "2024-03-01T10:00:00+00:00" },
    ];
    const sorted = (filter: ArtifactFilter) => artifacts.toSorted(comparisonOf(kept(filter))).map(({ id }) => id);
    assert.deepEqual(
      artifacts.toSorted(comparisonOf(filtered)).map(({ id }) => id),
      [3, 2, 1],
    );
    assert.deepEqual(sorted({ sort: "changedLast" }), [3, 1, 2]);
    assert.deepEqual(sorted({ sort: "changedFirst" }), [1, 3, 2]);
    assert.deepEqual(criteriaOf(undefined), {});
  });

  test("is remembered for its tracker until it is cleared, or its connection is removed", async () => {
    const filters = new FilterStore(new MemoryStore());
    const changed: number[] = [];
    filters.onDidChange(({ trackerId }) => changed.push(trackerId));
    const bugs = { connectionId: "team", trackerId: 12 };
    const stories = { connectionId: "team", trackerId: 13 };
    await filters.set(bugs, kept({ status: "open" }));
    await filters.set(stories, kept({ sort: "changedLast" }));
    assert.deepEqual(filters.get(bugs), kept({ status: "open" }));
    await filters.set(bugs, undefined);
    assert.deepEqual([filters.get(bugs), filters.get(stories)], [undefined, { sort: "changedLast" }]);
    await filters.forget("team");
    assert.equal(filters.get(stories), undefined);
    assert.deepEqual(changed, [12, 13, 12]);
  });

  test("that another version wrote in another shape is none", async () => {
    const store = new MemoryStore();
    await store.update("filters/team", { 12: { sort: "byMood" }, 13: "open", 14: { status: "open", query: "x" } });
    const filters = new FilterStore(store);
    const of = (trackerId: number) => filters.get({ connectionId: "team", trackerId });
    assert.deepEqual([of(12), of(13), of(14)], [undefined, undefined, { status: "open", query: "x" }]);
  });
});
