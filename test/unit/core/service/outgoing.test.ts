import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { outgoing } from "../../../../src/core/service/outgoing.ts";
import { ResponseTimeouts } from "../../../../src/core/service/responseTimeouts.ts";
import { HandClock } from "../../../support/handClock.ts";

suite("a file on its way", () => {
  const piece = new Uint8Array(3);
  let clock: HandClock;
  let timeouts: ResponseTimeouts;
  /** When it was given up. */
  let givenUp: number[] = [];
  setup(() => {
    clock = new HandClock();
    timeouts = new ResponseTimeouts({ silenceMs: 1000, deadlineMs: 1000 }, clock.after);
    givenUp = [];
    timeouts.watch(() => {
      givenUp.push(clock.nowMs());
      timeouts.end();
    });
    timeouts.resume();
  });

  test("may be read as slowly as the disk gives it, from its first piece on", async () => {
    const disk = [Promise.withResolvers<Uint8Array>(), Promise.withResolvers<Uint8Array>()];
    const content = {
      sizeBytes: 6,
      chunks: async function* () {
        for (const { promise } of disk) {
          yield await promise;
        }
      },
    };
    const leaving = outgoing(content, timeouts, () => {});
    for (const { resolve } of disk) {
      const next = leaving.next();
      await clock.advance(5000);
      resolve(piece);
      assert.deepEqual(await next, { value: piece, done: false });
    }
    assert.deepEqual(givenUp, []);
    await clock.advance(1000);
    assert.deepEqual(givenUp, [11_000], "the connection takes no more");
  });

  test("has its answer for as long as a silence once all has left, however that drips", async () => {
    const content = {
      sizeBytes: 3,
      chunks: async function* () {
        yield piece;
      },
    };
    for await (const _ of outgoing(content, timeouts, () => {})) {
      await clock.advance(500);
    }
    for (const ms of [500, 400, 100]) {
      await clock.advance(ms);
      timeouts.hear(1);
    }
    assert.deepEqual(givenUp, [1500]);
  });
});
