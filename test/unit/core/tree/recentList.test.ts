import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { Remembered } from "../../../../src/core/pins/remembered.ts";
import { RecentList } from "../../../../src/core/tree/groups.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";

suite("Recent in the tree", () => {
  let remembered: Remembered;
  let chosen: number | undefined;
  let recent: RecentList;
  const shown = () => recent.list("team").map(({ id }) => id);
  setup(async () => {
    remembered = new Remembered(new MemoryStore());
    chosen = undefined;
    recent = new RecentList(remembered, (_connectionId, id) => id === chosen);
    await remembered.opened("team", { id: 1 });
    await remembered.opened("team", { id: 2 });
    assert.deepEqual(shown(), [2, 1]);
    remembered.onDidChange(({ connectionId }) => recent.changed(connectionId));
  });

  test("has at the top what was opened elsewhere", async () => {
    await remembered.opened("team", { id: 3 });
    assert.deepEqual(shown(), [3, 2, 1]);
  });

  test("stays while rows of the tree are opened one after the other, and then shows them all", async () => {
    for (const id of [3, 1]) {
      chosen = id;
      await remembered.opened("team", { id });
    }
    assert.deepEqual(shown(), [2, 1]);
    assert.equal(recent.settle("team"), true);
    assert.deepEqual(shown(), [1, 3, 2]);
    assert.equal(recent.settle("team"), false);
  });

  test("stays when the selection has gone elsewhere and something new is known of an artifact", async () => {
    chosen = 3;
    await remembered.opened("team", { id: 3 });
    chosen = undefined;
    await remembered.seen("team", { id: 2, title: "Renamed" });
    assert.deepEqual(
      recent.list("team").map(({ id, title }) => [id, title]),
      [
        [2, "Renamed"],
        [1, undefined],
      ],
    );
  });

  test("keeps a row that has fallen off the end as long as it stays", async () => {
    for (let id = 3; id <= 20; id++) {
      await remembered.opened("team", { id });
    }
    const before = shown();
    assert.equal(before.length, 20);
    chosen = 21;
    await remembered.opened("team", { id: 21 });
    assert.deepEqual(shown(), before);
    recent.settle("team");
    assert.deepEqual(shown().slice(0, 2), [21, 20]);
  });
});
