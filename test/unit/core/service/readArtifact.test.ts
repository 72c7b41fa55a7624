import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { readArtifact, readArtifacts } from "../../../../src/core/service/readArtifact.ts";

suite("reading artifacts", () => {
  const origin = "https://tracker.example";

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

  for (const url of [
    "https://evil.example/x",
    "//evil.example/x",
    "javascript:alert(1)",
    "blob:https://tracker.example/x",
    "http://[",
    5,
  ]) {
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
    test(`${JSON.stringify(body)} is no artifact 512`, () => assert.equal(readArtifact(body, 512, origin), undefined));
  }

  test("of a listing do without values, and items without an id are skipped", () => {
    const items = readArtifacts([{ id: 1, title: "A", values: null }, { title: "B" }, null], origin);
    assert.deepEqual(
      items?.map(({ id, title, values }) => ({ id, title, values })),
      [{ id: 1, title: "A", values: [] }],
    );
    assert.equal(readArtifacts({}, origin), undefined);
  });

  test("has no more of names and addresses than anybody reads: thousands are remembered", () => {
    const long = "é".repeat(1_000_000);
    const person = { display_name: long };
    const item = {
      ...{ title: long, xref: long, status: long, full_status: { color: long } },
      ...{ html_url: `/${"a".repeat(3000)}`, submitted_on: long, last_modified_date: long, submitted_by_user: person },
      ...{ last_update_by_user: { real_name: long, username: long }, tracker: { id: 3, label: long } },
      project: { id: 4, label: long },
      assignees: Array.from({ length: 9000 }, (_, index) => ({ display_name: `${index} ${long}` })),
    };
    const [listed] = readArtifacts([{ id: 1, ...item }], origin) ?? [];
    for (const artifact of [listed, readArtifact({ id: 1, values: [], ...item }, 1, origin)]) {
      assert.equal(artifact?.title, `${"é".repeat(1000)}…`);
      assert.equal(artifact?.browserUrl, `${origin}/plugins/tracker/?aid=1`);
      assert.equal(artifact?.assignees?.length, 100);
      assert.ok(JSON.stringify(artifact).length < 115_000);
    }
  });

  test("an artifact none of whose values tells its field is none", () => {
    assert.equal(readArtifact({ id: 5, values: [{ field_id: "word" }, { field_id: null }] }, 5, origin), undefined);
    assert.deepEqual(readArtifact({ id: 5, values: [] }, 5, origin)?.values, []);
    assert.equal(readArtifact({ values: [{ field_id: "word" }, { field_id: 1 }] }, 5, origin)?.values.length, 1);
  });

  test("the same thing twice is there once", () => {
    const twice = <T>(item: T) => [item, item];
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
