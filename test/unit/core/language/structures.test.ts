import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { Structures } from "../../../../src/core/language/structures.ts";
import type { Tracker } from "../../../../src/core/model/tracker.ts";
import { bugs } from "./desk.ts";

suite("structures wanted at every key", () => {
  function play(answer: () => Tracker | undefined) {
    let known: Tracker | undefined;
    let nowMs = 0;
    const asked: number[] = [];
    const come: string[] = [];
    const structures = new Structures({
      ask: async (_, trackerId) => {
        asked.push(trackerId);
        return answer();
      },
      known: () => known,
      onDidCome: (connectionId) => come.push(connectionId),
      nowMs: () => nowMs,
    });
    return {
      ...{ structures, asked, come },
      want: () => structures.of("a", 12),
      pass: (ms: number) => {
        nowMs += ms;
      },
      learn: () => {
        known = bugs;
      },
    };
  }

  test("are asked for once where they cannot be had, and then from time to time with nobody waiting", async () => {
    let there: Tracker | undefined;
    const { want, pass, asked, come } = play(() => there);
    for (let keys = 0; keys < 5; keys++) {
      assert.equal(await want(), undefined);
    }
    assert.equal(asked.length, 1);
    pass(30_000);
    there = bugs;
    assert.equal(await want(), undefined);
    await new Promise<void>((resolve) => setImmediate(resolve));
    assert.deepEqual([asked.length, come], [2, ["a"]]);
    assert.equal(await want(), bugs);
  });

  test("are there as soon as somebody else has read them, and asked for again when everything is", async () => {
    const { structures, want, asked, learn } = play(() => undefined);
    await want();
    await want();
    structures.refresh();
    await want();
    assert.equal(asked.length, 2);
    learn();
    await want();
    assert.equal(asked.length, 3);
  });
});
