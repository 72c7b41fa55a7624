import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import type { Dispatcher } from "undici";
import { AnswerStream } from "../../../../src/core/service/answerStream.ts";
import { someTurns } from "../../../support/patience.ts";

suite("an answer that is read as it comes", () => {
  let told: string[] = [];
  setup(() => {
    told = [];
  });
  const telling = (who: string, what: string) => () => void told.push(`${who} ${what}`);
  const controller = {
    pause: telling("connection", "pauses"),
    resume: telling("connection", "goes on"),
    abort: telling("connection", "ends"),
  } as unknown as Dispatcher.DispatchController;
  const timeouts = { pause: telling("time", "pauses"), resume: telling("time", "goes on") };

  test("stops its connection and its time while nobody takes it, and goes on with both", async () => {
    const answer = new AnswerStream(
      { method: "GET", origin: "", path: "/a", headers: {}, limits: { bytes: 1, values: 1 } },
      timeouts,
    );
    answer.start({ status: 200, headers: {} }, controller);
    const head = await answer.head;
    assert.ok("content" in head);
    answer.take(Buffer.alloc(1_000_000), controller);
    assert.deepEqual(told.splice(0), ["connection pauses", "time pauses"]);
    const chunks = head.content[Symbol.asyncIterator]();
    await chunks.next();
    await someTurns(() => told.length > 0);
    assert.deepEqual(told.slice(0, 2).toSorted(), ["connection goes on", "time goes on"]);
    await chunks.return?.();
  });
});
