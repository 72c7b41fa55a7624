import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { AddressedStore } from "../../../../src/core/connection/addressedStore.ts";
import { FilterStore } from "../../../../src/core/filter/filterStore.ts";
import { PinnedProjects, PinnedRepositories } from "../../../../src/core/pins/pinned.ts";
import { Remembered } from "../../../../src/core/pins/remembered.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";

const [first, other] = ["https://tracker.example/api/v1", "https://other.example/api/v1"];

suite("what is kept of a connection that leads to another address", () => {
  let memory: MemoryStore;
  let address: string | undefined;
  let store: AddressedStore;

  setup(() => {
    memory = new MemoryStore();
    address = first;
    store = new AddressedStore(memory, (connectionId) => (connectionId === "team" ? address : undefined));
  });

  test("is none of that: no artifact, project, repository or filter", async () => {
    const remembered = new Remembered(store);
    const [projects, repositories] = [new PinnedProjects(store), new PinnedRepositories(store)];
    const filters = new FilterStore(store);
    const tracker = { connectionId: "team", trackerId: 12 };
    await remembered.opened("team", { id: 5, title: "Of the first" });
    await remembered.pins.add("team", { id: 6, title: "Of the first" });
    await projects.add("team", { id: 101, label: "Of the first" });
    await repositories.add("team", { id: 90, name: "Of the first" });
    await filters.set(tracker, { status: "open" });
    const kept = () => [
      ...[remembered.recent("team"), remembered.pins.list("team"), projects.list("team")].map((list) => list.length),
      ...[repositories.list("team").length, filters.get(tracker)],
    ];
    const before = kept();
    assert.deepEqual(before, [1, 1, 1, 1, { status: "open" }]);
    address = other;
    assert.deepEqual(kept(), [0, 0, 0, 0, undefined]);
    await remembered.opened("team", { id: 5 });
    assert.equal(remembered.recent("team")[0]?.title, undefined);
    address = "https://Tracker.Example/api/";
    assert.deepEqual(kept(), before, "it is there again, however the address is written");
  });

  test("is forgotten with the connection, of each address", async () => {
    await store.update("pinned/team", [1]);
    address = other;
    await store.update("pinned/team", [2]);
    address = undefined;
    await store.update("pinned/team", undefined);
    await store.update("pinned/team", [3]);
    assert.equal(memory.text, "[]");
    address = first;
    assert.equal(store.get("pinned/team"), undefined);
  });

  test("is replaced where the address is written otherwise by then", async () => {
    await store.update("pinned/team", [1]);
    address = "https://Tracker.Example/api/";
    await store.update("pinned/team", [2]);
    address = first;
    assert.deepEqual(store.get("pinned/team"), [2]);
  });

  test("is read where something else is stored there", async () => {
    void memory.update("pinned/team", [{ id: 5 }]);
    assert.equal(store.get("pinned/team"), undefined);
    await store.update("pinned/team", [{ id: 6 }]);
    assert.deepEqual(store.get("pinned/team"), [{ id: 6 }]);
  });
});
