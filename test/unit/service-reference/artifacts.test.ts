import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { fieldValue, refusal, useService } from "./client.ts";

const stale =
  "Precondition Failed: Artifact has been modified since you last requested it. Please edit the latest version";

const openListFormat = "OpenList fields values must be passed as an array of labels (string) in 'bind_value_ids'";

suite("Reference service: reading and updating artifacts", () => {
  const client = useService();

  test("all fields of the bug with every type are read, hidden ones are absent", async () => {
    const types = (await client.get("/artifacts/501")).json.values.map((value: { type: string }) => value.type);
    assert.deepEqual(
      [...new Set<string>(types)].sort(),
      [
        "Encrypted aid atid art_link burndown burnup cb computed cross date file float int lud luby msb perm priority",
        "rb roman_numeral sb star_map string subby subon tbl text ttmstepdef",
      ]
        .join(" ")
        .split(" ")
        .sort(),
    );
    assert.equal(fieldValue(await client.get("/artifacts/501"), 1226), undefined);
    assert.ok(fieldValue(await client.get("/artifacts/501", { as: "admin" }), 1226));
  });

  test("Markdown comes rendered with its source beside it", async () => {
    const { value, format, commonmark } = fieldValue(await client.get("/artifacts/501"), 1203);
    assert.equal(format, "html");
    assert.match(value, /^<h2>What happens<\/h2>/);
    assert.match(commonmark, /^## What happens/);
    assert.equal("commonmark" in fieldValue(await client.get("/artifacts/501"), 1205), false);
  });

  test("nobody chosen is 100 on reading, nothing else chosen an empty list", async () => {
    const empty = await client.get("/artifacts/503");
    assert.deepEqual(
      [1208, 1210, 1212, 1214].map((id) => fieldValue(empty, id).bind_value_ids),
      [[], [], [100], []],
    );
    assert.deepEqual(fieldValue(empty, 1208).values, []);
    const [nobody] = fieldValue(empty, 1212).values;
    assert.deepEqual([nobody.id, nobody.is_anonymous], [null, true]);
    assert.deepEqual(fieldValue(empty, 1215).bind_value_objects, []);
  });

  for (const ids of [[], [0], [100], ["100"]]) {
    test(`${JSON.stringify(ids)} chooses nothing`, async () => {
      assert.equal((await client.putEntry(501, { field_id: 1208, bind_value_ids: ids })).status, 200);
      assert.deepEqual(client.control.readArtifact({ artifactId: 501 }).values.severity, []);
    });
  }

  test("links show only what the caller may see", async () => {
    const ids = async (as: "member" | "admin") =>
      fieldValue(await client.get("/artifacts/501", { as }), 1230).links.map((link: { id: number }) => link.id);
    assert.deepEqual(await ids("member"), [502, 901, 1301]);
    assert.deepEqual(await ids("admin"), [502, 901, 1301, 1601]);
    await client.putEntry(501, { field_id: 1230, links: [{ id: 503 }] });
    assert.deepEqual(client.control.readArtifact({ artifactId: 501 }).values.links, [
      { id: 1601, type: "" },
      { id: 503, type: "" },
    ]);
  });

  test("a new link shows as a reverse link at the other end", async () => {
    await client.putEntry(501, { field_id: 1230, links: [{ id: 503, type: "_is_child" }] });
    const reverse = fieldValue(await client.get("/artifacts/503"), 1230).reverse_links;
    assert.deepEqual(
      reverse.map((link: { id: number; type: string }) => [link.id, link.type]),
      [
        [501, "_is_child"],
        [502, null],
      ],
    );
  });

  test("a reverse link is the other artifact's change, not this one's", async () => {
    const before = client.control.readArtifact({ artifactId: 503 });
    await client.putEntry(503, { field_id: 1230, all_links: [{ id: 504, direction: "reverse", type: "" }] });
    assert.equal(client.control.readArtifact({ artifactId: 503 }).changesetCount, before.changesetCount);
    assert.deepEqual(client.control.readArtifact({ artifactId: 504 }).values.links, [{ id: 503, type: "" }]);
  });

  test("values_format chooses the collection, the alphanumeric fields by name, or both", async () => {
    const byField = (await client.get("/artifacts/501?values_format=by_field")).json;
    assert.equal(byField.values, null);
    assert.equal(byField.values_by_field.summary.value, "Every field of this one is filled");
    assert.equal("status" in byField.values_by_field, false);
    assert.deepEqual(refusal(await client.get("/artifacts/501?values_format=x")), [
      400,
      "Bad Request: Invalid value specified for `values_format`. Expected one of (,collection,by_field,all).",
    ]);
  });

  test("the complete structure says what may be updated, and that frozen fields may not", async () => {
    const rights = async (id: number) => {
      const { tracker } = (await client.get(`/artifacts/${id}?tracker_structure_format=complete`)).json;
      return Object.fromEntries(
        tracker.fields.map((field: { field_id: number; permissions: string[] }) => [field.field_id, field.permissions]),
      );
    };
    const bug = await rights(501);
    assert.deepEqual(
      [bug[1202], bug[1225], bug[1223], bug[1224], bug[1226]],
      [["read", "update", "create"], ["read"], ["read", "update"], ["read", "create"], undefined],
    );
    assert.deepEqual((await rights(904))[1301], ["read", "create"]);
    assert.deepEqual((await rights(901))[1301], ["read", "update", "create"]);
    const release = await rights(1301);
    assert.ok(Object.values(release).every((permissions) => !(permissions as string[]).includes("update")));
  });

  test("404 unknown, 403 not visible, 400 or 404 for an id that is no number", async () => {
    assert.deepEqual(refusal(await client.get("/artifacts/99999")), [404, "Not Found"]);
    assert.deepEqual(refusal(await client.get("/artifacts/1601")), [403, "Forbidden"]);
    assert.deepEqual(refusal(await client.get("/artifacts/507")), [403, "Forbidden"]);
    assert.equal((await client.get("/artifacts/506")).status, 200);
    assert.deepEqual(refusal(await client.get("/artifacts/506", { as: "reader" })), [403, "Forbidden"]);
    assert.deepEqual(refusal(await client.get("/artifacts/abc")), [
      400,
      "Bad Request: invalid value specified for `id`",
    ]);
    assert.equal((await client.put("/artifacts/abc", { values: [] })).status, 404);
  });

  test("artifacts of a suspended project are a bare 403, other things of it say why", async () => {
    client.control.setProjectStatus({ projectId: 101, status: "suspended" });
    assert.deepEqual(refusal(await client.get("/artifacts/501")), [403, "Forbidden"]);
    assert.deepEqual(refusal(await client.put("/artifacts/501", { values: [] }, { headers: { "If-Match": "1" } })), [
      403,
      "Forbidden",
    ]);
    assert.deepEqual(refusal(await client.get("/trackers/12")), [403, "Forbidden: This project is suspended"]);
  });

  test("a comment of a nought alone is no change, one beside a change is kept", async () => {
    const zero = { body: "0", format: "text" };
    const count = () => client.control.readArtifact({ artifactId: 501 }).changesetCount;
    const before = count();
    assert.equal((await client.put("/artifacts/501", { values: [], comment: zero })).status, 200);
    assert.equal(count(), before);
    await client.put("/artifacts/501", { values: [{ field_id: 1202, value: "New" }], comment: zero });
    assert.deepEqual(client.control.readArtifact({ artifactId: 501 }).comments.at(-1), zero);
  });

  test("a link of an artifact to itself is dropped", async () => {
    const reply = await client.putEntry(501, { field_id: 1230, links: [{ id: 501 }, { id: 502 }] });
    assert.equal(reply.status, 200);
    const { values } = (await client.get("/artifacts/501")).json;
    const { links } = values.find((each: { type: string }) => each.type === "art_link");
    assert.deepEqual(
      links.map((each: { id: number }) => each.id),
      [502],
    );
  });

  test("a change answers 200 without a body, with the new version's headers", async () => {
    client.control.freezeClock({ atMs: 1_800_000_000_500 });
    const reply = await client.putEntry(501, { field_id: 1202, value: "New" });
    const { etag, "last-modified": lastModified, "content-type": type, allow, date } = reply.headers;
    assert.deepEqual([reply.status, reply.text], [200, ""]);
    assert.deepEqual(
      { etag, lastModified, type, allow, date },
      {
        etag: "1800000000",
        lastModified: "Fri, 15 Jan 2027 08:00:00 GMT",
        type: "application/json; charset=utf-8",
        allow: "OPTIONS, GET, PUT, DELETE, PATCH",
        date: "Fri, 15 Jan 2027 08:00:00 GMT",
      },
    );
    assert.equal((await client.get("/artifacts/501")).headers.etag, "1800000000");
  });

  test("without a change there is no version, with a comment there is one", async () => {
    const summary = client.control.readArtifact({ artifactId: 501 }).values.summary;
    const same = await client.putEntry(501, { field_id: 1202, value: summary });
    assert.equal(same.headers.etag, "1704721190");
    const formatOnly = {
      field_id: 1204,
      value: { content: client.control.readArtifact({ artifactId: 501 }).values.notes },
    };
    assert.equal(
      (
        await client.putEntry(501, {
          ...formatOnly,
          value: { ...(formatOnly.value.content as object), format: "html" },
        })
      ).headers.etag,
      "1704721190",
    );
    const commented = await client.put("/artifacts/501", { values: [], comment: { body: " Done ", format: "text" } });
    assert.notEqual(commented.headers.etag, "1704721190");
    assert.deepEqual(client.control.readArtifact({ artifactId: 501 }).comments.at(-1), {
      body: "Done",
      format: "text",
    });
  });

  const conditions: readonly { name: string; headers: Record<string, string>; status: number }[] = [
    { name: "the Etag", headers: { "If-match": "1704721190" }, status: 200 },
    { name: "the Etag as a decimal", headers: { "If-match": "1704721190.0" }, status: 200 },
    { name: "a quoted Etag", headers: { "If-match": '"1704721190"' }, status: 412 },
    { name: "a weak Etag", headers: { "If-match": 'W/"1704721190"' }, status: 412 },
    { name: "a star", headers: { "If-match": "*" }, status: 412 },
    { name: "a list", headers: { "If-match": "1704721190, 2" }, status: 412 },
    { name: "another Etag", headers: { "If-match": "1704721191" }, status: 412 },
    { name: "the date", headers: { "If-Unmodified-Since": "Mon, 08 Jan 2024 13:39:50 GMT" }, status: 200 },
    { name: "the date in ISO 8601", headers: { "If-Unmodified-Since": "2024-01-08T14:39:50+01:00" }, status: 200 },
    { name: "a later date", headers: { "If-Unmodified-Since": "Mon, 08 Jan 2024 13:39:51 GMT" }, status: 412 },
    { name: "an earlier date", headers: { "If-Unmodified-Since": "Mon, 08 Jan 2024 13:39:49 GMT" }, status: 412 },
    { name: "no date at all", headers: { "If-Unmodified-Since": "soon" }, status: 412 },
    {
      name: "the Etag with a later date",
      headers: { "If-match": "1704721190", "If-Unmodified-Since": "Mon, 08 Jan 2024 13:39:51 GMT" },
      status: 412,
    },
  ];
  for (const { name, headers, status } of conditions) {
    test(`${status} on the condition of ${name}`, async () => {
      const reply = await client.putEntry(501, { field_id: 1202, value: "New" }, { headers });
      assert.equal(reply.status, status);
      if (status === 412) {
        assert.equal(reply.text, `{"error":{"code":412,"message":"${stale}"}}`);
        assert.deepEqual([reply.headers.etag, reply.headers["last-modified"]], [undefined, undefined]);
        assert.notEqual(client.control.readArtifact({ artifactId: 501 }).values.summary, "New");
      }
    });
  }

  test("two changes within one second cannot be told apart", async () => {
    client.control.freezeClock();
    const first = await client.putEntry(501, { field_id: 1202, value: "Mine" });
    client.control.editArtifact({ artifactId: 501, values: [{ field: "summary", value: "Theirs" }] });
    const headers = { "If-match": String(first.headers.etag) };
    assert.equal((await client.putEntry(501, { field_id: 1202, value: "Mine again" }, { headers })).status, 200);
  });

  test("a change of a field the caller cannot see is a conflict, too", async () => {
    client.control.editArtifact({ artifactId: 501, as: "admin", values: [{ field: "security_note", value: "!" }] });
    const headers = { "If-match": "1704721190" };
    assert.equal((await client.putEntry(501, { field_id: 1202, value: "New" }, { headers })).status, 412);
  });

  const order: readonly {
    name: string;
    path: string;
    body: unknown;
    as?: "reader" | null;
    key?: string;
    expected: number;
  }[] = [
    { name: "credentials before shape", path: "/artifacts/501", body: {}, as: null, expected: 401 },
    { name: "shape before the artifact", path: "/artifacts/99999", body: {}, expected: 400 },
    { name: "the artifact before the condition", path: "/artifacts/1601", body: { values: [] }, expected: 403 },
    { name: "shape before the condition", path: "/artifacts/501", body: { values: [{ value: "x" }] }, expected: 400 },
    { name: "the condition before values", path: "/artifacts/501", body: { values: [{ field_id: 9 }] }, expected: 412 },
    {
      name: "the condition before rights",
      path: "/artifacts/501",
      body: { values: [{ field_id: 1202, value: "x" }] },
      as: "reader",
      expected: 412,
    },
  ];
  for (const { name, path, body, as, expected } of order) {
    test(`checks ${name}`, async () => {
      const question = { headers: { "If-match": "1" }, ...(as !== undefined && { as }) };
      assert.equal((await client.put(path, body, question)).status, expected);
    });
  }

  const shapes: readonly { body: unknown; message: string }[] = [
    { body: {}, message: "`values` is required." },
    { body: { values: [{ value: "x" }] }, message: "`values[0][field_id]` is required." },
    {
      body: { values: [{ field_id: "abc" }] },
      message: "Invalid value specified for `values[0][field_id]`. Expecting integer value",
    },
    {
      body: { values: [{ field_id: 12.5 }] },
      message: "Invalid value specified for `values[0][field_id]`. Expecting integer value",
    },
    {
      body: { values: [{ field_id: 1207, bind_value_ids: 302 }] },
      message: "Invalid value specified for `values[0][bind_value_ids]`",
    },
    { body: { values: [], comment: {} }, message: "`comment[format]` is required." },
    {
      body: { values: [], comment: { format: "text", body: "x".repeat(65_536) } },
      message: "Comment content can not contain more than 65535 characters.",
    },
  ];
  for (const { body, message } of shapes) {
    test(`refuses ${JSON.stringify(body).slice(0, 60)} with «${message}»`, async () => {
      assert.deepEqual(refusal(await client.put("/artifacts/501", body)), [400, `Bad Request: ${message}`]);
    });
  }

  const computedFormat =
    'Expected format for a computed field  : {"field_id" : 15458, "manual_value" : 12} or {"field_id" : 15458, "is_autocomputed" : true}';
  const refused: readonly { entry: Record<string, unknown>; message: string; status?: number }[] = [
    { entry: { field_id: 999, value: "x" }, message: "Unknown field 999" },
    { entry: { field_id: 1401, value: "x" }, message: "Unknown field 1401" },
    { entry: { field_id: 1236, value: "x" }, message: "Unknown field 1236" },
    { entry: { field_id: 1225, value: "x" }, message: "You are not allowed to update the field External ID.\n" },
    { entry: { field_id: 1226, value: "x" }, message: "You are not allowed to update the field Security note.\n" },
    { entry: { field_id: 1242, value: 1 }, message: "You are not allowed to update the field Artifact ID.\n" },
    { entry: { field_id: 1240, value: 1 }, message: "You are not allowed to update the field Burndown.\n" },
    { entry: { field_id: 1202, value: "" }, message: "The field Summary (summary) is required.\n" },
    { entry: { field_id: 1202, value: 42 }, message: "Summary is not a string.\n" },
    {
      entry: { field_id: 1202, value: null },
      message: 'Expected format for field 1202 : {"field_id" : 15458, "value" : some_value',
    },
    {
      entry: { field_id: 1202, value: "a\nb" },
      message: "Summary can contain neiher carriage return nor null char.\n",
    },
    {
      entry: { field_id: 1202, value: "x".repeat(256) },
      message: "Summary can not contain more than 255 characters.\n",
    },
    { entry: { field_id: 1203, value: 42 }, message: "Original Submission is not a text.\n" },
    {
      entry: { field_id: 1203, value: { content: "ä".repeat(40_000), format: "text" } },
      message: "Original Submission can not contain more than 65535 characters.\n",
    },
    { entry: { field_id: 1220, value: 1.5 }, message: "Points is not an integer.\n" },
    { entry: { field_id: 1221, value: "much" }, message: "Remaining effort is not a float.\n" },
    {
      entry: { field_id: 1221, value: null },
      message: 'Expected format for field 1221 : {"field_id" : 15458, "value" : some_value',
    },
    { entry: { field_id: 1207, bind_value_ids: [301, 302] }, message: "Selectbox fields can only have one value" },
    { entry: { field_id: 1210, bind_value_ids: [9999] }, message: "Fields are not valid" },
    { entry: { field_id: 1213, bind_value_ids: ["999"] }, message: "The submitted value 999 is invalid" },
    { entry: { field_id: 1213, bind_value_ids: [12130] }, message: "The submitted value 12130 is invalid" },
    { entry: { field_id: 1211, bind_value_ids: ["jdoe"] }, message: "The submitted value jdoe is invalid" },
    { entry: { field_id: 1211, bind_value_ids: [105] }, message: "Fields are not valid" },
    {
      entry: { field_id: 1215, value: { bind_value_objects: [{ id: 9 }] } },
      message: "Bind Value with ID 9 does not exist for field ID 1215",
    },
    {
      entry: { field_id: 1215, value: { bind_value_objects: [{ id: "o12" }] } },
      message: "Bind Value with ID o12 does not exist for field ID 1215",
    },
    {
      entry: { field_id: 1216, value: { bind_value_objects: [{ id: "o14", label: "customer@example.org" }] } },
      message: "Cannot Bind to user with ID o14 for field ID 1216",
    },
    {
      entry: { field_id: 1216, value: { bind_value_objects: [{ username: "nobody" }] } },
      message: 'Cannot Bind to user "nobody" for field ID 1216',
    },
    { entry: { field_id: 1217, value: { bind_value_objects: [{ label: "Testers" }] } }, message: openListFormat },
    { entry: { field_id: 1215, value: [] }, message: openListFormat },
    { entry: { field_id: 1222, value: 3 }, message: computedFormat },
    { entry: { field_id: 1222, is_autocomputed: false }, message: computedFormat },
    { entry: { field_id: 1230 }, message: '"links" and/or "parent" or "all_links" key must be defined' },
    {
      entry: { field_id: 1230, links: [], all_links: [] },
      message: '"all_links" key and "links" key cannot be used at the same time',
    },
    { entry: { field_id: 1230, links: [{ type: "" }] }, message: "Artifact links must have an id" },
    { entry: { field_id: 1230, links: [{ id: 99999 }] }, message: "Links: 99999 is not an artifact id.\n" },
    {
      entry: { field_id: 1230, all_links: [{ id: 502 }] },
      message: "`values[0][all_links][0][direction]` is required.",
    },
    {
      entry: { field_id: 1230, all_links: [{ id: 502, direction: "forward", type: null }] },
      message: 'Artifact links "type" must be a string, use empty string for no type',
    },
    {
      entry: { field_id: 1231, value: "" },
      message: 'Invalid format for file field "1231".  Correct format is {"field_id" : 425, "value" : [457, 258]}',
    },
    { entry: { field_id: 1231, value: [9999] }, status: 404, message: "File #9999 not found" },
    { entry: { field_id: 1231, value: [403] }, status: 500, message: "File #403 is already linked to artifact #502" },
    {
      entry: { field_id: 1232, value: { granted_groups: [], is_used_by_default: true } },
      message: "Permission field is required please choose a group in list",
    },
  ];
  for (const { entry, message, status = 400 } of refused) {
    test(`refuses the entry ${JSON.stringify(entry).slice(0, 70)}`, async () => {
      const reason = { 400: "Bad Request", 404: "Not Found", 500: "Internal Server Error" }[status];
      assert.deepEqual(refusal(await client.putEntry(501, entry)), [status, `${reason}: ${message}`]);
    });
  }

  test("reverse links to nowhere are refused in words for people", async () => {
    const entry = { field_id: 1230, all_links: [{ id: 99999, direction: "reverse", type: "" }] };
    assert.deepEqual((await client.putEntry(501, entry)).json.error, {
      code: 400,
      message: "Bad Request",
      i18n_error_message: "You tried to create a link to Artifact #99999, but it could not be found.",
    });
  });

  test("all refused fields are told in one message", async () => {
    const values = [
      { field_id: 1225, value: "x" },
      { field_id: 1202, value: "" },
    ];
    assert.equal(
      (await client.put("/artifacts/501", { values })).json.error.message,
      "Bad Request: The field Summary (summary) is required.\nYou are not allowed to update the field External ID.\n",
    );
  });

  const accepted: readonly { entry: Record<string, unknown>; field: string; stored: unknown }[] = [
    { entry: { field_id: "1202", value: " kept " }, field: "summary", stored: " kept " },
    { entry: { field_id: 1203, value: "plain" }, field: "details", stored: { content: "plain", format: "commonmark" } },
    {
      entry: { field_id: 1205, value: { content: "<p>x</p>", format: "html" } },
      field: "release_note",
      stored: { content: "<p>x</p>", format: "html" },
    },
    {
      entry: { field_id: 1204, value: { content: "a\r\nb", format: "text" } },
      field: "notes",
      stored: { content: "a\r\nb", format: "text" },
    },
    { entry: { field_id: 1220, value: "12" }, field: "points", stored: 12 },
    { entry: { field_id: 1220, value: "" }, field: "points", stored: null },
    { entry: { field_id: 1221, value: 0.5 }, field: "remaining_effort", stored: 0.5 },
    { entry: { field_id: 1218, value: "2024-07-01" }, field: "due_date", stored: "2024-06-30T22:00:00.000Z" },
    { entry: { field_id: 1218, value: "2024-07-01T23:30:00Z" }, field: "due_date", stored: "2024-07-01T22:00:00.000Z" },
    {
      entry: { field_id: 1219, value: "2024-12-01T10:15:42+00:00" },
      field: "meeting",
      stored: "2024-12-01T10:15:00.000Z",
    },
    { entry: { field_id: 1218, value: null }, field: "due_date", stored: null },
    { entry: { field_id: 1218, value: "nonsense" }, field: "due_date", stored: "1969-12-31T23:00:00.000Z" },
    { entry: { field_id: 1210, bind_value_ids: ["332", 100, 333] }, field: "categories", stored: [332, 333] },
    { entry: { field_id: 1213, bind_value_ids: ["101_3"] }, field: "team", stored: ["101_3"] },
    { entry: { field_id: 1213, bind_value_ids: [151] }, field: "team", stored: ["151"] },
    {
      entry: {
        field_id: 1215,
        value: {
          bind_value_objects: [{ id: "342" }, { label: "brand new" }, { id: "o12", label: "seen at the fair" }],
        },
      },
      field: "tags",
      stored: [342, { label: "brand new" }, { label: "seen at the fair" }],
    },
    { entry: { field_id: 1215, bind_value_ids: ["Crash", "else"] }, field: "tags", stored: [342, { label: "else" }] },
    {
      entry: { field_id: 1215, value: { bind_value_objects: [{ id: 342 }, { label: "crash" }, { label: "a, b" }] } },
      field: "tags",
      stored: [342, { label: "crash" }, { label: "a" }],
    },
    {
      entry: { field_id: 1216, value: { bind_value_objects: [{ email: "user103@example.com" }] } },
      field: "watchers",
      stored: [103],
    },
    {
      entry: { field_id: 1217, value: { bind_value_objects: [{ id: "101_4" }, { id: "151" }] } },
      field: "informed",
      stored: ["101_4", { label: "Support" }],
    },
    {
      entry: { field_id: 1216, value: { bind_value_objects: [{ username: "cdupont" }, { email: "x@example.net" }] } },
      field: "watchers",
      stored: [104, { label: "x@example.net" }],
    },
    {
      entry: { field_id: 1217, value: { bind_value_objects: [{ short_name: "Testers" }] } },
      field: "informed",
      stored: ["150"],
    },
    { entry: { field_id: 1230, links: [] }, field: "links", stored: [{ id: 1601, type: "" }] },
    { entry: { field_id: 1231, value: [402] }, field: "attachments", stored: [402] },
    { entry: { field_id: 1222, manual_value: "7.5" }, field: "capacity", stored: 7.5 },
    { entry: { field_id: 1222, is_autocomputed: true }, field: "capacity", stored: null },
    { entry: { field_id: 1232, value: { granted_groups: ["150"] } }, field: "permissions", stored: ["150"] },
    { entry: { field_id: 1233, value: [] }, field: "steps", stored: [] },
  ];
  for (const { entry, field, stored } of accepted) {
    test(`stores the entry ${JSON.stringify(entry).slice(0, 70)}`, async () => {
      assert.equal((await client.putEntry(501, entry)).status, 200);
      assert.deepEqual(client.control.readArtifact({ artifactId: 501 }).values[field], stored);
    });
  }

  test("read-only dates and people in the body are passed over", async () => {
    const values = [1248, 1246, 1245, 1247, 1244, 1235].map((field_id) => ({ field_id, value: "x" }));
    const reply = await client.put("/artifacts/501", { values });
    assert.deepEqual([reply.status, reply.headers.etag], [200, "1704721190"]);
  });

  test("of two entries for one field the last one counts", async () => {
    const values = ["first", "last"].map((value) => ({ field_id: 1202, value }));
    await client.put("/artifacts/501", { values });
    assert.equal(client.control.readArtifact({ artifactId: 501 }).values.summary, "last");
  });

  test("an attachment left out is gone", async () => {
    await client.putEntry(501, { field_id: 1231, value: [401] });
    assert.equal((await client.get("/plugins/tracker/attachments/402-my%20file%203.txt")).status, 404);
  });

  test("the reader sees bugs but may write nothing", async () => {
    assert.equal((await client.get("/artifacts/501", { as: "reader" })).status, 200);
    const reply = await client.putEntry(501, { field_id: 1202, value: "New" }, { as: "reader" });
    assert.deepEqual(refusal(reply), [400, "Bad Request: You are not allowed to update the field Summary.\n"]);
    const readOnly = await client.putEntry(501, { field_id: 1202, value: "New" }, { as: "readOnlyAdmin" });
    assert.equal(readOnly.status, 403);
  });

  const workflow: readonly {
    name: string;
    id: number;
    values: unknown[];
    comment?: string;
    message: string | undefined;
  }[] = [
    {
      name: "a transition that is none",
      id: 905,
      values: [{ field_id: 1303, bind_value_ids: [404] }],
      message: 'The transition to the value "Done" is not valid.\n',
    },
    {
      name: "a transition that needs a field",
      id: 906,
      values: [
        { field_id: 1303, bind_value_ids: [403] },
        { field_id: 1304, bind_value_ids: [] },
      ],
      message: "error: Invalid condition: the field 'Assigned to (assigned_to)'must not be empty\n",
    },
    {
      name: "a transition that needs a comment",
      id: 907,
      values: [{ field_id: 1303, bind_value_ids: [404] }],
      message: "error: Comment must not be empty.\n",
    },
    {
      name: "the same transition with its comment",
      id: 907,
      values: [{ field_id: 1303, bind_value_ids: [404] }],
      comment: "Done",
      message: undefined,
    },
    {
      name: "a transition of others",
      id: 908,
      values: [{ field_id: 1303, bind_value_ids: [401] }],
      message: "error: Transition permissions are not respected\n",
    },
    { name: "a frozen field", id: 908, values: [{ field_id: 1301, value: "New" }], message: "Fields are not valid" },
    {
      name: "dates the wrong way round",
      id: 906,
      values: [
        { field_id: 1307, value: "2024-02-02" },
        { field_id: 1308, value: "2024-02-01" },
      ],
      message: "error: Error on the tracker #13 date value : End date must be > to Start date.\n",
    },
    {
      name: "a value that depends on another one",
      id: 906,
      values: [
        { field_id: 1305, bind_value_ids: [411] },
        { field_id: 1306, bind_value_ids: [423] },
      ],
      message: "error: Global rules are not respected in tracker User Stories (#13) - Area(area) -> Part(part)\n",
    },
    {
      name: "a value that goes with nothing chosen",
      id: 906,
      values: [
        { field_id: 1305, bind_value_ids: [] },
        { field_id: 1306, bind_value_ids: [423] },
      ],
      message: "error: Global rules are not respected in tracker User Stories (#13) - Area(area) -> Part(part)\n",
    },
    {
      name: "nothing chosen, where that is allowed",
      id: 906,
      values: [{ field_id: 1306, bind_value_ids: [] }],
      message: undefined,
    },
    {
      name: "a required field that came later",
      id: 902,
      values: [{ field_id: 1309, value: 3 }],
      message: "The field Team (team) is required.\n",
    },
  ];
  for (const { name, id, values, comment, message } of workflow) {
    test(`workflow: ${name}`, async () => {
      const body = { values, ...(comment !== undefined && { comment: { body: comment, format: "text" } }) };
      const reply = await client.put(`/artifacts/${id}`, body);
      assert.deepEqual(
        reply.status === 200 ? undefined : reply.json.error.message,
        message === undefined ? undefined : `Bad Request: ${message}`,
      );
    });
  }
});
