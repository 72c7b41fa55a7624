import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { pagesOf } from "../../../../src/core/model/tracker.ts";

suite("The pages of a listing", () => {
  test("come one after another, and none is read that nobody asks for", async () => {
    const asked: number[] = [];
    const read = async (offset: number) => {
      asked.push(offset);
      return { items: [offset], ...(offset < 4 && { nextOffset: offset + 2 }) };
    };
    const items: number[] = [];
    for await (const page of pagesOf(read)) {
      items.push(...page.items);
    }
    assert.deepEqual(items, [0, 2, 4]);
    asked.length = 0;
    for await (const _ of pagesOf(read, { from: 2 })) {
      break;
    }
    assert.deepEqual(asked, [2]);
  });

  test("end, though the service says that there always is another", async () => {
    let pages = 0;
    for await (const _ of pagesOf(async (offset) => ({ items: [], nextOffset: offset }))) {
      pages++;
      assert.ok(pages < 1000, "asks for ever");
    }
    assert.equal(pages, 100);
  });
});
