import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { FieldRules } from "../../../../src/core/language/fieldRules.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import type { DateRule, ListRule } from "../../../../src/core/model/tracker.ts";

suite("the rules of a tracker", () => {
  const [area, component, start, end] = [1, 2, 3, 4];
  const pair = (sourceValue: number, targetValue: number): ListRule => {
    return { sourceId: area, sourceValue, targetId: component, targetValue };
  };
  const lists = [pair(11, 21), pair(11, 22), pair(12, 23), pair(12, 100), pair(100, 100)];
  const chosen = (...ids: (number | string)[]): JsonObject => ({ bind_value_ids: ids });
  const standing = (values: Record<number, JsonObject>) => (fieldId: number) => values[fieldId];

  const allowed: readonly (readonly [name: string, source: JsonObject | undefined, values: string[] | undefined])[] = [
    ["one value", chosen(11), ["21", "22"]],
    ["several values: what goes with any of them", chosen(11, "12"), ["21", "22", "23", "100"]],
    ["nothing, in each form it is written", chosen(), ["100"]],
    ["100", chosen(100), ["100"]],
    ["a value that nothing goes with", chosen(19), []],
    ["what is not known", undefined, undefined],
    ["what cannot be read", { bind_value_ids: "11" }, undefined],
  ];
  for (const [name, source, values] of allowed) {
    test(`let a list become what goes with ${name}`, () => {
      const rules = new FieldRules({ lists, dates: [] });
      const of = rules.allowed(component, standing(source ? { [area]: source } : {}));
      assert.deepEqual(of && [...of], values);
      assert.equal(rules.allowed(area, standing({ [component]: chosen(21) })), undefined);
    });
  }

  test("let a list that depends on two become what goes with both", () => {
    const others = [22, 23].map((targetValue): ListRule => {
      return { sourceId: 5, sourceValue: 51, targetId: component, targetValue };
    });
    const rules = new FieldRules({ lists: [...lists, ...others], dates: [] });
    const of = rules.allowed(component, standing({ [area]: chosen(11), 5: chosen(51) }));
    assert.deepEqual(of && [...of], ["22"]);
  });

  test("are broken by a value that does not go with the other's, and tell those that do", () => {
    const rules = new FieldRules({ lists, dates: [] });
    const broken = (source: JsonObject, target: JsonObject) =>
      rules
        .broken(standing({ [area]: source, [component]: target }))
        .map((rule) => rule.kind === "dependency" && [...rule.fitting]);
    assert.deepEqual(broken(chosen(11), chosen(21, 22)), []);
    assert.deepEqual(broken(chosen(11), chosen(21, 23)), [["21", "22"]]);
    assert.deepEqual(broken(chosen(11), chosen()), [["21", "22"]]);
    assert.deepEqual(broken(chosen(), chosen(0)), []);
    assert.deepEqual(rules.broken(standing({ [component]: chosen(23) })), []);
  });

  const dates: readonly (readonly [
    source: string,
    comparator: DateRule["comparator"],
    target: string,
    holds: boolean,
  ])[] = [
    ["2026-03-13", "<", "2026-03-14", true],
    ["2026-03-13", "<", "2026-03-13", false],
    ["2026-03-13", "≤", "2026-03-13", true],
    ["2026-03-13", "≥", "2026-03-14", false],
    ["2026-03-14", ">", "2026-03-13", true],
    ["2026-03-13", "≠", "2026-03-13", false],
    ["2026-03-13", "=", "2026-03-13T23:00:00+01:00", true],
    ["2026-03-13T10:00:00+01:00", "=", "2026-03-13T09:00:00Z", true],
    ["2026-03-13T10:00:00+01:00", "<", "2026-03-13T09:30:00Z", true],
    ["", ">", "2026-03-13", true],
    ["someday", ">", "2026-03-13", true],
  ];
  for (const [source, comparator, target, holds] of dates) {
    test(`${holds ? "take" : "refuse"} «${source}» ${comparator} «${target}»`, () => {
      const rules = new FieldRules({ lists: [], dates: [{ sourceId: start, targetId: end, comparator }] });
      const broken = rules.broken(standing({ [start]: { value: source }, [end]: { value: target } }));
      assert.equal(broken.length === 0, holds);
    });
  }
});
