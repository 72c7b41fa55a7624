import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { WriteQueue, WriteQueues } from "../../../../src/core/util/writeQueue.ts";

suite("queues of writes", () => {
  const turns = () => {
    const log: string[] = [];
    const open = new Map<string, () => void>();
    const work = (name: string) => () => {
      log.push(name);
      return new Promise<string>((resolve) => open.set(name, () => resolve(name)));
    };
    return { log, work, end: (name: string) => open.get(name)?.() };
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  test("run one after another, also after one that fails", async () => {
    const queue = new WriteQueue();
    const { log, work, end } = turns();
    const failed = queue.run(async () => {
      throw new Error("full");
    });
    const [a, b] = [queue.run(work("a")), queue.run(work("b"))];
    await assert.rejects(failed, /full/);
    await settle();
    assert.deepEqual(log, ["a"]);
    end("a");
    assert.equal(await a, "a");
    await settle();
    assert.deepEqual(log, ["a", "b"]);
    end("b");
    assert.equal(await b, "b");
  });

  test("are settled once what was given so far is done, and idle once all is", async () => {
    const queue = new WriteQueue();
    const { log, work, end } = turns();
    void queue.run(work("a"));
    const settled = queue.settled().then(() => log.push("settled"));
    const idle = queue.idle().then(() => log.push("idle"));
    void queue.run(work("b"));
    await settle();
    end("a");
    await settled;
    await settle();
    assert.deepEqual(log.toSorted(), ["a", "b", "settled"]);
    end("b");
    await idle;
  });

  test("of different keys do not wait for each other", async () => {
    const queues = new WriteQueues<string>();
    const { log, work, end } = turns();
    void queues.run("x", work("a"));
    void queues.run("x", work("b"));
    void queues.run("y", work("c"));
    const settled = [queues.settled("x"), queues.settled("y"), queues.settled(), queues.settled("z")];
    await settled[3];
    await settle();
    assert.deepEqual(log, ["a", "c"]);
    end("a");
    end("c");
    await settled[1];
    await settle();
    void queues.run("x", work("d"));
    await settle();
    assert.deepEqual(log, ["a", "c", "b"]);
    end("b");
    await Promise.all(settled);
    await settle();
    assert.deepEqual(log, ["a", "c", "b", "d"]);
  });
});
