import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { fieldKind } from "../../../../src/core/model/fieldKind.ts";
import { readDefault } from "../../../../src/core/service/readDefault.ts";

suite("reading default values", () => {
  const options = [
    { id: 103, label: "New" },
    { id: "104", label: "Old" },
  ];
  const groups = { type: "ugroups" };
  const cases: readonly (readonly [type: string, value: unknown, members: unknown, more?: object])[] = [
    ["string", "as it is", { value: "as it is" }],
    ["string", 12, undefined],
    ["text", { format: "html", content: "<p>" }, { value: { content: "<p>", format: "html" } }],
    ["text", { format: "commonmark", content: "*a*" }, { value: { content: "*a*", format: "commonmark" } }],
    ["text", "plain", { value: { content: "plain", format: "text" } }],
    ["text", ["x"], undefined],
    ["int", 5, { value: 5 }],
    ["float", "1.50", { value: 1.5 }],
    ["int", "many", undefined],
    ["date", "2024-03-13T00:00:00+01:00", { value: "2024-03-13" }, { is_time_displayed: false }],
    ["date", "2024-03-13T10:00:00+01:00", { value: "2024-03-13T10:00:00+01:00" }, { is_time_displayed: true }],
    ["date", "2026-02-24", { value: "2026-02-24" }, { is_time_displayed: false }],
    ["date", "2026-02-24 10:30", { value: "2026-02-24T10:30" }, { is_time_displayed: true }],
    ["date", "2026-02-24 10:30", { value: "2026-02-24" }, { is_time_displayed: false }],
    ["date", "today", undefined],
    ["sb", options.slice(0, 1), { bind_value_ids: [103] }],
    ["msb", options, { bind_value_ids: [103, 104] }],
    ["cb", [{ id: 100, label: "None" }], { bind_value_ids: [] }],
    ["msb", [{ id: "101_3" }, { id: 152 }], { bind_value_ids: ["101_3", "152"] }, { bindings: groups }],
    [
      "msb",
      [{ id: 147, label: "ugroup_project_members_name_key" }, { id: "152" }],
      { bind_value_ids: ["101_3", "152"] },
      {
        bindings: groups,
        values: [
          { id: 147, ugroup_reference: { id: "101_3" } },
          { id: 152, ugroup_reference: { id: "158" } },
          { id: 153, ugroup_reference: { id: "152" } },
        ],
      },
    ],
    ["sb", "103", undefined],
    [
      "tbl",
      [{ id: 103 }, { id: "o5", label: "free" }],
      { value: { bind_value_objects: [{ id: 103 }, { label: "free" }] } },
    ],
    ["tbl", [{ id: 152 }], { value: { bind_value_objects: [{ id: "152" }] } }, { bindings: groups }],
    ["computed", { type: "manual_value", value: 3 }, { manual_value: 3 }],
    ["computed", { type: "manual_value", value: null }, undefined],
    ["perm", [{ id: "101_3" }], undefined],
    ["art_link", [{ id: 1 }], undefined],
    ["file", [1], undefined],
    ["ttmstepdef", [{}], undefined],
  ];
  for (const [type, value, members, more] of cases) {
    test(`${type} ${JSON.stringify(value)} ${more ? JSON.stringify(more) : ""}`, () => {
      const kind = fieldKind(type) ?? assert.fail(type);
      assert.deepEqual(readDefault({ ...more, default_value: value }, type, kind), members);
    });
  }

  test("null, nothing and the empty text are none", () => {
    for (const field of [{ default_value: null }, {}, { default_value: "" }]) {
      assert.equal(readDefault(field, "string", "string"), undefined);
    }
  });
});
