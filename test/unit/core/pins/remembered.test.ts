import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { ArtifactSummary } from "../../../../src/core/model/artifact.ts";
import { Remembered, summaryOf } from "../../../../src/core/pins/remembered.ts";
import { Emitter } from "../../../../src/core/util/event.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";

suite("Pinned and recent artifacts", () => {
  test("keep the last opened first, each once, and at most twenty", async () => {
    const remembered = new Remembered(new MemoryStore());
    for (let id = 1; id <= 22; id++) {
      await remembered.opened("team", { id, title: `No. ${id}` });
    }
    await remembered.opened("team", { id: 20, title: "Renamed" });
    const recent = remembered.recent("team");
    assert.equal(recent.length, 20);
    assert.deepEqual(
      recent.slice(0, 3).map(({ id, title }) => ({ id, title })),
      [
        { id: 20, title: "Renamed" },
        { id: 22, title: "No. 22" },
        { id: 21, title: "No. 21" },
      ],
    );
  });

  test("go when they are deleted", async () => {
    const remembered = new Remembered(new MemoryStore());
    for (const id of [3, 5]) {
      await remembered.opened("team", { id });
      await remembered.pins.add("team", { id });
    }
    await remembered.deleted("team", 3);
    assert.deepEqual([idsOf(remembered.recent("team")), idsOf(remembered.pins.list("team"))], [[5], [5]]);
  });

  test("stay pinned in the order of pinning until unpinned", async () => {
    const remembered = new Remembered(new MemoryStore());
    await remembered.pins.add("team", { id: 5 });
    await remembered.pins.add("team", { id: 3 });
    await remembered.pins.add("team", { id: 5 });
    assert.deepEqual(idsOf(remembered.pins.list("team")), [5, 3]);
    await remembered.pins.remove("team", 5);
    assert.deepEqual(idsOf(remembered.pins.list("team")), [3]);
    assert.equal(remembered.pins.has("team", 3), true);
    assert.equal(remembered.pins.has("other", 3), false);
  });

  test("are those alone whose every member is what it has to be", async () => {
    const kept = { id: 5, title: "Kept", assignees: ["Jane"], tracker: { id: 12, label: "Bugs" }, isOpen: true };
    const wrong = [
      { assignees: "Jane" },
      { assignees: [5] },
      { tracker: 12 },
      { tracker: { id: 12, label: 5 } },
      { isOpen: "yes" },
      { submittedOn: 5 },
      { browserUrl: {} },
    ];
    const store = new MemoryStore();
    await store.update("pinned/team", [...wrong.map((members, id) => ({ id, ...members })), kept]);
    await store.update("recent/team", [null, 5, ...wrong.map((members, id) => ({ id, ...members })), kept]);
    const remembered = new Remembered(store);
    assert.deepEqual([remembered.pins.list("team"), remembered.recent("team")], [[kept], [kept]]);
  });

  test("take over a title that changed, and tell only then", async () => {
    const remembered = new Remembered(new MemoryStore());
    await remembered.pins.add("team", { id: 5, title: "Old" });
    const told: string[] = [];
    remembered.onDidChange(({ connectionId }) => told.push(connectionId));
    await remembered.seen("team", { id: 5, title: "New" });
    await remembered.seen("team", { id: 5, title: "New" });
    await remembered.seen("team", { id: 6, title: "Not remembered" });
    assert.equal(remembered.pins.list("team")[0]?.title, "New");
    assert.deepEqual(told, ["team"]);
  });

  test("follow what is read of an artifact, and show what was read before it was opened", async () => {
    const remembered = new Remembered(new MemoryStore());
    const seen = new Emitter<{ readonly connectionId: string; readonly summary: ArtifactSummary }>();
    const read = { id: 5, title: "Old", status: "Open" };
    const find = () => ({ artifacts: { get: (id: number) => (id === 5 ? read : undefined) } });
    remembered.follow({ onDidSee: seen.event, find }, (error) => assert.fail(String(error)));
    await remembered.pins.add("team", { id: 6, title: "Six" });
    seen.fire({ connectionId: "team", summary: { id: 6, title: "Renamed" } });
    assert.equal(remembered.pins.list("team")[0]?.title, "Renamed");
    await remembered.opened("team", { id: 5, title: "New" });
    const [{ title, status } = { title: "", status: "" }] = remembered.recent("team");
    assert.deepEqual({ title, status }, { title: "New", status: "Open" });
  });

  test("show what was read since rather than what was remembered", async () => {
    const remembered = new Remembered(new MemoryStore());
    await remembered.pins.add("team", { id: 5, title: "Remembered" });
    const find = () => ({ artifacts: { get: () => ({ id: 5, title: "Read" }) } });
    remembered.follow({ onDidSee: new Emitter<never>().event, find }, (error) => assert.fail(String(error)));
    await remembered.opened("team", { id: 5 });
    assert.deepEqual(
      remembered.all("team").map(({ title }) => title),
      ["Read", "Read"],
    );
  });

  test("lose a status that is there no more", async () => {
    const remembered = new Remembered(new MemoryStore());
    await remembered.opened("team", { id: 5, status: "Open" });
    await remembered.seen("team", summaryOf({ id: 5, title: "T" }));
    assert.equal(remembered.recent("team")[0]?.status, undefined);
  });

  for (const { what, read } of [
    { what: "nothing else is known", read: undefined },
    { what: "a search told of it without them", read: summaryOf({ id: 5, status: "Closed" }) },
  ]) {
    test(`keep title and people of one that is opened by its number, where ${what}`, async () => {
      const remembered = new Remembered(new MemoryStore());
      await remembered.opened("team", { id: 5 });
      await remembered.pins.add("team", { id: 5, title: "Known", assignees: ["Jo"] });
      const find = () => ({ artifacts: { get: () => read } });
      remembered.follow({ onDidSee: new Emitter<never>().event, find }, (error) => assert.fail(String(error)));
      await remembered.opened("team", { id: 5 });
      const known = [remembered.pins.list("team"), remembered.recent("team")].flatMap((list) =>
        list.map(({ title, assignees, status }) => ({ title, assignees, status })),
      );
      const expected = { title: "Known", assignees: ["Jo"], status: read?.status };
      assert.deepEqual(known, [expected, expected]);
    });
  }

  test("hold no values of an artifact", async () => {
    const store = new MemoryStore();
    const artifact = { id: 5, title: "T", values: ["secret"], attachments: ["secret"] };
    await new Remembered(store).opened("team", artifact);
    assert.doesNotMatch(store.text, /secret/);
  });

  test("are forgotten with their connection", async () => {
    const store = new MemoryStore();
    const remembered = new Remembered(store);
    await remembered.opened("team", { id: 5 });
    await remembered.pins.add("team", { id: 5 });
    await remembered.pins.add("other", { id: 6 });
    await remembered.forget("team");
    assert.deepEqual(idsOf(remembered.recent("team")), []);
    assert.deepEqual(idsOf(remembered.pins.list("team")), []);
    assert.deepEqual(idsOf(remembered.pins.list("other")), [6]);
  });

  test("leave out what else is stored there", () => {
    const store = new MemoryStore();
    void store.update("pinned/team", [{ id: 5 }, { id: "6" }, null, { id: 7, title: 1 }]);
    void store.update("recent/team", "odd");
    const remembered = new Remembered(store);
    assert.deepEqual(idsOf(remembered.pins.list("team")), [5]);
    assert.deepEqual(idsOf(remembered.recent("team")), []);
  });
});

function idsOf(artifacts: readonly { readonly id: number }[]): readonly number[] {
  return artifacts.map((artifact) => artifact.id);
}
