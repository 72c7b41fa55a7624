import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { namedField, otherNamedField } from "../../../../src/core/language/meantFields.ts";

suite("the field a refusal is about", () => {
  const fields = [
    { fieldId: 101, label: "Summary" },
    { fieldId: 102, label: "Effort" },
    { fieldId: 103, label: "Remaining Effort" },
    { fieldId: 104, label: "" },
  ];

  for (const { line, expected } of [
    { line: "The field Summary (summary) is required.", expected: 101 },
    { line: "Remaining Effort is not a float.", expected: 103 },
    { line: "Effort is not an integer.", expected: 102 },
    { line: "Efforts are wasted.", expected: undefined },
    { line: "Unknown field 102", expected: 102 },
    { line: "Unknown field 999", expected: undefined },
    { line: "Fields are not valid", expected: undefined },
    { line: 'Expected format for field 101 : {"field_id" : 15458, "value" : some_value', expected: 101 },
    { line: "", expected: undefined },
  ]) {
    test(`«${line}» is about ${expected ?? "none"}`, () => {
      assert.equal(namedField(line, fields)?.fieldId, expected);
    });
  }
});

suite("the other field that a refused change wants", () => {
  const field = (fieldId: number, label: string, more: object = {}) => ({
    ...{ fieldId, label, type: "sb", kind: "list" as const, names: {}, isWritable: true },
    ...more,
  });
  const fields = [
    field(1, "Status"),
    field(2, "Team"),
    field(3, "Assigned to"),
    field(4, "Origin", { isWritable: false }),
    field(5, "Severity", { isFrozen: true }),
  ];
  const other = (message: string | undefined) => otherNamedField(message, fields, 1)?.fieldId;

  test("is the first that is named and can be set", () => {
    assert.equal(other("The field Team (team) is required.\n"), 2);
    assert.equal(other("error: Invalid condition: the field 'Assigned to (assigned_to)'must not be empty"), 3);
    assert.equal(other("The field Status (status) is required.\nThe field Team (team) is required."), 2);
  });

  test("is none where the changed one alone is named, one that cannot be set, or nothing", () => {
    for (const message of [
      "The field Status is wrong.",
      "Origin is required.",
      "Severity is required.",
      "",
      undefined,
    ]) {
      assert.equal(other(message), undefined, message);
    }
  });
});
