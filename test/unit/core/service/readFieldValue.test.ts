import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { readFieldValue } from "../../../../src/core/service/readFieldValue.ts";

suite("reading a field's value", () => {
  type Case = readonly [name: string, returned: JsonObject, members: unknown, names?: Record<string, string>];

  const jane = { id: 102, uri: "users/102", real_name: "Jane Doe", username: "jdoe", display_name: "Jane Doe (jdoe)" };
  const members = { id: "101_3", uri: "user_groups/101_3", label: "Project members", users_uri: "u", short_name: "m" };
  const custom = { id: "152", uri: "user_groups/152", label: "Testers", users_uri: "u", short_name: "t" };
  const static103 = { id: 103, label: "New", color: null, tlp_color: null, is_hidden: false };

  const cases: readonly Case[] = [
    ["a string", { type: "string", value: "007" }, { value: "007" }],
    ["a string without value", { type: "string", value: null }, { value: "" }],
    ["a string that is a number", { type: "string", value: 7 }, undefined],
    ["a string whose value is missing", { type: "string" }, undefined],
    ["plain text", { type: "text", value: "a\r\nb", format: "text" }, { value: { content: "a\r\nb", format: "text" } }],
    [
      "HTML",
      { type: "text", value: "<b>", format: "html", post_processed_value: "x" },
      { value: { content: "<b>", format: "html" } },
    ],
    [
      "Markdown",
      { type: "text", value: "<h1>A</h1>", format: "html", commonmark: "# A" },
      { value: { content: "# A", format: "commonmark" } },
    ],
    [
      "empty Markdown",
      { type: "text", value: "", format: "html", commonmark: "" },
      { value: { content: "", format: "commonmark" } },
    ],
    ["Markdown without source", { type: "text", value: "<h1>", format: "html", commonmark: null }, undefined],
    ["a text without value", { type: "text", value: null, format: "html" }, { value: { content: "", format: "html" } }],
    ["a text of a service without formats", { type: "text", value: "a" }, { value: "a" }],
    ["an empty text of a service without formats", { type: "text", value: null }, { value: "" }],
    [
      "a text of unknown format",
      { type: "text", value: "a", format: "rst" },
      { value: { content: "a", format: "text" } },
    ],
    ["an integer", { type: "int", value: 0 }, { value: 0 }],
    ["a number", { type: "float", value: 12.5 }, { value: 12.5 }],
    ["a number without value", { type: "float", value: null }, { value: "" }],
    ["a number JavaScript cannot hold", { type: "int", value: 2 ** 53 }, undefined],
    ["a number as text", { type: "int", value: "12" }, undefined],
    ["a date", { type: "date", value: "2024-03-13T00:00:00+01:00", is_time_displayed: false }, { value: "2024-03-13" }],
    [
      "a date with time",
      { type: "date", value: "2024-03-13T15:26:00+01:00", is_time_displayed: true },
      { value: "2024-03-13T15:26:00+01:00" },
    ],
    [
      "a date nobody says how to show",
      { type: "date", value: "2024-03-13T00:00:00+01:00" },
      { value: "2024-03-13T00:00:00+01:00" },
    ],
    ...["2023-07-12T22:00:00+00:00", "2023-07-12T18:00:00-04:00", "2023-07-13T07:00:00+09:00"].map(
      (value): Case => [
        `a day of Paris in the zone of a person: ${value}`,
        { type: "date", value, is_time_displayed: false },
        { value: "2023-07-13" },
      ],
    ),
    ["a date without value", { type: "date", value: null, is_time_displayed: false }, { value: "" }],
    ["a date of nonsense", { type: "date", value: "soon" }, undefined],
    [
      "a static list",
      { type: "sb", values: [static103], bind_value_ids: [103] },
      { bind_value_ids: [103] },
      { 103: "New" },
    ],
    [
      "ids as text",
      { type: "msb", values: [{ id: "103", label: "New" }], bind_value_ids: ["103"] },
      { bind_value_ids: [103] },
      { 103: "New" },
    ],
    ["None", { type: "rb", values: [{ id: 100, label: "None" }], bind_value_ids: [100] }, { bind_value_ids: [] }],
    [
      "None for users",
      { type: "sb", values: [{ id: null, is_anonymous: true }], bind_value_ids: [100] },
      { bind_value_ids: [] },
    ],
    ["None beside others", { type: "cb", values: [], bind_value_ids: [100, 103] }, { bind_value_ids: [103] }],
    [
      "users",
      { type: "msb", values: [jane], bind_value_ids: [102] },
      { bind_value_ids: [102] },
      { 102: "Jane Doe (jdoe)" },
    ],
    [
      "a user of an older service",
      { type: "sb", values: [{ id: 102, real_name: "Jane Doe", username: "jdoe" }], bind_value_ids: [102] },
      { bind_value_ids: [102] },
      { 102: "Jane Doe (jdoe)" },
    ],
    [
      "groups",
      { type: "msb", values: [members, custom], bind_value_ids: ["101_3", "152"] },
      { bind_value_ids: ["101_3", "152"] },
      { "101_3": "Project members", 152: "Testers" },
    ],
    [
      "groups by their ids alone",
      { type: "msb", bind_value_ids: ["101_3", 152] },
      { bind_value_ids: ["101_3", "152"] },
    ],
    ["a list without ids", { type: "sb", values: [static103] }, { bind_value_ids: [103] }, { 103: "New" }],
    ["a list without anything", { type: "sb" }, undefined],
    ["a list of nonsense", { type: "sb", bind_value_ids: [{}] }, undefined],
    [
      "an open list",
      {
        type: "tbl",
        bind_type: "static",
        bind_value_ids: ["New", "mine"],
        bind_value_objects: [static103, { id: "o12", label: "mine" }],
      },
      { value: { bind_value_objects: [{ id: 103 }, { label: "mine" }] } },
      { 103: "New" },
    ],
    [
      "an open list of users",
      { type: "tbl", bind_type: "users", bind_value_objects: [jane, { id: "o13", label: "a@example.com" }] },
      { value: { bind_value_objects: [{ id: 102 }, { email: "a@example.com" }] } },
      { 102: "Jane Doe (jdoe)" },
    ],
    [
      "an open list of users of an older service",
      {
        type: "tbl",
        bind_type: "users",
        bind_value_objects: [jane, { id: null, email: "a@example.com", is_anonymous: true, username: null }],
      },
      { value: { bind_value_objects: [{ id: 102 }, { email: "a@example.com" }] } },
      { 102: "Jane Doe (jdoe)" },
    ],
    [
      "an open list of an older service",
      { type: "tbl", bind_type: "static", bind_value_objects: [{ id: "145", label: "x" }] },
      { value: { bind_value_objects: [{ id: 145 }] } },
      { 145: "x" },
    ],
    [
      "an open list of groups",
      { type: "tbl", bind_type: "ugroups", bind_value_objects: [members, custom] },
      { value: { bind_value_objects: [{ id: "101_3" }, { id: "152" }] } },
      { "101_3": "Project members", 152: "Testers" },
    ],
    [
      "an empty open list",
      { type: "tbl", bind_type: "static", bind_value_objects: [] },
      { value: { bind_value_objects: [] } },
    ],
    ["an open list with a value without label", { type: "tbl", bind_value_objects: [{ id: "o12" }] }, undefined],
    [
      "links",
      {
        type: "art_link",
        links: [
          { type: "_is_child", id: 9, tracker: { label: "Stories" } },
          { type: null, id: 10, tracker: {} },
          { type: "", id: 11 },
          { id: "12", xref: "bug #12" },
        ],
        reverse_links: [{ id: 13, type: "_is_child" }],
      },
      { links: [{ id: 9, type: "_is_child" }, { id: 10 }, { id: 11 }, { id: 12 }] },
      { 9: "Stories #9", 10: "#10", 11: "#11", 12: "bug #12" },
    ],
    ["a link to nothing", { type: "art_link", links: [{ type: "" }] }, undefined],
    [
      "files",
      { type: "file", file_descriptions: [{ id: 457, name: "a.txt" }, { id: 458 }] },
      { value: [457, 458] },
      { 457: "a.txt" },
    ],
    ["no files", { type: "file", file_descriptions: [] }, { value: [] }],
    ["files of a minimal service", { type: "file", file_descriptions: [{ html_url: "/a" }] }, undefined],
    [
      "a computed number",
      { type: "computed", is_autocomputed: true, value: 5, manual_value: null },
      { is_autocomputed: true },
    ],
    [
      "a computed number by hand",
      { type: "computed", is_autocomputed: false, value: null, manual_value: 0 },
      { manual_value: 0 },
    ],
    [
      "a computed number without any",
      { type: "computed", is_autocomputed: false, value: null, manual_value: null },
      undefined,
    ],
    [
      "permissions",
      { type: "perm", granted_groups: ["Members"], granted_groups_ids: ["101_3"] },
      { value: { granted_groups: ["101_3"] } },
      { "101_3": "Members" },
    ],
    [
      "permissions of everybody",
      {
        type: "perm",
        granted_groups: ["project_members", "project_admins", "registered_users", "all_users", "testers"],
        granted_groups_ids: ["101_3", "101_4", "101_2", "101_1", "152"],
      },
      { value: { granted_groups: ["101_3", "101_4", "101_2", "101_1", "152"] } },
      {
        "101_3": "Project members",
        "101_4": "Project administrators",
        "101_2": "Registered users",
        "101_1": "All users",
        152: "testers",
      },
    ],
    [
      "permissions of nobody",
      { type: "perm", granted_groups: [], granted_groups_ids: [] },
      { value: { granted_groups: [] } },
    ],
    [
      "steps",
      {
        type: "ttmstepdef",
        value: [
          {
            id: 1,
            description: "<p>",
            description_format: "html",
            commonmark_description: "*a*",
            expected_results: "b",
            expected_results_format: "text",
            rank: 1,
          },
        ],
      },
      {
        value: [
          {
            description: "*a*",
            description_format: "commonmark",
            expected_results: "b",
            expected_results_format: "text",
            rank: 1,
          },
        ],
      },
    ],
    ["steps without rank", { type: "ttmstepdef", value: [{ description: "a", expected_results: "b" }] }, undefined],
    ["a type that cannot be written", { type: "subon", value: "2024-03-13T15:00:00+01:00" }, undefined],
    ["a type nobody knows", { type: "plugin_x", value: 1 }, undefined],
    ["a type named like a member of every object", { type: "constructor", value: 1 }, undefined],
  ];

  for (const [name, returned, expected, names = {}] of cases) {
    test(name, () => {
      const read = readFieldValue({ field_id: 101, label: "Label", ...returned });
      assert.deepEqual(read?.entry, expected === undefined ? undefined : { fieldId: 101, members: expected });
      assert.equal(read?.kind === undefined, expected === undefined);
      assert.deepEqual(read?.names, names);
      assert.deepEqual([read?.type, read?.label], [returned["type"], "Label"]);
    });
  }

  test("a value without a field is none, and an id as text is an id", () => {
    assert.equal(readFieldValue({ type: "string", value: "a" }), undefined);
    assert.equal(readFieldValue({ field_id: "7" })?.fieldId, 7);
  });

  test("whatever comes, reading never fails, and what it gives survives JSON", () => {
    const types = ["string", "text", "int", "date", "sb", "tbl", "art_link", "file", "computed", "perm", "ttmstepdef"];
    const names = ["id", "label", "type", "value", "values", "links", "format", "commonmark", "rank", "description"];
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, "", "o1", "101_3", "text", 100, 103, 1.5, -1),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(...names, "bind_value_ids", "bind_value_objects", "file_descriptions", "granted_groups_ids"),
          tie("tree"),
        ),
      ),
    }));
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        fc.dictionary(
          fc.constantFrom(
            ...names,
            "bind_value_ids",
            "bind_value_objects",
            "file_descriptions",
            "granted_groups_ids",
            "is_autocomputed",
            "manual_value",
          ),
          tree,
        ),
        (type, value) => {
          const read = readFieldValue({ ...value, type, field_id: 1 });
          assert.deepEqual(JSON.parse(JSON.stringify(read)), read);
        },
      ),
    );
  });
});
