import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { pageOf } from "../../../../src/core/service/pagination.ts";

suite("pages", () => {
  const size = (total: string, more: Record<string, string> = {}) => ({ "x-pagination-size": total, ...more });
  const cases: readonly (readonly [
    name: string,
    headers: Record<string, string>,
    arrived: number,
    expected: { nextOffset?: number; total?: number },
  ])[] = [
    ["a full page of more", size("120"), 50, { nextOffset: 70, total: 120 }],
    ["a short page of more", size("120"), 3, { nextOffset: 70, total: 120 }],
    ["an empty page of more", size("120"), 0, { nextOffset: 70, total: 120 }],
    ["exactly the end", size("70"), 50, { total: 70 }],
    ["beyond the end", size("10"), 0, { total: 10 }],
    ["a lower limit used", size("120", { "x-pagination-limit": "10" }), 10, { nextOffset: 30, total: 120 }],
    ["a lower limit allowed", size("120", { "x-pagination-limit-max": "25" }), 25, { nextOffset: 45, total: 120 }],
    ["a higher limit allowed", size("120", { "x-pagination-limit-max": "1000" }), 50, { nextOffset: 70, total: 120 }],
    ["a limit of zero", size("120", { "x-pagination-limit": "0" }), 0, { nextOffset: 70, total: 120 }],
    ["no headers, a full page", {}, 50, { nextOffset: 70 }],
    ["no headers, a short page", {}, 49, {}],
    ["no headers, an empty page", {}, 0, {}],
    ["nonsense for a total", size("many"), 50, { nextOffset: 70 }],
  ];
  for (const [name, headers, arrived, expected] of cases) {
    test(name, () => {
      assert.deepEqual(pageOf(["item"], headers, { offset: 20, limit: 50, arrived }), { items: ["item"], ...expected });
    });
  }
});
