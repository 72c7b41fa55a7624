import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { LeastRecentlyUsed } from "../../../../src/core/known/entryCache.ts";

suite("what is kept within limits", () => {
  test("is what was used last", () => {
    const kept = new LeastRecentlyUsed({ entries: 2, bytes: 100 });
    assert.deepEqual([kept.put("a", 10), kept.put("b", 10)], [[], []]);
    kept.touch("a");
    assert.deepEqual([kept.put("c", 10), kept.put("d", 90)], [["b"], ["a"]]);
    assert.deepEqual([kept.put("huge", 1000), kept.names], [["c", "d"], ["huge"]]);
  });

  test("is within them after each step, whatever is put, used and removed", () => {
    const name = fc.constantFrom(..."abcdef");
    const step = fc.oneof(
      fc.record({ do: fc.constant("put" as const), name, bytes: fc.integer({ min: 0, max: 60 }) }),
      fc.record({ do: fc.constantFrom("touch" as const, "remove" as const), name }),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const kept = new LeastRecentlyUsed({ entries: 4, bytes: 100 });
        // The model: names and sizes, the one used last at the end.
        let model: (readonly [string, number])[] = [];
        for (const each of steps) {
          const known = model.find(([other]) => other === each.name);
          const others = model.filter((other) => other !== known);
          if (each.do === "put") {
            const gone = kept.put(each.name, each.bytes);
            model = [...others, [each.name, each.bytes]];
            const expected: string[] = [];
            while (model.length > 4 || model.reduce((sum, [, bytes]) => sum + bytes, 0) > 100) {
              expected.push(model.shift()?.[0] ?? "");
            }
            assert.deepEqual(gone, expected);
          } else {
            kept[each.do](each.name);
            model = each.do === "remove" || !known ? others : [...others, known];
          }
          assert.deepEqual(
            kept.names,
            model.map(([known]) => known),
          );
        }
      }),
    );
  });
});
