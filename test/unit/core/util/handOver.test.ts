import assert from "node:assert/strict";
import { mock } from "node:test";
import { setup, suite, teardown, test } from "mocha";
import { HandOver } from "../../../../src/core/util/handOver.ts";

suite("what is kept to be handed over", () => {
  setup(() => mock.timers.enable({ apis: ["setTimeout"] }));
  teardown(() => mock.timers.reset());

  test("is given once to who takes it, and again to who looks at it", () => {
    const kept = new HandOver<number>(1000);
    kept.put("a", 1);
    assert.deepEqual([kept.get("a"), kept.get("a"), kept.take("a"), kept.take("a")], [1, 1, 1, undefined]);
  });

  test("is dropped when nobody comes for it in time", () => {
    const kept = new HandOver<number>(1000);
    kept.put("a", 1);
    mock.timers.tick(999);
    assert.equal(kept.get("a"), 1);
    mock.timers.tick(1);
    assert.equal(kept.get("a"), undefined);
  });

  test("has its whole time again when it is put anew", () => {
    const kept = new HandOver<number>(1000);
    kept.put("a", 1);
    mock.timers.tick(600);
    kept.put("a", 2);
    mock.timers.tick(600);
    assert.equal(kept.get("a"), 2);
  });
});
