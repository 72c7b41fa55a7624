import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { HumanError } from "../../../../src/core/failure/humanError.ts";
import { FilterStore } from "../../../../src/core/filter/filterStore.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";
import { bugs } from "../query/trackers.ts";

suite("the filters of trackers", () => {
  const key = { connectionId: "team", trackerId: bugs.id };
  let kept: MemoryStore;
  let store: FilterStore;
  let changes: number;

  setup(() => {
    kept = new MemoryStore();
    store = new FilterStore(kept);
    changes = 0;
    store.onDidChange(() => changes++);
  });

  test("are of one tracker each, and go with their connection", async () => {
    const other = { ...key, trackerId: 99 };
    await store.set(key, { sort: "newestFirst" });
    await store.set(other, { sort: "changedLast" });
    await store.set(key, { assignee: "me" });
    assert.deepEqual([store.get(key), store.get(other)], [{ assignee: "me" }, { sort: "changedLast" }]);
    await store.set(key, undefined);
    assert.deepEqual([store.get(key), store.get(other)], [undefined, { sort: "changedLast" }]);
    await store.forget("team");
    assert.deepEqual(store.get(other), undefined);
  });

  test("follow the labels that the tracker has now, and tell it once", async () => {
    await store.set(key, { status: "open" });
    const followed = await store.follow(key, bugs);
    assert.deepEqual([followed, changes], [store.get(key), 2]);
    assert.ok(followed.query);
    await store.follow(key, bugs);
    assert.equal(changes, 2);
  });

  test("of what the tracker has no more are no list of everything", async () => {
    const filter = { status: "open" } as const;
    await store.set(key, filter);
    const { statusFieldId: _, ...without } = bugs;
    await assert.rejects(store.follow(key, without), HumanError);
    assert.deepEqual(store.get(key), filter);
  });

  for (const stored of [
    "open",
    { status: "half open" },
    { status: { id: 3 } },
    { assignee: { name: "Jane" } },
    { assignee: { username: "jane" } },
    { changed: "1 OR 1=1" },
    { sort: "byName" },
    { query: 1 },
  ]) {
    test(`that another program left as ${JSON.stringify(stored)} are none`, async () => {
      await kept.update("filters/team", { [bugs.id]: stored });
      assert.equal(store.get(key), undefined);
    });
  }
});
