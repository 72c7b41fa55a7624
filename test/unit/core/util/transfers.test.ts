import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { transferState } from "../../../../src/core/sentences/files.ts";
import { TransferProgress, transferReport } from "../../../../src/core/util/transferProgress.ts";

const size = (bytes: number) => `${bytes} B`;

suite("transfers", () => {
  test("tell how far they are and how long the rest will take", () => {
    let now = 0;
    const progress = new TransferProgress([1000, 3000], () => now);
    const at = (ms: number, index: number, bytes: number) => {
      now = ms;
      return transferState(progress.note(index, bytes), size);
    };
    assert.equal(at(0, 0, 0), "0 B of 4000 B");
    assert.equal(at(1000, 0, 1000), "1000 B of 4000 B, 3 s left");
    assert.equal(at(2000, 1, 1000), "2000 B of 4000 B, 2 s left");
    assert.equal(at(2100, 1, 0), "1000 B of 4000 B, 7 s left");
  });

  test("of which nobody knows how large they are tell how much there is", () => {
    let now = 0;
    const progress = new TransferProgress([1000, undefined], () => now);
    progress.note(0, 0);
    now = 1000;
    assert.equal(transferState(progress.note(0, 1000), size), "1000 B");
  });

  test("are told of five times a second, and once they are through, with what came since", () => {
    let now = 0;
    const told: unknown[] = [];
    const tell = transferReport(
      ({ message, increment }) => told.push([message, increment]),
      (state) => transferState(state, size),
      () => now,
    );
    for (let doneBytes = 0; doneBytes <= 200; doneBytes++) {
      now = doneBytes * 4;
      tell({ doneBytes, totalBytes: 200 });
    }
    assert.deepEqual(told, [
      ["0 B of 200 B", 0],
      ["50 B of 200 B", 25],
      ["100 B of 200 B", 25],
      ["150 B of 200 B", 25],
      ["200 B of 200 B", 25],
    ]);
    told.length = 0;
    tell({ doneBytes: 100, totalBytes: 200 });
    now += 200;
    tell({ doneBytes: 150, totalBytes: 200 });
    tell({ doneBytes: 200, totalBytes: 200 });
    now += 200;
    tell({ doneBytes: 7 });
    tell({ doneBytes: 8 });
    assert.deepEqual(told, [
      ["150 B of 200 B", 0],
      ["200 B of 200 B", 0],
      ["7 B", 0],
    ]);
  });
});
