import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { fieldChanges } from "../../../../src/core/history/fieldChanges.ts";
import type { FieldValue } from "../../../../src/core/model/artifact.ts";
import { readFieldValue } from "../../../../src/core/service/readFieldValue.ts";
import { line, longText, step } from "./longHistory.ts";

const value = (members: object) => readFieldValue({ field_id: 7, label: "Field", ...members }) as FieldValue;

function changed(before: readonly FieldValue[], after: readonly FieldValue[]): readonly number[] {
  return fieldChanges(step(1, before), step(2, after)).map(({ fieldId }) => fieldId);
}

suite("what changed between two versions", () => {
  test("is what means something else", () => {
    assert.deepEqual(changed([line("a"), longText("x")], [line("b"), longText("x")]), [1]);
    assert.deepEqual(changed([longText("one\r\ntwo")], [longText("one\ntwo")]), []);
    const date = (written: string) => value({ type: "date", value: written, is_time_displayed: true });
    assert.deepEqual(changed([date("2026-03-13T14:00:00+01:00")], [date("2026-03-13T13:00:00+00:00")]), []);
    const list = (...ids: number[]) =>
      value({ type: "msb", values: ids.map((id) => ({ id, label: `${id}` })), bind_value_ids: ids });
    assert.deepEqual(changed([list(101, 102)], [list(102, 101)]), []);
    assert.deepEqual(changed([list(101)], [list(101, 102)]), [7]);
  });

  test("is nothing that the service fills with today's values", () => {
    const links = (...reverse: number[]) =>
      value({ type: "art_link", links: [{ id: 9 }], reverse_links: reverse.map((id) => ({ id })) });
    assert.deepEqual(changed([links(1)], [links(1, 2)]), []);
    const computed = (number: number) =>
      value({ type: "computed", is_autocomputed: true, value: number, manual_value: null });
    assert.deepEqual(changed([computed(1)], [computed(2)]), []);
    for (const type of ["lud", "luby", "cross", "priority", "burndown", "burnup", "aid"]) {
      assert.deepEqual(
        changed([value({ type, value: "2026-03-13T14:00:00Z" })], [value({ type, value: 5 })]),
        [],
        type,
      );
    }
    const manual = value({ type: "computed", is_autocomputed: false, value: null, manual_value: 3 });
    assert.deepEqual(changed([computed(1)], [manual]), [7]);
  });

  test("is never that a field was emptied that a version does not tell, or tells in a way nobody understands", () => {
    assert.deepEqual(changed([line("a"), longText("x")], [line("a")]), []);
    const broken = value({ type: "text", value: { nonsense: true }, format: "text" });
    assert.deepEqual(changed([value({ type: "text", value: "x", format: "text" })], [broken]), []);
    assert.deepEqual(changed([broken], [value({ type: "text", value: "x", format: "text" })]), []);
    const unreadable = value({ type: "int", value: "a word" });
    assert.notEqual(unreadable.shown, undefined);
    assert.deepEqual(changed([value({ type: "int", value: 5 })], [unreadable]), []);
  });

  test("is a value of another kind, where the tracker has made another field of it", () => {
    const text = value({ type: "text", value: "x", format: "text" });
    assert.deepEqual(changed([value({ type: "string", value: "x" })], [text]), [7]);
  });

  test("of the first value of a field nothing was before", () => {
    const number = value({ type: "int", value: 5 });
    assert.deepEqual(changed([line("a")], [line("a"), number]), [7]);
    assert.deepEqual(changed([line("a")], [line("a"), value({ type: "int", value: null })]), []);
  });

  test("of types that nobody knows is what they tell in words", () => {
    const rating = (words: string) => value({ type: "rating", value: words });
    assert.deepEqual(changed([rating("good")], [rating("better")]), [7]);
    assert.deepEqual(changed([rating("good")], [rating("good")]), []);
    assert.deepEqual(
      changed([value({ type: "Encrypted", value: "abc" })], [value({ type: "Encrypted", value: "abd" })]),
      [],
    );
  });
});
