import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { Refusals, type Route } from "../../../../src/core/tree/refusals.ts";

suite("What services refuse", () => {
  test("is known of one connection until it is asked again", () => {
    const absent = new Refusals<Route>();
    absent.add("team", "links");
    absent.add("other", "links");
    assert.deepEqual([absent.has("team", "links"), absent.has("team", "reports")], [true, false]);
    absent.clear("team");
    assert.deepEqual([absent.has("team", "links"), absent.has("other", "links")], [false, true]);
    absent.clear();
    assert.equal(absent.has("other", "links"), false);
  });
});
