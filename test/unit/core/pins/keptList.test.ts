import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { KeptList } from "../../../../src/core/pins/keptList.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";

interface Thing {
  readonly id: number;
  readonly name?: string;
  readonly project?: string;
}

suite("a list that is kept", () => {
  test("is told to be another once all of its connection is forgotten", async () => {
    const format = { prefix: "things", summaryOf: (thing: Thing) => thing, isKnown: () => true };
    const list = new KeptList<Thing>(new MemoryStore(), format);
    await list.add("team", { id: 90 });
    const told: string[] = [];
    list.onDidChange(({ connectionId }) => told.push(`${connectionId} ${list.list(connectionId).length}`));
    await list.forget("team");
    assert.deepEqual(told, ["team 0"]);
  });

  test("holds what was known of a thing where what is seen of it does not tell it", async () => {
    const list = new KeptList<Thing>(new MemoryStore(), {
      prefix: "things",
      summaryOf: ({ id, name, project }) => ({ id, ...(name && { name }), ...(project && { project }) }),
      isKnown: () => true,
    });
    await list.add("team", { id: 90, name: "repo01", project: "Guinea" });
    await list.seen("team", { id: 90, name: "repo02" });
    assert.deepEqual(list.list("team"), [{ id: 90, name: "repo02", project: "Guinea" }]);
  });
});
