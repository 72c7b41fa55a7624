import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { Emitter, safeListener } from "../../../../src/core/util/event.ts";

suite("an event", () => {
  test("reaches all who listen, whichever fails", () => {
    const emitter = new Emitter<string>();
    const heard: string[] = [];
    emitter.event(() => assert.fail("the first"));
    emitter.event((event) => heard.push(event));
    assert.throws(() => emitter.fire("now"), AggregateError);
    assert.deepEqual(heard, ["now"]);
  });

  test("is told without the failures of who hears of it, which are told apart", () => {
    const failures: unknown[] = [];
    const heard: string[] = [];
    const failing = safeListener(
      (event: string, count: number) => {
        heard.push(event.repeat(count));
        throw new Error(event);
      },
      (error) => failures.push((error as Error).message),
    );
    failing("now", 2);
    assert.deepEqual([heard, failures], [["nownow"], ["now"]]);
  });
});
