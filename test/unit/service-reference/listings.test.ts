import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { startReferenceService } from "../../service/referenceService.ts";
import { Client, refusal, useService } from "./client.ts";

function paging(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return ["limit", "offset", "size", "limit-max"].map((name) => Number(headers[`x-pagination-${name}`]));
}

function query(text: unknown): string {
  return encodeURIComponent(typeof text === "string" ? text : JSON.stringify(text));
}

const unsupported = (name: string) =>
  `The field '${name}' is not supported. Please\nrefer to the documentation for the allowed comparisons.`;

suite("Reference service: listings", () => {
  const client = useService();

  const routes: readonly { path: string; limits: [number, number]; min?: 0 }[] = [
    { path: "/projects", limits: [10, 50], min: 0 },
    { path: "/projects/101/trackers?representation=minimal", limits: [10, 50], min: 0 },
    { path: "/projects/122/svn", limits: [10, 50] },
    { path: "/trackers/12/artifacts", limits: [100, 1000] },
    { path: "/trackers/12/tracker_reports", limits: [10, 1000] },
    { path: "/tracker_reports/121/artifacts", limits: [10, 50] },
    { path: `/artifacts?query=${query({ id: [501, 99999, 1601] })}`, limits: [100, 100] },
    { path: "/artifacts/501/changesets", limits: [10, 50] },
    { path: "/artifacts/501/linked_artifacts?direction=forward", limits: [10, 50] },
    { path: `/users/self/artifacts?query=${query({ submitted_by: true })}`, limits: [250, 250] },
  ];
  for (const { path, limits, min } of routes) {
    test(`${path} has its limits`, async () => {
      const [fallback, max] = limits;
      const reply = await client.get(path);
      const [limit, offset, , limitMax] = paging(reply.headers);
      assert.deepEqual([reply.status, limit, offset, limitMax], [200, fallback, 0, max]);
      const join = path.includes("?") ? "&" : "?";
      assert.deepEqual(refusal(await client.get(`${path}${join}limit=${max + 1}`)), [
        400,
        `Bad Request: Invalid value specified for \`limit\`. Maximum allowed value is ${max}.`,
      ]);
      const none = await client.get(`${path}${join}limit=0`);
      assert.equal(none.status, min === 0 ? 200 : 400);
    });
  }

  test("projects are those the caller may see", async () => {
    const ids = async (as: "member" | "reader" | "admin", suffix = "") =>
      (await client.get(`/projects${suffix}`, { as })).json.map((project: { id: number }) => project.id);
    assert.deepEqual(await ids("member"), [101, 102, 122]);
    assert.deepEqual(await ids("reader"), [101, 122]);
    assert.deepEqual(await ids("admin"), [101, 102, 103, 122]);
    assert.deepEqual(await ids("reader", `?query=${query({ is_member_of: true })}`), []);
    assert.deepEqual(await ids("member", `?query=${query({ shortname: "kitchen" })}`), [102]);
    assert.deepEqual(await ids("member", "?limit=1&offset=1"), [102]);
    assert.equal((await client.get(`/projects?query=${query({ is_member_of: false })}`)).status, 400);
    assert.deepEqual(refusal(await client.get("/projects?query=x")), [
      400,
      "Bad Request: query parameter must be a json object or empty",
    ]);
  });

  test("a project is 404, 403 or 400", async () => {
    assert.deepEqual(refusal(await client.get("/projects/999")), [404, "Not Found: Project does not exist"]);
    assert.equal((await client.get("/projects/103")).status, 403);
    assert.equal((await client.get("/projects/abc")).status, 400);
    const { resources, label, icon } = (await client.get("/projects/122")).json;
    assert.deepEqual(
      [label, icon, resources.at(-1)],
      ["SVN plugin test", "", { type: "svn", uri: "projects/122/svn" }],
    );
  });

  test("trackers are those the caller may see", async () => {
    const ids = async (as: "member" | "admin") =>
      (await client.get("/projects/101/trackers?representation=minimal", { as })).json.map(
        (each: { id: number }) => each.id,
      );
    assert.deepEqual(await ids("member"), [12, 13, 14, 15, 16, 21]);
    assert.deepEqual(await ids("admin"), [12, 13, 14, 15, 16, 17, 21]);
    assert.deepEqual((await client.get("/trackers/17")).json.error, {
      code: 404,
      message: "Not Found",
      i18n_error_message: "You cannot access this tracker or it does not exist",
    });
    assert.deepEqual(refusal(await client.get("/trackers/99")), [404, "Not Found"]);
  });

  test("a tracker's structure lists fields, values without None, semantics and workflow", async () => {
    const { fields, semantics, structure, permissions_for_groups } = (await client.get("/trackers/12")).json;
    const status = fields.find((field: { name: string }) => field.name === "status");
    assert.deepEqual(status.values.at(-1), { id: 305, label: "Postponed", is_hidden: true, value_color: "" });
    assert.deepEqual(status.default_value, [{ id: 301, label: "New" }]);
    assert.equal(
      status.values.some((value: { id: number }) => value.id === 100),
      false,
    );
    assert.equal(
      fields.some((field: { name: string }) => ["security_note", "old_field"].includes(field.name)),
      false,
    );
    assert.deepEqual(semantics.title, { field_id: 1202 });
    assert.deepEqual([structure[0].id, structure[0].content[0]], [1200, { id: 1202, content: null }]);
    assert.equal(permissions_for_groups, null);
    const { workflow } = (await client.get("/trackers/13")).json;
    assert.deepEqual([workflow.is_used, workflow.transitions[0]], ["1", { id: 1, from_id: null, to_id: 401 }]);
    const none = (await client.get("/trackers/12")).json.workflow;
    assert.deepEqual(
      [none.field_id, none.is_used, none.rules, none.transitions],
      [0, "", { dates: [], lists: [] }, []],
    );
  });

  test("transitions are those the caller may take, all of them for administrators", async () => {
    const idsFor = async (as: "member" | "admin") => {
      const { workflow } = (await client.get("/trackers/13", { as })).json;
      return workflow.transitions.map((each: { id: number }) => each.id);
    };
    assert.deepEqual(await idsFor("member"), [1, 2, 3, 4, 6]);
    assert.deepEqual(await idsFor("admin"), [1, 2, 3, 4, 5, 6]);
    client.control.setFieldPermissions({ fieldId: 1303, read: ["101_4"] });
    assert.equal((await client.get("/trackers/13")).json.workflow, null);
  });

  test("open artifacts of one's own are also those of trackers without a status", async () => {
    const own = await client.get(`/users/self/artifacts?query=${query({ submitted_by: true })}`);
    const trackers = new Set(own.json.map((each: { tracker: { id: number } }) => each.tracker.id));
    assert.ok(trackers.has(12) && trackers.has(21));
  });

  test("values of lists of people and groups stand for them under other ids and names", async () => {
    const { fields } = (await client.get("/trackers/12")).json;
    const valuesOf = (fieldId: number) => fields.find((each: { field_id: number }) => each.field_id === fieldId).values;
    const [members, , testers] = valuesOf(1213);
    assert.deepEqual([members.id, members.label], [12130, "ugroup_project_members_name_key"]);
    assert.deepEqual(
      [members, testers].map(({ ugroup_reference: { id, label } }) => [id, label]),
      [
        ["101_3", "Project members"],
        ["150", "Testers"],
      ],
    );
    // Of an open list all groups of the project, bound or not, as they are.
    const groupIds = valuesOf(1217).map(({ id }: { id: string }) => id);
    assert.deepEqual(groupIds, ["101_3", "101_4", "150", "151"]);
    assert.deepEqual(valuesOf(1211)[0].user_reference.real_name, "Jane Doe (jdoe)");
  });

  test("a tracker's artifacts come cheap, in both orders, invisible ones counted", async () => {
    const first = await client.get("/trackers/12/artifacts?limit=10");
    assert.deepEqual(paging(first.headers), [10, 0, 320, 1000]);
    const ids = first.json.map((artifact: { id: number }) => artifact.id);
    assert.deepEqual(ids, [501, 502, 503, 504, 505, 506, 508, 509, 510]);
    assert.equal(first.json[0].values, null);
    const last = await client.get("/trackers/12/artifacts?limit=2&order=desc&values=all");
    assert.deepEqual(
      last.json.map((artifact: { id: number }) => artifact.id),
      [820, 819],
    );
    assert.ok(last.json[0].values.length > 10);
    const beyond = await client.get("/trackers/12/artifacts?offset=320");
    assert.deepEqual(beyond.json, []);
  });

  test("a hundred thousand artifacts are there at once", async () => {
    const service = await startReferenceService({ artifactCount: 100_000 });
    try {
      const large = new Client(() => service);
      const reply = await large.get("/trackers/16/artifacts?limit=2&order=desc");
      assert.deepEqual(paging(reply.headers), [2, 0, 100_000, 1000]);
      assert.deepEqual(
        reply.json.map((artifact: { id: number }) => artifact.id),
        [102_000, 101_999],
      );
      service.control.deleteArtifact({ artifactId: 102_000 });
      const { json } = await large.post("/artifacts", {
        tracker: { id: 16 },
        values: [{ field_id: 1601, value: "x" }],
      });
      assert.equal(json.id, 102_001);
      const after = await large.get("/trackers/16/artifacts?limit=2&order=desc");
      assert.deepEqual(
        after.json.map((artifact: { id: number }) => artifact.id),
        [102_001, 101_999],
      );
      await large.putEntry(2001, { field_id: 1601, value: "Changed" });
      assert.equal(service.control.readArtifact({ artifactId: 2001 }).values.title, "Changed");
    } finally {
      await service.close();
    }
  });

  const queries: readonly { query: unknown; found: number[] | string }[] = [
    { query: { summary: "nothing but" }, found: [503] },
    { query: { summary: { operator: "contains", value: "ATTACHMENTS OF" } }, found: [502] },
    { query: { 1207: "305" }, found: [504] },
    { query: { points: { operator: "contains", value: 42 } }, found: [501] },
    {
      query: { points: { operator: "=", value: 42 } },
      found: "Unallowed operator for criterion field 'points' (1220). Allowed operators: [contains]",
    },
    { query: { x: 1, y: 2 }, found: "Following fields do not exist: x, y" },
    { query: { summary: { value: 1 } }, found: "Criterion for field summary is malformed" },
    { query: { summary: { operator: "<", value: "a" } }, found: "Invalid operator for field summary" },
    { query: "{", found: "Criteria syntax error, invalid JSON" },
  ];
  for (const { query: text, found } of queries) {
    test(`query ${JSON.stringify(text)}`, async () => {
      const reply = await client.get(`/trackers/12/artifacts?query=${query(text)}`);
      assert.deepEqual(
        reply.status === 200 ? reply.json.map((each: { id: number }) => each.id) : reply.json.error.message,
        typeof found === "string" ? `Bad Request: ${found}` : found,
      );
    });
  }

  const expert: readonly { text: string; found: number[] | string }[] = [
    { text: 'title = "nothing but"', found: [503] },
    { text: 'title = "attachments of" OR (title = "nothing but" AND status = "New")', found: [502, 503] },
    { text: 'status IN("Postponed") AND status NOT IN("New", "Open")', found: [504] },
    { text: "points = 42 AND points BETWEEN(40, 50)", found: [501] },
    { text: "@comments = 'Looking into it' AND assigned_to = MYSELF() AND title = 'every field'", found: [501] },
    { text: "IS LINKED TO ARTIFACT = 1601", found: [501] },
    { text: "submitted_on > NOW() - 1w", found: [] },
    { text: 'tags = "crash"', found: unsupported("tags") },
    { text: 'links = "5"', found: unsupported("links") },
    { text: "capacity = 5", found: unsupported("capacity") },
    { text: "artifact_id = 5", found: unsupported("artifact_id") },
    { text: "status = OPEN()", found: "The list field 'status' cannot be compared to OPEN()." },
    { text: "title =", found: "Error during parsing expert query" },
    { text: 'status = "Nowhere"', found: "The value 'Nowhere' doesn't exist for the list field 'status'." },
  ];
  for (const { text, found } of expert) {
    test(`expert query ${text}`, async () => {
      const reply = await client.get(`/trackers/12/artifacts?expert_query=${query(text)}`);
      assert.deepEqual(
        reply.status === 200 ? reply.json.map((each: { id: number }) => each.id) : reply.json.error.message,
        typeof found === "string" ? `Bad Request: ${found}` : found,
      );
    });
  }

  test("a tracker's list takes one level of backslashes away from its queries", async () => {
    client.control.editArtifact({ artifactId: 502, values: [{ field_id: 1202, value: 'They say "hi\\ho"' }] });
    const found = async (name: string, text: string) => {
      const reply = await client.get(`/trackers/12/artifacts?${name}=${encodeURIComponent(text)}`);
      return reply.status === 200 ? reply.json.map((each: { id: number }) => each.id) : reply.json.error.message;
    };
    const inJson = JSON.stringify({ summary: 'say "hi\\ho"' });
    const syntaxError = "Bad Request: Error during parsing expert query";
    assert.equal(await found("expert_query", String.raw`title = "say \"hi"`), syntaxError);
    assert.deepEqual(await found("expert_query", String.raw`title = "say \\"hi"`), [502]);
    assert.deepEqual(await found("expert_query", String.raw`title = 'say "hi\\\\ho"'`), [502]);
    assert.equal(await found("query", inJson), "Bad Request: Criteria syntax error, invalid JSON");
    assert.deepEqual(await found("query", inJson.replaceAll("\\", "\\\\")), [502]);
  });

  test("an expert query for what nobody knows is 400", async () => {
    for (const name of ["test", "@title", "@status"]) {
      const reply = await client.get(`/trackers/12/artifacts?expert_query=${query(`${name} = 1`)}`);
      const start = `Bad Request: We cannot search on '${name}', we don't know what it refers to`;
      assert.ok(reply.json.error.message.startsWith(start), reply.json.error.message);
    }
  });

  test("several artifacts by id, without the ones that cannot be seen", async () => {
    const reply = await client.get(`/artifacts?query=${query({ id: [502, 99999, 1601, 501] })}`);
    assert.deepEqual(
      reply.json.collection.map((each: { id: number }) => each.id),
      [501, 502],
    );
    assert.ok(reply.json.collection[0].values && reply.json.collection[0].values_by_field);
    assert.equal(paging(reply.headers)[2], 4);
    const refused = async (text: unknown) => refusal(await client.get(`/artifacts?query=${query(text)}`));
    assert.deepEqual(await refused({ id: Array.from({ length: 101 }, (_, index) => index + 1) }), [
      403,
      "Forbidden: No more than 100 artifacts can be requested at once.",
    ]);
    assert.deepEqual(await refused({ id: ["x"] }), [400, "Bad Request: id must be an array of int"]);
    assert.deepEqual(await refused({}), [400, "Bad Request: Missing id entry in the query parameter"]);
    assert.deepEqual(await refused("{"), [400, 'Bad Request: parameter "query" syntax error, invalid JSON']);
    assert.equal((await client.get("/artifacts")).status, 400);
  });

  test("history is sliced ascending and reversed only within the page", async () => {
    for (const body of ["one", "two", "three"]) {
      client.control.addComment({ artifactId: 501, body });
    }
    const bodies = async (suffix: string) =>
      (await client.get(`/artifacts/501/changesets${suffix}`)).json.map(
        (each: { last_comment: { body: string } }) => each.last_comment.body,
      );
    assert.deepEqual(await bodies("?limit=2&order=desc"), ["Looking into it.", ""]);
    assert.deepEqual(await bodies("?fields=comments"), ["Looking into it.", "one", "two", "three"]);
    const page = await client.get("/artifacts/501/changesets?limit=2&offset=4&order=desc&fields=comments");
    assert.deepEqual([page.json[0].values, paging(page.headers)], [[], [2, 4, 5, 50]]);
    assert.equal((await client.get("/artifacts/501/changesets?order=DESC")).status, 400);
  });

  test("links by type and direction", async () => {
    const { natures } = (await client.get("/artifacts/902/links")).json;
    assert.deepEqual(natures[0], {
      shortname: "_is_child",
      direction: "forward",
      label: "Child",
      uri: "artifacts/902/linked_artifacts?nature=_is_child&direction=forward",
    });
    const linked = await client.get(`/${natures[0].uri}`);
    assert.deepEqual(
      linked.json.collection.map((each: { id: number }) => each.id),
      [1102],
    );
    const flat = await client.get(`/${natures[0].uri}&output_format=flat`);
    assert.equal(typeof flat.json[0].title, "string");
  });

  test("reports: own private ones are listed, others' are 403, unknown ones 404", async () => {
    const reports = (await client.get("/trackers/12/tracker_reports")).json;
    assert.deepEqual(
      reports.map((each: { id: number }) => each.id),
      [121, 122, 128],
    );
    assert.equal((await client.get("/tracker_reports/129/artifacts")).status, 403);
    assert.equal((await client.get("/tracker_reports/999/artifacts")).status, 404);
    const open = await client.get("/tracker_reports/122/artifacts?limit=50");
    assert.equal(
      open.json.every((each: { is_open: boolean }) => each.is_open),
      true,
    );
  });

  test("users by id, by text and by name", async () => {
    assert.equal((await client.get("/users/self")).json.username, "jdoe");
    assert.deepEqual(refusal(await client.get("/users/x-y")), [
      400,
      "Bad Request: Provided User Id is not well formed.",
    ]);
    assert.deepEqual(refusal(await client.get("/users/9999")), [404, "Not Found: User Id not found"]);
    assert.deepEqual(refusal(await client.get("/users?query=ja")), [
      400,
      "Bad Request: Invalid value specified for `query`. Minimum 3 characters required.",
    ]);
    assert.deepEqual(
      (await client.get("/users?query=jane")).json.map((each: { id: number }) => each.id),
      [102],
    );
    const named = await client.get(`/users?query=${query({ username: "mmeier" })}`);
    assert.deepEqual(
      named.json.map((each: { id: number }) => each.id),
      [103],
    );
    assert.equal((await client.get("/users/103/history")).status, 403);
    assert.equal((await client.get("/users/102/history")).json.entries[0].xref, "bug #501");
    const { id, expiration_date } = (await client.get("/access_keys/self")).json;
    assert.deepEqual([id, expiration_date], [22, null]);
  });
});

