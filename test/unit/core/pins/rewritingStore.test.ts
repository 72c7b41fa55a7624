import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { RewritingStore } from "../../../../src/core/pins/rewritingStore.ts";
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
});
