import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { ClickedRows } from "../../../../src/core/util/clickedRows.ts";

suite("clicked rows", () => {
  /** Openings that go on until they are told to end, or given up. */
  function openings() {
    const begun: { readonly given: AbortSignal; readonly end: () => void }[] = [];
    const open = (given: AbortSignal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      given.addEventListener("abort", () => reject(given.reason));
      begun.push({ given, end: resolve });
      return promise;
    };
    return { begun, open };
  }

  test("give up the one that is still read when another one is clicked", async () => {
    const clicked = new ClickedRows();
    const { begun, open } = openings();
    const first = clicked.open(true, "a", open);
    const second = clicked.open(true, "b", open);
    await assert.rejects(first, { name: "AbortError" });
    const third = clicked.open(true, "c", open);
    await assert.rejects(second, { name: "AbortError" });
    begun[2]?.end();
    await third;
    assert.deepEqual(
      begun.map(({ given }) => given.aborted),
      [true, true, false],
    );
  });

  test("are opened once when they are clicked twice meanwhile, and anew afterwards", async () => {
    const clicked = new ClickedRows();
    const { begun, open } = openings();
    const clicks = [clicked.open(true, "a", open), clicked.open(true, "a", open)];
    begun[0]?.end();
    await Promise.all(clicks);
    assert.equal(begun.length, 1);
    const again = clicked.open(true, "a", open);
    begun[1]?.end();
    await again;
  });

  test("are opened anew after one that could not be opened", async () => {
    const clicked = new ClickedRows();
    await assert.rejects(
      clicked.open(true, "a", () => Promise.reject(new Error("No"))),
      /No/,
    );
    await clicked.open(true, "a", () => Promise.resolve());
  });

  test("neither end nor wait for what is opened in other ways", async () => {
    const clicked = new ClickedRows();
    const { begun, open } = openings();
    const opening = [true, false, false].map((isClicked) => clicked.open(isClicked, "a", open));
    for (const { end } of begun) {
      end();
    }
    await Promise.all(opening);
    assert.deepEqual(
      begun.map(({ given }) => given.aborted),
      [false, false, false],
    );
  });
});