suite("Reference service: full text", () => {
  const client = useService({ hasFullText: true });

  test("finds what has all the words in its texts and may be seen", async () => {
    const { status, json, headers } = await client.post("/search?limit=2", { keywords: "crash report" });
    assert.equal(status, 200);
    assert.equal(json.length, 2);
    assert.equal(headers["x-pagination-limit-max"], "50");
    assert.deepEqual(
      json.map(({ type, xref, per_type_id }: { type: string; xref: string; per_type_id: number }) => [
        type,
        xref,
        per_type_id,
      ]),
      json.map(({ per_type_id }: { per_type_id: number }) => ["artifact", `bug #${per_type_id}`, per_type_id]),
    );
  });

  test("refuses fewer than three characters", async () => {
    assert.equal((await client.post("/search", { keywords: "cr" })).status, 400);
    assert.equal((await client.post("/search", {})).status, 400);
  });
});

suite("Reference service: a minimal one", () => {
  const client = useService({ listing: "minimal" });

  test("everything else is 404", async () => {
    const found = [
      "/version",
      "/projects",
      "/trackers/12",
      "/trackers/12/artifacts",
      "/artifacts",
      "/svn/90",
      "/users/self",
      "/search",
    ];
    for (const path of [...found, "/artifacts/501/changesets", "/artifact_files/401"]) {
      assert.equal((await client.get(path)).status, 404, path);
    }
  });

  test("artifacts, their attachments and the two SVN writes stay", async () => {
    assert.equal((await client.get("/artifacts/501")).status, 200);
    assert.equal((await client.put("/artifacts/501", { values: [] })).status, 200);
    assert.equal((await client.get("/plugins/tracker/attachments/401-screenshot.png")).status, 200);
    assert.equal((await client.post("/svn", {})).status, 400);
    assert.equal((await client.put("/svn/90", {})).status, 400);
  });
});
