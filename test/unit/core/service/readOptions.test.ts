import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { OptionList } from "../../../../src/core/model/optionList.ts";
import { readOptions, takesOthers } from "../../../../src/core/service/readOptions.ts";

suite("values of a list in a tracker's structure", () => {
  const ugroups = { type: "ugroups", list: [] };
  const members = { id: "102_3", uri: "user_groups/102_3", label: "Project members", key: "ugroup_x_name_key" };

  const cases: readonly {
    readonly name: string;
    readonly field: object;
    readonly options: ReturnType<typeof readOptions>;
  }[] = [
    {
      name: "a group has the id and the name of the group, not those of the value",
      field: {
        bindings: ugroups,
        values: [
          { id: 147, label: "ugroup_project_members_name_key", ugroup_reference: members },
          { id: 152, label: "Testers", ugroup_reference: { id: "158", label: "Testers" } },
        ],
      },
      options: new OptionList([
        { id: "102_3", label: "Project members", isHidden: false },
        { id: "158", label: "Testers", isHidden: false },
      ]),
    },
    {
      name: "a group of an open list stands for itself",
      field: { type: "tbl", bindings: ugroups, values: [members, { id: "5", label: "Registered" }] },
      options: new OptionList([
        { id: "102_3", label: "Project members", isHidden: false },
        { id: "5", label: "Registered", isHidden: false },
      ]),
    },
    {
      name: "a person's real name has the login in it already",
      field: {
        bindings: { type: "users" },
        values: [
          { id: 3109, label: "test_abc", user_reference: { real_name: "Test ABC (test_abc)", username: "test_abc" } },
          { id: 102, label: "jdoe", user_reference: { id: "102", real_name: "Jane Doe", username: "jdoe" } },
          { id: 103, label: "mm", user_reference: { real_name: "Max (mmeier)", username: "mm" } },
        ],
      },
      options: new OptionList([
        { id: 3109, label: "Test ABC (test_abc)", isHidden: false, username: "test_abc" },
        { id: 102, label: "Jane Doe (jdoe)", isHidden: false, username: "jdoe" },
        { id: 103, label: "Max (mmeier) (mm)", isHidden: false, username: "mm" },
      ]),
    },
    {
      name: "static values, those typed by people, none of None",
      field: {
        values: [
          { id: 100, label: "None" },
          { id: "485", label: "m", is_hidden: true, value_color: "" },
          { id: "o111", label: "aa", is_hidden: false },
        ],
      },
      options: new OptionList([
        { id: 485, label: "m", isHidden: true },
        { id: "o111", label: "aa", isHidden: false },
      ]),
    },
  ];
  for (const { name, field, options } of cases) {
    test(name, () => {
      assert.deepEqual(readOptions(field), options);
    });
  }

  for (const [bound, takes] of [
    [[{ id: "101_3", label: "group_members" }], false],
    [[{ id: 3, label: "membres_projet" }], false],
    [
      [
        { id: "101_3", label: "group_members" },
        { id: "2", label: "registered_users" },
      ],
      true,
    ],
    [[], true],
    [undefined, true],
  ] as const) {
    test(`a list of people bound to ${JSON.stringify(bound)} takes ${takes ? "others, too" : "no others"}`, () => {
      assert.equal(takesOthers({ bindings: { type: "users", list: bound } }), takes);
    });
  }
});
