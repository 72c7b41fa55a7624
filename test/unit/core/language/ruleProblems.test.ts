import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { artifactFields, type DocumentFields, draftFields } from "../../../../src/core/language/documentFields.ts";
import { checkDocument } from "../../../../src/core/language/findings.ts";
import { problemOf, questionFor } from "../../../../src/core/language/question.ts";
import { ruledField, standing } from "../../../../src/core/language/ruleProblems.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { noOptions, OptionList } from "../../../../src/core/model/optionList.ts";
import type { Tracker, TrackerField } from "../../../../src/core/model/tracker.ts";
import { makeBase } from "../../../../src/core/workingCopy/base.ts";
import { completeAt } from "./fixture.ts";

const list = (fieldId: number, label: string, first: number, labels: readonly string[]): TrackerField => ({
  ...{ fieldId, name: label.toLowerCase(), label, type: "sb", kind: "list", bindsTo: "static" },
  ...{ isRequired: false, isUpdatable: true, isSubmittable: true },
  options: new OptionList(labels.map((each, index) => ({ id: first + index, label: each, isHidden: false }))),
});
const date = (fieldId: number, label: string): TrackerField => ({
  ...{ fieldId, name: label.toLowerCase(), label, type: "date", kind: "date", hasTime: false },
  ...{ isRequired: false, isUpdatable: true, isSubmittable: true, options: noOptions },
});
const pair = (sourceValue: number, targetValue: number) => ({ sourceId: 1, sourceValue, targetId: 2, targetValue });

/** Editor: JSON, XML; Server: Search, or none. The end is after the start. */
const stories: Tracker = {
  ...{ id: 13, label: "Stories" },
  fields: [
    list(1, "Area", 11, ["Editor", "Server"]),
    list(2, "Component", 21, ["JSON", "XML", "Search"]),
    date(3, "Start"),
    date(4, "End"),
  ],
  rules: {
    lists: [pair(11, 21), pair(11, 22), pair(12, 23), pair(12, 100), pair(100, 100)],
    dates: [{ sourceId: 4, targetId: 3, comparator: ">" }],
  },
};

/** A story of the editor, which already breaks both rules where `isBroken`. */
function storyFields(isBroken = false): DocumentFields {
  const values = [
    ["1", { bind_value_ids: [11] }],
    ["2", { bind_value_ids: [isBroken ? 23 : 21] }],
    ["3", { value: "2026-03-13" }],
    ["4", { value: isBroken ? "2026-03-01" : "2026-03-20" }],
  ] as const;
  const read = values.map(([id, members]) => {
    const { fieldId, type, label, kind } =
      stories.fields.find((field) => field.fieldId === Number(id)) ?? assert.fail();
    return { fieldId, type, label, names: {}, ...(kind && { kind }), entry: { fieldId, members: { ...members } } };
  });
  const artifact = { id: 9, tracker: { id: 13 }, assignees: [], attachments: [], values: read };
  return artifactFields(makeBase({ artifact, version: { etag: "1" } }, stories), stories);
}

suite("what the rules of a tracker have against a document", () => {
  const entries = (...members: readonly object[]) => JSON.stringify({ values: members });
  const chosen = (field_id: number, ...ids: number[]) => ({ field_id, bind_value_ids: ids });
  const on = (field_id: number, value: string) => ({ field_id, value });

  const cases: readonly (readonly [name: string, text: string, found: readonly string[], fields?: DocumentFields])[] = [
    ["nothing, where values go together", entries(chosen(1, 12), chosen(2, 23)), []],
    ["a value that does not go with the one on the service", entries(chosen(2, 23)), ["23 dependency Area Editor"]],
    [
      "a value that does not go with the one in the text",
      entries(chosen(1, 12), chosen(2, 22)),
      ["22 dependency Area Server"],
    ],
    [
      "the value it depends on, where that alone was changed",
      entries(chosen(1, 12), chosen(2, 21)),
      ["[12] dependency Component JSON"],
    ],
    ["nothing chosen, where that does not go", entries(chosen(2)), ["[] dependency Area Editor"]],
    ["a date that is not after the other", entries(on(4, "2026-03-13")), ['"2026-03-13" dateRule > Start']],
    ["the other of two dates", entries(on(3, "2026-03-20")), ['"2026-03-20" dateRule < End']],
    ["nothing that the artifact holds already", entries(chosen(2, 23), on(4, "2026-03-01")), [], storyFields(true)],
    [
      "what a draft says",
      entries(chosen(2, 21), on(3, "2026-03-02"), on(4, "2026-03-01")),
      ["21 dependency Area None", '"2026-03-02" dateRule < End'],
      draftFields(stories),
    ],
    ["nothing in a draft that says nothing", entries(), [], draftFields(stories)],
  ];
  for (const [name, text, found, fields = storyFields()] of cases) {
    test(name, async () => {
      const codec = await documentCodec("json");
      const findings = checkDocument({ read: codec.read(text), fields }).map(({ offset, length, severity, about }) => {
        assert.ok(about.kind === "value" && severity === "warning");
        return [text.slice(offset, offset + length), about.problem.code, ...(about.problem.expected ?? [])].join(" ");
      });
      assert.deepEqual(findings, found);
    });
  }

  test("completion offers what goes with the other values of the text, in both formats", async () => {
    const labels = async (marked: string, format: "json" | "xml" = "json") => {
      const { found } = await completeAt(marked, format, storyFields());
      return found?.items.map(({ label }) => label);
    };
    assert.deepEqual(await labels('{"values":[{"field_id":2,"bind_value_ids":[$0]}]}'), ["JSON", "XML"]);
    const server = '{"values":[{"field_id":1,"bind_value_ids":[12]},{"field_id":2,"bind_value_ids":[$0]}]}';
    assert.deepEqual(await labels(server), ["Search"]);
    const xml =
      "<request><values><item><field_id>1</field_id><bind_value_ids><item>12</item></bind_value_ids></item><item><field_id>2</field_id><bind_value_ids><item>$0</item></bind_value_ids></item></values></request>";
    assert.deepEqual(await labels(xml, "xml"), ["Search"]);
    assert.deepEqual(await labels('{"values":[{"field_id":1,"bind_value_ids":[$0]}]}'), ["Editor", "Server"]);
    // Today is before the day the story starts on.
    assert.deepEqual(await labels('{"values":[{"field_id":4,"value":$0}]}'), ["As on the service"]);
  });

  test("a picker offers the same, and tells of a date that does not fit", () => {
    const fields = storyFields();
    const asked = (fieldId: number, text: readonly { fieldId: number; members: JsonObject }[]) => {
      const field = fields.get(fieldId) ?? assert.fail();
      return { ...field, rules: ruledField(fieldId, fields, standing(fields, text)) };
    };
    const offered = (...ids: number[]) => {
      const question = questionFor(asked(2, [{ fieldId: 1, members: { bind_value_ids: ids } }]), {
        bind_value_ids: [],
      });
      return question.kind === "choice" && [question.mayBeNone, ...question.choices.map(({ label }) => label)];
    };
    assert.deepEqual(offered(11), [false, "JSON", "XML"]);
    assert.deepEqual(offered(12), [true, "Search"]);
    assert.deepEqual(offered(), [true]);
    assert.deepEqual(problemOf(asked(4, []), { value: "2026-03-13" })?.expected, [">", "Start"]);
    assert.equal(problemOf(asked(4, []), { value: "2026-03-14" }), undefined);
    const later = [{ fieldId: 3, members: { value: "2026-03-15" } }];
    assert.equal(problemOf(asked(4, later), { value: "2026-03-14" })?.code, "dateRule");
  });
});
