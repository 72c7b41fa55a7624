import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { fieldFinder } from "../../../../src/core/field/fieldFinder.ts";

suite("looking for fields one after another", () => {
  test("finds each that is there, in whatever order, and no other", () => {
    const anyId = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(fc.uniqueArray(anyId), fc.array(anyId, { maxLength: 60 }), (ids, asked) => {
        const fields = ids.map((fieldId) => ({ fieldId }));
        const find = fieldFinder(fields);
        for (const fieldId of asked) {
          assert.equal(
            find(fieldId),
            fields.find((field) => field.fieldId === fieldId),
          );
        }
      }),
    );
  });
});
