import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { readArtifacts } from "../../../../src/core/service/readArtifact.ts";
import { readRepositories } from "../../../../src/core/service/readRepository.ts";
import { readProjects, readReports, readTrackers } from "../../../../src/core/service/trackers.ts";
import { readUsers } from "../../../../src/core/service/users.ts";

suite("reading listings", () => {
  test("trackers tell their labels and short names", () => {
    assert.deepEqual(readTrackers([{ id: 12, label: "Bugs", item_name: "bug" }, { id: 13 }]), [
      { id: 12, label: "Bugs", itemName: "bug" },
      { id: 13, label: "" },
    ]);
  });

  test("projects tell whether they have trackers and SVN, where the service does", () => {
    const projects = [
      { id: 101, label: "🐹 Guinea Pig", shortname: "guinea-pig", resources: [{ type: "svn" }, { type: "trackers" }] },
      { id: 102, shortname: "empty", resources: [] },
      { id: 103, label: "Old" },
    ];
    assert.deepEqual(readProjects(projects), [
      { id: 101, label: "🐹 Guinea Pig", shortname: "guinea-pig", hasTrackers: true, hasSvn: true },
      { id: 102, label: "empty", shortname: "empty", hasTrackers: false, hasSvn: false },
      { id: 103, label: "Old" },
    ]);
  });

  test("names are as long as anybody reads", () => {
    const long = "é".repeat(1_000_000);
    const named = { id: 1, ...{ label: long, shortname: long, item_name: long, name: long, username: long } };
    const item = { ...named, svn_url: long, project: { label: long, shortname: long } };
    for (const read of [readProjects, readTrackers, readReports, readUsers, readRepositories]) {
      assert.ok(JSON.stringify(read([item])).length < 5000, read.name);
    }
  });

  test("a listing with nothing readable in it is none, rather than an empty one", () => {
    const nothing = [{ id: "word", label: "Bugs" }, null];
    assert.deepEqual(
      [
        readProjects(nothing),
        readTrackers(nothing),
        readArtifacts(nothing, "https://tracker.example"),
        readRepositories(nothing),
      ],
      [undefined, undefined, undefined, undefined],
    );
    assert.deepEqual(readTrackers([{ id: null }, { id: 12 }]), [{ id: 12, label: "" }]);
    assert.deepEqual(readTrackers([]), []);
  });

  test("the same thing twice is there once", () => {
    assert.equal(readTrackers([{ id: 12 }, { id: 12 }])?.length, 1);
  });
});
