import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Dispatcher } from "undici";
import { WholeAnswer } from "../../../../src/core/service/wholeAnswer.ts";

const controller = { abort: () => {} } as unknown as Dispatcher.DispatchController;
const limits = { bytes: 16_000_000, values: 1 };

suite("an answer that is read whole", () => {
  const gathered = async (headers: Record<string, string>, chunks: Iterable<Buffer>) => {
    const answer = new WholeAnswer({ method: "GET", origin: "https://team.example", path: "/", headers: {}, limits });
    answer.start({ status: 200, headers }, controller);
    for (const chunk of chunks) {
      answer.take(chunk, controller);
    }
    answer.end();
    return (await answer.whole()).body;
  };

  for (const [name, headers] of [
    ["of which nobody told the length", {}],
    ["that is as long as was told", { "content-length": "10" }],
    ["that is longer than was told", { "content-length": "3" }],
    ["that is shorter than was told", { "content-length": "1000" }],
  ] as const) {
    test(`${name} has each byte in its place, and holds no more`, async () => {
      for (const parts of [["0123456789"], ["0", "123", "", "456789"], [..."0123456789"]]) {
        const body = await gathered(
          headers,
          parts.map((part) => Buffer.from(part)),
        );
        assert.equal(Buffer.from(body).toString(), "0123456789");
      }
    });
  }

  test("takes little more memory than its bytes, though it comes byte by byte", async () => {
    const byte = Buffer.from("x");
    let most = 0;
    const before = process.memoryUsage().heapUsed;
    function* bytes() {
      for (let count = 0; count < 2_000_000; count++) {
        if (count % 500_000 === 0) {
          most = Math.max(most, process.memoryUsage().heapUsed - before);
        }
        yield byte.subarray(0, 1);
      }
      most = Math.max(most, process.memoryUsage().heapUsed - before);
    }
    assert.equal((await gathered({}, bytes())).length, 2_000_000);
    assert.ok(most < 100_000_000, `${most} bytes`);
  });
});
