import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { artifactFields, draftFields } from "../../../../src/core/language/documentFields.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { noOptions, OptionList } from "../../../../src/core/model/optionList.ts";
import type { Tracker, TrackerField } from "../../../../src/core/model/tracker.ts";
import { type Base, documentEntries, makeBase, withEntries } from "../../../../src/core/workingCopy/base.ts";
import { codesIn } from "./fixture.ts";

const may = { isRequired: true, isUpdatable: true, isSubmittable: true };
const assignee: TrackerField = {
  ...{ ...may, fieldId: 1, name: "assignee", label: "Assignee", type: "msb", kind: "list", bindsTo: "users" },
  options: new OptionList([{ id: 102, label: "Jane Doe (jdoe)", isHidden: false }]),
};
const severity: TrackerField = {
  ...{ ...may, fieldId: 2, name: "severity", label: "Severity", type: "sb", kind: "list" },
  options: new OptionList([{ id: 103, label: "Bad", isHidden: false }]),
};
const points: TrackerField = {
  ...{ ...may, fieldId: 3, name: "points", label: "Points", type: "int", kind: "number", options: noOptions },
};
const steps: TrackerField = {
  ...{ ...may, fieldId: 4, name: "steps", label: "Steps", type: "ttmstepdef", kind: "steps", options: noOptions },
  isRequired: false,
};

/** A tracker and an artifact of it: somebody who left is chosen, the severity was never, and points it has none. */
const tracker: Tracker = { id: 12, label: "Bugs", fields: [assignee, severity, points, steps] };
const base = makeBase(
  {
    artifact: {
      ...{ id: 9, assignees: [], attachments: [] },
      values: [
        value(assignee, { bind_value_ids: [900] }),
        value(severity, { bind_value_ids: [] }),
        value(steps, { value: [] }),
      ],
    },
    version: { etag: "1" },
  },
  tracker,
);

function value({ fieldId, type, label, kind }: TrackerField, members: JsonObject) {
  return { fieldId, type, label, names: {}, ...(kind && { kind }), entry: { fieldId, members } };
}

suite("values that an artifact holds", () => {
  const codesOf = async (values: readonly object[], fields = artifactFields(base, tracker)) =>
    codesIn(JSON.stringify({ values }), await documentCodec("json"), fields);

  test("are not unknown, nor are other empty ones missing than what the service asks for at each save", async () => {
    const codec = await documentCodec("json");
    const fields = artifactFields(base, tracker);
    assert.deepEqual(codesIn(codec.print(documentEntries(base)), codec, fields), ["requiredEmpty"]);
    assert.deepEqual(await codesOf([{ field_id: 3, value: "" }]), ["requiredEmpty"]);
  });

  test("are unknown in other artifacts", async () => {
    const entry = { field_id: 1, bind_value_ids: [900] };
    assert.deepEqual(await codesOf([{ field_id: 1, bind_value_ids: [900, 901] }]), ["unknownOption"]);
    assert.deepEqual(await codesOf([entry], draftFields(tracker)), ["unknownOption"]);
  });

  test("are missing once they are taken away", async () => {
    assert.deepEqual(await codesOf([{ field_id: 1, bind_value_ids: [] }]), ["requiredEmpty"]);
    assert.deepEqual(await codesOf([{ field_id: 2, bind_value_ids: [] }], draftFields(tracker)), ["requiredEmpty"]);
  });

  test("are missing then, and where there never were any, also while the structure is not known", async () => {
    const fields = artifactFields(base, undefined);
    assert.deepEqual(await codesOf([{ field_id: 1, bind_value_ids: [] }], fields), ["requiredEmpty"]);
    assert.deepEqual(await codesOf([{ field_id: 3, value: "" }], fields), ["requiredEmpty"]);
  });

  test("count once they were saved", async () => {
    const saved = withEntries(base, [{ fieldId: 3, members: { value: 5 } }], { etag: "2" }, false);
    const fields = artifactFields(saved, tracker);
    assert.deepEqual(fields.get(3)?.held, { value: 5 });
    const neverFilled = (of: Base) =>
      of.fields.filter(({ isNeverFilled }) => isNeverFilled).map(({ fieldId }) => fieldId);
    assert.deepEqual([neverFilled(base), neverFilled(saved)], [[3], []]);
  });

  test("of steps have ranks, which those of a draft need not have", async () => {
    const entry = { field_id: 4, value: [{ description: "a" }, { description: "b" }] };
    assert.deepEqual(await codesOf([entry]), ["wrongType", "wrongType"]);
    assert.deepEqual(await codesOf([entry], draftFields(tracker)), []);
  });
});
