import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { PinnedRepositories } from "../../../../src/core/pins/pinned.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";

suite("pinned repositories", () => {
  test("stay in the order of pinning, with what is known of them now", async () => {
    const store = new MemoryStore();
    const pins = new PinnedRepositories(store);
    let changes = 0;
    pins.onDidChange(() => changes++);
    await pins.add("team", { id: 90 });
    await pins.add("team", { id: 91, name: "tools" });
    await pins.add("team", { id: 90, name: "again" });
    await pins.seen("team", { id: 90, name: "repo01", projectId: 122 });
    await pins.seen("team", { id: 90 });
    await pins.seen("team", { id: 7, name: "not pinned" });
    assert.deepEqual(new PinnedRepositories(store).list("team"), [
      { id: 90, name: "repo01", projectId: 122 },
      { id: 91, name: "tools" },
    ]);
    await pins.remove("team", 91);
    assert.deepEqual([pins.has("team", 90), pins.has("team", 91), pins.list("other"), changes], [true, false, [], 4]);
    await pins.forget("team");
    assert.deepEqual(pins.list("team"), []);
  });
});
