import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import type { GivenUp } from "../../../../src/core/service/failure.ts";
import { ResponseTimeouts } from "../../../../src/core/service/responseTimeouts.ts";
import { HandClock } from "../../../support/handClock.ts";

const silenceMs = 1000;

suite("how long an answer is waited for", () => {
  let clock: HandClock;
  /** What was given up, by the time of that and what was wrong. */
  let givenUp: string[] = [];
  setup(() => {
    clock = new HandClock();
    givenUp = [];
  });

  function timeouts(limits: { deadlineMs?: number; minBytesPerSecond?: number } = {}): ResponseTimeouts {
    const watched = new ResponseTimeouts({ silenceMs, ...limits }, clock.after);
    watched.watch((reason) => {
      givenUp.push(`${clock.nowMs()} ${(reason as GivenUp).problem ?? "silent"}`);
      watched.end();
    });
    return watched;
  }

  test("silence counts from the request's turn, and anew from each sign of the service", async () => {
    const watched = timeouts();
    await clock.advance(5000);
    watched.resume();
    await clock.advance(999);
    watched.hear(0);
    await clock.advance(999);
    watched.hear(1);
    await clock.advance(1000);
    assert.deepEqual(givenUp, ["7998 silent"]);
  });

  test("it does not count while the reader takes no more, whatever arrives meanwhile", async () => {
    const watched = timeouts({ minBytesPerSecond: 1 });
    watched.resume();
    watched.pause();
    watched.hear(1);
    await clock.advance(5000);
    assert.deepEqual([givenUp, clock.isWaitedFor], [[], false]);
    watched.resume();
    await clock.advance(1000);
    assert.deepEqual(givenUp, ["6000 silent"]);
  });

  test("it stands still for a pause, however often it was told to count before", async () => {
    const watched = timeouts();
    watched.resume();
    watched.resume();
    watched.pause();
    await clock.advance(5000);
    assert.deepEqual(givenUp, []);
  });

  test("the deadline counts from when it began first, whatever arrives", async () => {
    const watched = timeouts({ deadlineMs: 1500 });
    watched.beginDeadline();
    for (const ms of [500, 500, 500]) {
      watched.resume();
      await clock.advance(ms);
      watched.hear(1);
      watched.beginDeadline();
    }
    assert.deepEqual(givenUp, ["1500 silent"]);
  });

  test("the words of a refusal have as long as a silence, however they drip", async () => {
    const watched = timeouts();
    watched.resume();
    watched.hearRefusal();
    for (const ms of [400, 400, 200]) {
      await clock.advance(ms);
      watched.hear(1);
    }
    assert.deepEqual(givenUp, ["1000 silent"]);
  });

  test("nothing is waited for once the answer has ended, nor begun again", () => {
    const watched = timeouts({ deadlineMs: 5000, minBytesPerSecond: 1 });
    watched.beginDeadline();
    watched.resume();
    watched.hearRefusal();
    watched.hear(1);
    watched.end();
    watched.resume();
    watched.hear(1);
    assert.equal(clock.isWaitedFor, false);
  });

  test("the deadline does not begin once the answer has ended, as where the rest of a file leaves behind it", () => {
    const watched = timeouts({ deadlineMs: 5000 });
    watched.end();
    watched.beginDeadline();
    assert.equal(clock.isWaitedFor, false);
  });

  for (const [name, bytes, expected] of [
    ["just enough goes on", [100, 100, 100], []],
    ["a byte less is too slow", [100, 99, 100], ["2000 tooSlow"]],
    ["much at first pays for nothing later", [1000, 99, 100], ["2000 tooSlow"]],
  ] as const) {
    test(`of a file that gives ${bytes.join(", ")} bytes a second where a hundred are the least: ${name}`, async () => {
      const watched = timeouts({ minBytesPerSecond: 100 });
      watched.resume();
      watched.hear(0);
      for (const count of bytes) {
        await clock.advance(300);
        watched.hear(count - 1);
        await clock.advance(400);
        watched.hear(1);
        await clock.advance(300);
      }
      assert.deepEqual(givenUp, expected);
    });
  }

  test("a file that drips is too slow, though no single silence is long", async () => {
    const watched = timeouts({ minBytesPerSecond: 100 });
    watched.resume();
    for (let beat = 0; beat < 30 && givenUp.length === 0; beat++) {
      watched.hear(beat === 0 ? 100 : 1);
      await clock.advance(900);
    }
    assert.deepEqual(givenUp, ["2000 tooSlow"]);
  });

  test("how much a file gives counts only while it is read", async () => {
    const watched = timeouts({ minBytesPerSecond: 100 });
    watched.resume();
    watched.hear(50);
    watched.pause();
    await clock.advance(5000);
    watched.resume();
    watched.hear(50);
    await clock.advance(999);
    assert.deepEqual(givenUp, []);
  });
});
