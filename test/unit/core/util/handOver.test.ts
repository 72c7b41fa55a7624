import assert from "node:assert/strict";
import { mock } from "node:test";
import { setup, suite, teardown, test } from "mocha";
import { HandOver } from "../../../../src/core/util/handOver.ts";

suite("what is kept to be handed over", () => {
  const handOver = () => new HandOver<number>(1000, { most: 5, of: (value) => value });
  setup(() => mock.timers.enable({ apis: ["setTimeout"] }));
  teardown(() => mock.timers.reset());

  test("is given once to who takes it, and again to who looks at it", () => {
    const kept = handOver();
    kept.put("a", 1);
    assert.deepEqual([kept.get("a"), kept.get("a"), kept.take("a"), kept.take("a")], [1, 1, 1, undefined]);
  });

  test("is dropped when nobody comes for it in time", () => {
    const kept = handOver();
    kept.put("a", 1);
    mock.timers.tick(999);
    assert.equal(kept.get("a"), 1);
    mock.timers.tick(1);
    assert.equal(kept.get("a"), undefined);
  });

  test("has its whole time again when it is put anew", () => {
    const kept = handOver();
    kept.put("a", 1);
    mock.timers.tick(600);
    kept.put("a", 2);
    mock.timers.tick(600);
    assert.equal(kept.get("a"), 2);
  });

  test("is no more than the bound allows, whatever is put, but the last one in any case", () => {
    const kept = handOver();
    const all = () => ["a", "b", "c"].map((key) => kept.get(key));
    kept.put("a", 2);
    kept.put("b", 3);
    assert.deepEqual(all(), [2, 3, undefined]);
    kept.put("c", 1);
    assert.deepEqual(all(), [undefined, 3, 1]);
    kept.put("a", 9);
    assert.deepEqual(all(), [9, undefined, undefined]);
  });
});
