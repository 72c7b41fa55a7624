import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { GatheredRun, Gathering } from "../../../../src/core/util/gatheredRun.ts";
import { HandClock } from "../../../support/handClock.ts";

suite("a run for all that ask for it", () => {
  let clock: HandClock;
  let runs: number[];
  let run: GatheredRun;

  setup(() => {
    clock = new HandClock();
    runs = [];
    run = new GatheredRun(() => runs.push(clock.nowMs()), 500, clock.after);
  });

  test("is one for a thousand keys, however long they go on within its time", async () => {
    for (let key = 0; key < 1000; key++) {
      run.later();
    }
    assert.deepEqual(runs, []);
    await clock.advance(5000);
    assert.deepEqual(runs, [500]);
  });

  test("comes while somebody goes on typing", async () => {
    for (let key = 0; key < 13; key++) {
      run.later();
      await clock.advance(100);
    }
    assert.deepEqual(runs, [500, 1000]);
  });

  test("that is urgent comes at once, and is that of those who wait", async () => {
    run.later();
    await clock.advance(100);
    run.soon();
    run.soon();
    assert.deepEqual(runs, []);
    await clock.advance(5000);
    assert.deepEqual(runs, [100]);
  });

  test("is not made any more once it is disposed", async () => {
    run.later();
    run.dispose();
    await clock.advance(5000);
    assert.deepEqual(runs, []);
  });
});

suite("items that are gathered", () => {
  test("are handed on together some time after the first, each once", async () => {
    const clock = new HandClock();
    const handed: (readonly string[])[] = [];
    const gathering = new Gathering<string>((items) => handed.push(items), 50, clock.after);
    gathering.add("a", "b");
    await clock.advance(40);
    gathering.add("c");
    assert.deepEqual(handed, []);
    await clock.advance(10);
    assert.deepEqual(handed, [["a", "b", "c"]]);
    gathering.add("d");
    gathering.dispose();
    await clock.advance(5000);
    assert.deepEqual(handed, [["a", "b", "c"]]);
  });
});
