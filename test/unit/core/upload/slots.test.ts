import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { Slots } from "../../../../src/core/upload/uploads.ts";

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

  test("are not taken from those who wait by who gives up right after it was given one", async () => {
    const slots = new Slots(2);
    const begun: string[] = [];
    const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = ends.map(({ promise }) => slots.run(() => promise, signal));
    const controller = new AbortController();
    const enter = (name: string, own: AbortSignal) => slots.run(async () => void begun.push(name), own);
    const waiting = [enter("c", signal), enter("d", controller.signal), enter("e", signal)];
    // Both end in the same moment: the second has given its slot on, and who waited for that does not know yet.
    void first[0]?.then(() => controller.abort());
    for (const { resolve } of ends) {
      resolve();
    }
    await turn();
    assert.deepEqual(begun, ["c", "d", "e"]);
    await Promise.all(waiting);
  });
});
