import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { DisposableStore } from "../../../../src/core/util/disposable.ts";

suite("A store of disposables", () => {
  test("disposes the newest first, all of them even if one throws, and once only", () => {
    const disposed: string[] = [];
    const store = new DisposableStore();
    store.add({ dispose: () => disposed.push("first") });
    store.add({
      dispose: () => {
        throw new Error("stuck");
      },
    });
    store.add({ dispose: () => disposed.push("last") });
    assert.throws(() => store.dispose(), AggregateError);
    store.dispose();
    assert.deepEqual(disposed, ["last", "first"]);
  });

  test("disposes what comes late at once", () => {
    const store = new DisposableStore();
    store.dispose();
    let isDisposed = false;
    store.add({
      dispose: () => {
        isDisposed = true;
      },
    });
    assert.equal(isDisposed, true);
  });
});
