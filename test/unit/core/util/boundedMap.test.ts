import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { BoundedMap } from "../../../../src/core/util/boundedMap.ts";

suite("a map that is bounded", () => {
  test("keeps the entries that were set last", () => {
    const map = new BoundedMap<string, number>(2);
    map.set("a", 1).set("b", 2).set("a", 3).set("c", 4);
    assert.deepEqual([...map], [["a", 3], ["c", 4]]); // biome-ignore format: as it is read
  });

  test("keeps those that are not too heavy together, and the last one in any case", () => {
    const map = new BoundedMap<string, string>(10, { most: 5, of: ({ length }) => length });
    map.set("a", "12").set("b", "123");
    assert.deepEqual([[...map.keys()], map.weight], [["a", "b"], 5]);
    map.set("c", "1");
    assert.deepEqual([[...map.keys()], map.weight], [["b", "c"], 4]);
    map.set("b", "1").delete("c");
    assert.deepEqual([[...map.keys()], map.weight], [["b"], 1]);
    map.set("d", "1234567890");
    assert.deepEqual([[...map.keys()], map.weight], [["d"], 10]);
    map.clear();
    assert.deepEqual([map.size, map.weight], [0, 0]);
  });
});
