import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { RewritingStore } from "../../../../src/core/util/keyValueStore.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";

suite("what VS Code keeps", () => {
  test("is written again where an older state takes its place, unless something later was written", async () => {
    const memory = new MemoryStore();
    const update = memory.update.bind(memory);
    let isLost = true;
    memory.update = async (key, value) => {
      await update(key, isLost ? undefined : value);
      isLost = false;
    };
    const store = new RewritingStore(memory);
    await store.update("pinned/team", [1]);
    assert.deepEqual(store.get("pinned/team"), [1]);
    isLost = true;
    await Promise.all([store.update("pinned/team", [1, 2]), store.update("pinned/team", [1, 2, 3])]);
    assert.deepEqual(store.get("pinned/team"), [1, 2, 3]);
  });

  test("is not written again for a write of which VS Code tells after a later one", async () => {
    const memory = new MemoryStore();
    const update = memory.update.bind(memory);
    const later = Promise.withResolvers<void>();
    memory.update = async (key, value) => {
      await update(key, value);
      await (value === "first" ? later.promise : undefined);
    };
    const store = new RewritingStore(memory);
    const first = store.update("pinned/team", "first");
    await store.update("pinned/team", "second");
    later.resolve();
    await first;
    assert.equal(store.get("pinned/team"), "second");
  });

  test("is not written without end where nothing is kept", async () => {
    const memory = new MemoryStore();
    let writes = 0;
    memory.update = async () => {
      writes++;
      assert.ok(writes < 10);
    };
    await new RewritingStore(memory).update("pinned/team", [1]);
    assert.equal(writes, 3);
  });
});
