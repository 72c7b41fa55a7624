import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { namedField } from "../../../../src/core/language/namedField.ts";

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
