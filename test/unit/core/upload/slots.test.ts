import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { Slots } from "../../../../src/core/upload/slots.ts";

suite("slots", () => {
  const { signal } = new AbortController();
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

  test("let two go on at once, and the rest in their order; who gives up or fails is not waited for", async () => {
    const slots = new Slots(2);
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const enter = (name: string, own = signal) =>
      slots.run(async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        if (name === "b") {
          throw new Error("failed");
        }
      }, own);
    const controller = new AbortController();
    const all = ["a", "b", "c", "d", "e"].map((name) => enter(name, name === "c" ? controller.signal : signal));
    const outcomes = Promise.allSettled(all);
    await turn();
    assert.deepEqual(begun, ["a", "b"]);
    controller.abort();
    ends.get("b")?.();
    await turn();
    assert.deepEqual(begun, ["a", "b", "d"]);
    ends.get("a")?.();
    await turn();
    for (const name of ["d", "e"]) {
      ends.get(name)?.();
    }
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ["fulfilled", "rejected", "rejected", "fulfilled", "fulfilled"],
    );
  });
});
