import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { changeOver } from "../../../../src/core/merge/changeOver.ts";
import type { FieldKind } from "../../../../src/core/model/fieldKind.ts";

suite("a change that somebody made of another value than stands there", () => {
  const of = (kind: FieldKind, type = "msb") => ({ fieldId: 105, kind, type, names: {} });
  const chosen = (...ids: readonly number[]) => ({ bind_value_ids: ids });
  const granted = (...ids: readonly string[]) => ({ value: { granted_groups: ids } });

  test("keeps the person that is assigned in the text alone", () => {
    assert.deepEqual(changeOver(of("list"), chosen(102), chosen(102, 104), chosen(102, 103)), chosen(102, 104, 103));
    assert.deepEqual(changeOver(of("list"), chosen(102), chosen(104), chosen(102, 103)), chosen(104, 103));
  });

  test("keeps out who was taken out of the text alone", () => {
    assert.deepEqual(changeOver(of("list"), chosen(102, 103), chosen(102, 103, 104), chosen(103)), chosen(103, 104));
  });

  test("is as it was made where the text says what it was made of, in whatever order", () => {
    assert.deepEqual(changeOver(of("list"), chosen(102, 103), chosen(104), chosen(103, 102)), chosen(104));
  });

  test("changes nothing that stands there where nothing was changed", () => {
    assert.deepEqual(changeOver(of("list"), chosen(102), chosen(102), chosen(103)), chosen(103));
  });

  test("takes a field without a value for empty, and stands where nothing does", () => {
    assert.deepEqual(changeOver(of("list"), undefined, chosen(104), chosen(103)), chosen(104, 103));
    assert.deepEqual(changeOver(of("list"), chosen(102), chosen(104), undefined), chosen(104));
  });

  test("is none where both changed a single value, and where everybody would be let in", () => {
    assert.equal(changeOver(of("list", "sb"), chosen(301), chosen(302), chosen(303)), undefined);
    assert.equal(changeOver(of("permissions"), granted("101_3"), granted(), granted("101_3", "150")), undefined);
  });
});
