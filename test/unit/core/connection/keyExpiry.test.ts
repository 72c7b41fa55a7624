import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { expiresSoon, isDayPast } from "../../../../src/core/connection/accessKey.ts";

const dayMs = 24 * 60 * 60 * 1000;
const now = Date.parse("2026-03-01T12:00:00Z");

suite("how long a key is good", () => {
  test("is a matter from a week before its end", () => {
    const ends = [-1, 0, 1, 7, 7.001, 30].map((days) => expiresSoon(now + days * dayMs, now));
    assert.deepEqual(ends, [true, true, true, true, false, false]);
  });

  test("is asked again after a day, and where the clock was set back by more", () => {
    const asked = [0, 0.5, 0.999, 1, 3, -0.5, -30].map((days) => isDayPast(now - days * dayMs, now));
    assert.deepEqual(asked, [false, false, false, true, true, false, true]);
  });
});
