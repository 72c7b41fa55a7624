import assert from "node:assert/strict";
import { suite, test } from "mocha";
import {
  readArtifact,
  readArtifacts,
  readProjects,
  readTracker,
  readTrackers,
} from "../../../../src/core/service/read.ts";
import { readRepositories } from "../../../../src/core/service/readRepository.ts";

suite("reading answers", () => {
  const origin = "https://tracker.example";

  suite("artifacts", () => {
    test("in full", () => {
      const jane = { id: 102, display_name: "Jane Doe (jdoe)" };
      const body = {
        id: 512,
        uri: "artifacts/512",
        xref: "bug #512",
        tracker: { id: 12, label: "Bugs", project: { id: 101, label: "Guinea Pig" } },
        submitted_by_user: jane,
        submitted_on: "2024-03-13T15:00:00+01:00",
        html_url: "/plugins/tracker/?aid=512",
        values: [
          { field_id: 101, type: "string", label: "Title", value: "It breaks" },
          { field_id: 999, type: "aid", label: "Id", value: 512 },
        ],
        last_update_by_user: { id: null, is_anonymous: true, display_name: "Anonymous user" },
        last_modified_date: "2024-03-13T15:26:40+01:00",
        status: "Open",
        full_status: { value: "Open", color: "sherwood-green" },
        is_open: true,
        title: "It breaks",
        assignees: [jane, {}],
      };
      assert.deepEqual(readArtifact(body, 512, origin), {
        id: 512,
        title: "It breaks",
        xref: "bug #512",
        browserUrl: "https://tracker.example/plugins/tracker/?aid=512",
        tracker: { id: 12, label: "Bugs", projectId: 101, projectLabel: "Guinea Pig" },
        status: "Open",
        isOpen: true,
        statusColor: "sherwood-green",
        submittedBy: "Jane Doe (jdoe)",
        submittedOn: "2024-03-13T15:00:00+01:00",
        lastUpdatedBy: "Anonymous user",
        lastModifiedOn: "2024-03-13T15:26:40+01:00",
        assignees: ["Jane Doe (jdoe)"],
        values: [
          {
            fieldId: 101,
            type: "string",
            label: "Title",
            kind: "string",
            entry: { fieldId: 101, members: { value: "It breaks" } },
            names: {},
          },
          { fieldId: 999, type: "aid", label: "Id", names: {}, shown: { kind: "words", words: ["512"] } },
        ],
        attachments: [],
      });
    });

    test("without a status are neither open nor closed", () => {
      for (const answer of [{ status: "", full_status: null }, { status: null }, {}]) {
        const artifact = readArtifact({ id: 512, values: [], ...answer, is_open: false }, 512, origin);
        assert.ok(artifact);
        assert.deepEqual([artifact.status, artifact.isOpen], [undefined, undefined]);
      }
    });

    test("of a minimal service: values with types and files' addresses, nothing else", () => {
      const body = {
        values: [
          { type: "string" },
          { type: "file", file_descriptions: [] },
          {
            type: "file",
            file_descriptions: [
              { html_url: "/plugins/tracker/attachments/457-my%20file.txt" },
              { html_url: null },
              { html_url: "https://tracker.example/x/100%" },
            ],
          },
        ],
      };
      assert.deepEqual(readArtifact(body, 512, origin), {
        id: 512,
        browserUrl: "https://tracker.example/plugins/tracker/?aid=512",
        assignees: [],
        values: [],
        attachments: [
          { n: 1, fieldId: 0, name: "my file.txt", contentUrl: "/plugins/tracker/attachments/457-my%20file.txt" },
          { n: 3, fieldId: 0, name: "100%", contentUrl: "https://tracker.example/x/100%" },
        ],
      });
    });

    test("with attachments of several fields", () => {
      const file = { id: 457, name: "a.txt", size: 17, type: "text/plain", description: "", html_url: "/a" };
      const body = {
        values: [
          { field_id: 110, type: "file", file_descriptions: [file] },
          { field_id: 111, type: "file", file_descriptions: [{ ...file, id: 459, description: "D", size: -1 }] },
        ],
      };
      assert.deepEqual(readArtifact(body, 512, origin)?.attachments, [
        { n: 457, fieldId: 110, name: "a.txt", sizeBytes: 17, mediaType: "text/plain", contentUrl: "/a" },
        { n: 459, fieldId: 111, name: "a.txt", mediaType: "text/plain", description: "D", contentUrl: "/a" },
      ]);
    });

    for (const url of ["https://evil.example/x", "//evil.example/x", "javascript:alert(1)", "http://[", 5]) {
      test(`are opened in the browser on the connection's origin, not at ${url}`, () => {
        const artifact = readArtifact({ html_url: url, values: [] }, 512, origin);
        assert.equal(artifact?.browserUrl, "https://tracker.example/plugins/tracker/?aid=512");
      });
    }

    test("keep the first of two values of one field", () => {
      const values = ["a", "b"].map((value) => ({ field_id: 1, type: "string", value }));
      assert.deepEqual(
        readArtifact({ values }, 512, origin)?.values.map(({ entry }) => entry?.members["value"]),
        ["a"],
      );
    });

    for (const body of [null, [], "x", {}, { values: null }, { values: {} }, { id: 513, values: [] }]) {
      test(`${JSON.stringify(body)} is no artifact 512`, () =>
        assert.equal(readArtifact(body, 512, origin), undefined));
    }

    test("of a listing do without values, and items without an id are skipped", () => {
      const items = readArtifacts([{ id: 1, title: "A", values: null }, { title: "B" }, null], origin);
      assert.deepEqual(
        items?.map(({ id, title, values }) => ({ id, title, values })),
        [{ id: 1, title: "A", values: [] }],
      );
      assert.equal(readArtifacts({}, origin), undefined);
    });
  });

  suite("trackers", () => {
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
      const field = { isRequired: false, isUpdatable: true, isSubmittable: true, options: [] };
      assert.deepEqual(readTracker(body, 12), {
        id: 12,
        label: "Bugs",
        itemName: "bug",
        projectId: 101,
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
            options: [
              { id: 103, label: "New", isHidden: false },
              { id: 104, label: "Old", isHidden: true },
            ],
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
            options: [
              { id: 102, label: "Jane Doe (jdoe)", isHidden: false, username: "jdoe" },
              { id: "o5", label: "free", isHidden: false },
            ],
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
            options: [
              { id: "101_3", label: "Members", isHidden: false },
              { id: "152", label: "Testers", isHidden: false },
            ],
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
      assert.equal(
        readTracker({ id: 12, fields, workflow: { ...workflow, is_used: "0" } }, 12)?.transitions,
        undefined,
      );
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

    test("of a listing", () => {
      assert.deepEqual(readTrackers([{ id: 12, label: "Bugs", item_name: "bug" }, { id: 13 }]), [
        { id: 12, label: "Bugs", itemName: "bug" },
        { id: 13, label: "" },
      ]);
    });
  });

  test("projects tell whether they have trackers and SVN, where the service does", () => {
    const projects = [
      { id: 101, label: "🐹 Guinea Pig", shortname: "guinea-pig", resources: [{ type: "svn" }, { type: "trackers" }] },
      { id: 102, shortname: "empty", resources: [] },
      { id: 103, label: "Old" },
    ];
    assert.deepEqual(readProjects(projects), [
      { id: 101, label: "🐹 Guinea Pig", shortname: "guinea-pig", hasTrackers: true, hasSvn: true },
      { id: 102, label: "empty", shortname: "empty", hasTrackers: false, hasSvn: false },
      { id: 103, label: "Old" },
    ]);
  });

  suite("what a fault makes of an answer", () => {
    test("a listing with nothing readable in it is none, rather than an empty one", () => {
      const nothing = [{ id: "word", label: "Bugs" }, null];
      assert.deepEqual(
        [readProjects(nothing), readTrackers(nothing), readArtifacts(nothing, origin), readRepositories(nothing)],
        [undefined, undefined, undefined, undefined],
      );
      assert.deepEqual(readTrackers([{ id: null }, { id: 12 }]), [{ id: 12, label: "" }]);
      assert.deepEqual(readTrackers([]), []);
    });

    test("an artifact none of whose values tells its field is none", () => {
      assert.equal(readArtifact({ id: 5, values: [{ field_id: "word" }, { field_id: null }] }, 5, origin), undefined);
      assert.deepEqual(readArtifact({ id: 5, values: [] }, 5, origin)?.values, []);
      assert.equal(readArtifact({ values: [{ field_id: "word" }, { field_id: 1 }] }, 5, origin)?.values.length, 1);
    });

    test("the same thing twice is there once", () => {
      const twice = <T>(item: T) => [item, item];
      assert.equal(readTrackers(twice({ id: 12 }))?.length, 1);
      assert.equal(readTracker({ fields: twice({ field_id: 1, type: "string" }) }, 12)?.fields.length, 1);
      const artifact = readArtifact(
        {
          assignees: twice({ display_name: "Jane Doe (jdoe)" }),
          values: [
            { field_id: 1, type: "msb", bind_value_ids: [3, 3, 4] },
            { field_id: 2, type: "art_link", links: [...twice({ id: 9, type: "a" }), { id: 9, type: "b" }] },
            { field_id: 3, type: "file", file_descriptions: twice({ id: 4, html_url: "/a", name: "a" }) },
          ],
        },
        5,
        origin,
      );
      assert.deepEqual(
        [artifact?.assignees.length, artifact?.attachments.length, artifact?.values.map(({ entry }) => entry?.members)],
        [
          1,
          1,
          [
            { bind_value_ids: [3, 4] },
            {
              links: [
                { id: 9, type: "a" },
                { id: 9, type: "b" },
              ],
            },
            { value: [4] },
          ],
        ],
      );
    });
  });
});
