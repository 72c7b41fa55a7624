import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { noOptions, OptionList } from "../../../../src/core/model/optionList.ts";
import { readTracker } from "../../../../src/core/service/readTracker.ts";

suite("reading trackers", () => {
  test("with their fields, layout left out", () => {
    const body = {
      id: 12,
      label: "Bugs",
      item_name: "bug",
      project: { id: 101 },
      fields: [
        { field_id: 1, type: "fieldset", label: "Details", name: "f" },
        {
          field_id: 101,
          type: "string",
          label: "Title",
          name: "title",
          required: true,
          values: null,
          permissions: ["read", "update", "create"],
        },
        {
          field_id: 102,
          type: "sb",
          label: "Status",
          name: "status",
          required: false,
          permissions: ["read"],
          bindings: { type: "static" },
          values: [
            { id: 100, label: "None" },
            { id: "103", label: "New", is_hidden: false },
            { id: 104, label: "Old", is_hidden: true },
            { label: "without id" },
          ],
        },
        {
          field_id: 103,
          type: "tbl",
          label: "Who",
          name: "who",
          bindings: { type: "users" },
          values: [
            { id: 102, label: "jdoe", user_reference: { real_name: "Jane Doe", username: "jdoe" } },
            { id: "o5", label: "free" },
            { id: "1`\n\n# [Sign in](https://elsewhere.example)", label: "no id" },
          ],
        },
        { field_id: 104, type: "tbl", label: "All", name: "all", values: { resource: { type: "users" } } },
        {
          field_id: 105,
          type: "msb",
          label: "Groups",
          name: "groups",
          bindings: { type: "ugroups" },
          values: [
            { id: "101_3", label: "Members" },
            { id: 152, ugroup_reference: { label: "Testers" } },
          ],
        },
        { type: "string" },
        { field_id: 106, type: "plugin_x", label: "X", name: "x" },
      ],
    };
    const field = { isRequired: false, isUpdatable: true, isSubmittable: true, options: noOptions };
    assert.deepEqual(readTracker(body, 12), {
      id: 12,
      label: "Bugs",
      itemName: "bug",
      fields: [
        { ...field, fieldId: 101, name: "title", label: "Title", type: "string", kind: "string", isRequired: true },
        {
          ...field,
          fieldId: 102,
          name: "status",
          label: "Status",
          type: "sb",
          kind: "list",
          bindsTo: "static",
          isUpdatable: false,
          isSubmittable: false,
          options: new OptionList([
            { id: 103, label: "New", isHidden: false },
            { id: 104, label: "Old", isHidden: true },
          ]),
        },
        {
          ...field,
          fieldId: 103,
          name: "who",
          label: "Who",
          type: "tbl",
          kind: "openList",
          bindsTo: "users",
          takesOthers: true,
          options: new OptionList([
            { id: 102, label: "Jane Doe (jdoe)", isHidden: false, username: "jdoe" },
            { id: "o5", label: "free", isHidden: false },
          ]),
        },
        {
          ...{ ...field, fieldId: 104, name: "all", label: "All", type: "tbl", kind: "openList" },
          ...{ bindsTo: "users", takesOthers: true },
        },
        {
          ...field,
          fieldId: 105,
          name: "groups",
          label: "Groups",
          type: "msb",
          kind: "list",
          bindsTo: "ugroups",
          options: new OptionList([
            { id: "101_3", label: "Members", isHidden: false },
            { id: "152", label: "Testers", isHidden: false },
          ]),
        },
        { ...field, fieldId: 106, name: "x", label: "X", type: "plugin_x" },
      ],
    });
  });

  test("with transitions, where the workflow is in use, and types of links", () => {
    const workflow = {
      field_id: 102,
      is_used: "1",
      transitions: [{ id: 1, from_id: null, to_id: 103 }, { id: 2, from_id: 103, to_id: 104 }, {}],
    };
    const allowed = [
      { shortname: "", forward_label: "Linked to" },
      { shortname: "_is_child", forward_label: "Child" },
    ];
    const fields = [
      { field_id: 1, type: "art_link", allowed_types: allowed },
      { field_id: 2, type: "date", is_time_displayed: true },
    ];
    const read = readTracker({ id: 12, fields, workflow }, 12);
    assert.deepEqual(
      [read?.transitions, ...(read?.fields ?? []).map(({ linkTypes, hasTime }) => linkTypes ?? hasTime)],
      [[{ toId: 103 }, { fromId: 103, toId: 104 }], [{ shortname: "_is_child", label: "Child" }], true],
    );
    assert.equal(readTracker({ id: 12, fields, workflow: { ...workflow, is_used: "0" } }, 12)?.transitions, undefined);
  });

  test("with the rules of lists and dates, whether the workflow is in use or not", () => {
    const lists = [
      { source_field_id: 1, source_value_id: 11, target_field_id: 2, target_value_id: 100 },
      { source_field_id: 1, source_value_id: null, target_field_id: 2, target_value_id: 21 },
    ];
    const dates = [
      { source_field_id: 3, target_field_id: 4, comparator: "≥" },
      { source_field_id: 3, target_field_id: 4, comparator: "~" },
    ];
    const rulesOf = (rules: unknown) => readTracker({ fields: [], workflow: { is_used: "", rules } }, 12)?.rules;
    assert.deepEqual(rulesOf({ lists, dates }), {
      lists: [{ sourceId: 1, sourceValue: 11, targetId: 2, targetValue: 100 }],
      dates: [{ sourceId: 3, targetId: 4, comparator: "≥" }],
    });
    assert.deepEqual([rulesOf({ lists: [], dates: [] }), rulesOf(null)], [undefined, undefined]);
  });

  test("without fields, or of another id, are none", () => {
    assert.equal(readTracker({ id: 12 }, 12), undefined);
    assert.equal(readTracker({ id: 13, fields: [] }, 12), undefined);
    assert.deepEqual(readTracker({ fields: [] }, 12), { id: 12, label: "", fields: [] });
  });

  test("have their fields in the order of the form, and what it does not tell of behind", () => {
    const fields = [5, 4, 3, 2, 1].map((fieldId) => ({ field_id: fieldId, type: "string" }));
    const column = { id: 21, content: [{ id: 3, content: null }] };
    const structure = [{ id: 20, content: [{ id: 2, content: null }, column] }, { id: 1, content: null }, null, 7];
    const orderOf = (given: unknown) =>
      readTracker({ fields, structure: given }, 12)?.fields.map(({ fieldId }) => fieldId);
    assert.deepEqual(orderOf(structure), [2, 3, 1, 5, 4]);
    assert.deepEqual([undefined, null, [], "no"].map(orderOf), Array(4).fill([5, 4, 3, 2, 1]));
    const deep = JSON.parse(`${'[{"id":9,"content":'.repeat(50_000)}[{"id":1}]${"}]".repeat(50_000)}`);
    assert.deepEqual(orderOf(deep), [1, 5, 4, 3, 2]);
  });

  test("tell the fields of title and status, and that of a workflow in use", () => {
    const read = (semantics: unknown, workflow: unknown) => readTracker({ fields: [], semantics, workflow }, 12);
    const bare = { id: 12, label: "", fields: [] };
    assert.deepEqual(
      [
        read({ title: { field_id: 1 }, status: { field_id: "2", value_ids: [3] } }, { field_id: 4, is_used: "1" }),
        read({}, { field_id: 4, is_used: "0" }),
        read([], { field_id: 4, is_used: "" }),
        read(null, null),
      ],
      [{ ...bare, titleFieldId: 1, statusFieldId: 2, openValueIds: [3], workflowFieldId: 4 }, bare, bare, bare],
    );
  });

  test("the same field twice is there once", () => {
    const field = { field_id: 1, type: "string" };
    assert.equal(readTracker({ fields: [field, field] }, 12)?.fields.length, 1);
  });
});
