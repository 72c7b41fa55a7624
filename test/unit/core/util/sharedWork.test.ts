import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { SharedWork } from "../../../../src/core/util/sharedWork.ts";

suite("shared work", () => {
  const { signal } = new AbortController();

  /** Work that goes on until it is told to end, or given up. */
  function endless() {
    const begun: { readonly signal: AbortSignal; readonly end: (value: number) => void }[] = [];
    const work = (given: AbortSignal) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      given.addEventListener("abort", () => reject(given.reason));
      begun.push({ signal: given, end: resolve });
      return promise;
    };
    return { begun, work };
  }

  test("is done once for all who want it at the same time, and anew afterwards", async () => {
    const shared = new SharedWork<number>();
    const { begun, work } = endless();
    const all = [shared.share("a", work, signal), shared.share("a", work, signal)];
    begun[0]?.end(1);
    assert.deepEqual(await Promise.all(all), [1, 1]);
    const again = shared.share("a", work, signal);
    begun[1]?.end(2);
    assert.equal(await again, 2);
  });

  test("goes on while one of them waits, and is given up with the last", async () => {
    const shared = new SharedWork<number>();
    const { begun, work } = endless();
    const [first, second] = [new AbortController(), new AbortController()];
    const waits = [shared.share("a", work, first.signal), shared.share("a", work, second.signal)] as const;
    first.abort();
    await assert.rejects(waits[0], { name: "AbortError" });
    assert.equal(begun[0]?.signal.aborted, false);
    second.abort();
    await assert.rejects(waits[1], { name: "AbortError" });
    assert.equal(begun[0]?.signal.aborted, true);
  });

  test("is not given up once it is done", async () => {
    const shared = new SharedWork<number>();
    const { begun, work } = endless();
    const wait = shared.share("a", work, signal);
    begun[0]?.end(1);
    await wait;
    assert.equal(begun[0]?.signal.aborted, false);
  });

  test("that was given up is begun anew for who comes then", async () => {
    const shared = new SharedWork<number>();
    const { begun, work } = endless();
    const controller = new AbortController();
    const given = shared.share("a", work, controller.signal);
    controller.abort();
    await assert.rejects(given);
    const again = shared.share("a", work, signal);
    assert.equal(begun.length, 2);
    begun[1]?.end(3);
    assert.equal(await again, 3);
  });

  test("fails for all who wait", async () => {
    const shared = new SharedWork<number>();
    const failing = () => Promise.reject(new Error("no"));
    const all = [shared.share("a", failing, signal), shared.share("a", failing, signal)];
    assert.deepEqual(
      (await Promise.allSettled(all)).map(({ status }) => status),
      ["rejected", "rejected"],
    );
  });
});
