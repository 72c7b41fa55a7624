import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { fieldValue, refusal, useService } from "./client.ts";

suite("Reference service: creating and deleting artifacts", () => {
  const client = useService({ deletionLimit: 2 });

  const title = { field_id: 1202, value: "It breaks" };

  test("a new artifact is 201 with its address and version, and holds the defaults", async () => {
    client.control.freezeClock({ atMs: 1_800_000_000_000 });
    const reply = await client.post("/artifacts", { tracker: { id: 12 }, values: [title] });
    const { allow, location, etag, "last-modified": lastModified } = reply.headers;
    assert.deepEqual(
      { status: reply.status, allow, location, etag, lastModified },
      {
        status: 201,
        allow: "OPTIONS, GET, POST",
        location: `${client.service.baseUrl}/artifacts/2251`,
        etag: "1800000000",
        lastModified: "Fri, 15 Jan 2027 08:00:00 GMT",
      },
    );
    assert.deepEqual(Object.keys(reply.json), ["id", "uri", "tracker"]);
    assert.equal(reply.json.tracker.color, "fiesta-red");
    const { values } = client.control.readArtifact({ artifactId: 2251 });
    const { summary, slogan, status, severity, points } = values;
    assert.deepEqual(
      { summary, slogan, status, severity, points },
      { summary: "It breaks", slogan: "none yet", status: [301], severity: [], points: 1 },
    );
    assert.deepEqual(client.control.newestArtifacts({ trackerId: 12, count: 2 }), [2251, 820]);
  });

  test("«today» is the default of a date", async () => {
    client.control.freezeClock({ atMs: Date.UTC(2027, 0, 15, 23, 30) });
    const { json } = await client.post("/artifacts", { tracker: { id: 14 }, values: [{ field_id: 1401, value: "x" }] });
    assert.equal(fieldValue(await client.get(`/artifacts/${json.id}`), 1411).value, "2027-01-16T00:00:00+01:00");
  });

  test("fields can be given by name, which shows in the address", async () => {
    const body = { tracker: { id: 12 }, values_by_field: { summary: { value: "By name" }, points: { value: 3 } } };
    const reply = await client.post("/artifacts", body);
    assert.equal(reply.json.uri, "artifacts/2251?values_format=by_field");
    assert.match(reply.headers.location ?? "", /\/artifacts\/2251\?values_format=by_field$/);
    assert.equal(client.control.readArtifact({ artifactId: 2251 }).values.points, 3);
  });

  test("another artifact can lend its title", async () => {
    await client.post("/artifacts", { tracker: { id: 14 }, from_artifact: { id: 503 } });
    assert.equal(client.control.readArtifact({ artifactId: 2251 }).values.title, "Nothing but a title");
  });

  const refused: readonly { body: unknown; status?: number; message: string; as?: "reader" }[] = [
    {
      body: { values: [title] },
      message:
        "Invalid value specified for `tracker`. Expecting an item of type `Tuleap\\Tracker\\REST\\TrackerReference`",
    },
    { body: { tracker: {}, values: [title] }, message: "`tracker[id]` is required." },
    { body: { tracker: { id: 12 } }, message: "No valid data are provided" },
    { body: { tracker: { id: 12 }, values: [] }, message: "No valid data are provided" },
    {
      body: { tracker: { id: 12 }, values: [title], values_by_field: { summary: { value: "x" } } },
      message: "Not able to deal with both formats at the same time",
    },
    {
      body: { tracker: { id: 12 }, values_by_field: { x: { value: 1 } } },
      message: "Field x does not exist in the tracker",
    },
    { body: { tracker: { id: 99 }, values: [title] }, status: 404, message: "Tracker not found" },
    {
      body: { tracker: { id: 15 }, values: [{ field_id: 1501, value: "5.0" }] },
      status: 403,
      message: "User can't write in destination tracker",
    },
    {
      body: { tracker: { id: 12 }, values: [title] },
      as: "reader",
      status: 403,
      message: "User can't write in destination tracker",
    },
    {
      body: { tracker: { id: 12 }, values: [{ field_id: 1220, value: 1 }] },
      message: "error: The field Summary (summary) is required.\n",
    },
    {
      body: { tracker: { id: 12 }, values: [{ field_id: 1202, value: 1 }] },
      message: "error: Summary is not a string.\n",
    },
    {
      body: { tracker: { id: 12 }, values: [title, { field_id: 1210, bind_value_ids: [1] }] },
      status: 500,
      message: "Unable to create artifact",
    },
  ];
  for (const { body, status = 400, message, as } of refused) {
    test(`refuses ${JSON.stringify(body).slice(0, 90)}`, async () => {
      const reason = { 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 500: "Internal Server Error" }[status];
      const reply = await client.post("/artifacts", body, { ...(as && { as }) });
      assert.deepEqual(refusal(reply), [status, `${reason}: ${message}`]);
      assert.equal(client.control.hasArtifact({ artifactId: 2251 }), false);
    });
  }

  test("a bad reverse link is 400 although the artifact is made", async () => {
    const links = { field_id: 1230, all_links: [{ id: 99999, direction: "reverse", type: "" }] };
    const reply = await client.post("/artifacts", { tracker: { id: 12 }, values: [title, links] });
    assert.equal(reply.status, 400);
    assert.equal(client.control.hasArtifact({ artifactId: 2251 }), true);
  });

  test("a parent gets the link to its new child", async () => {
    const values = [
      { field_id: 1401, value: "Child" },
      { field_id: 1405, parent: { id: 903 } },
    ];
    await client.post("/artifacts", { tracker: { id: 14 }, values });
    const links = client.control.readArtifact({ artifactId: 903 }).values.links;
    assert.deepEqual((links as unknown[]).at(-1), { id: 2251, type: "_is_child" });
  });

  test("administrators delete up to the limit, everybody for themselves", async () => {
    const answers = [];
    for (const id of [510, 511, 512]) {
      const { status, headers, text } = await client.ask("DELETE", `/artifacts/${id}`, { as: "admin" });
      answers.push([status, headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"], text === ""]);
    }
    assert.deepEqual(answers, [
      [200, "2", "1", true],
      [200, "2", "0", true],
      [429, "2", "0", false],
    ]);
    assert.equal((await client.get("/artifacts/510")).status, 404);
    assert.equal((await client.get("/artifacts/512")).status, 200);
  });

  test("the limit is told in words, without a Retry-After, and slides with the day", async () => {
    client.control.setDeletionLimit({ limit: 1 });
    await client.ask("DELETE", "/artifacts/510", { as: "admin" });
    const reply = await client.ask("DELETE", "/artifacts/511", { as: "admin" });
    assert.deepEqual(refusal(reply), [
      429,
      "Too Many Requests: The limit of artifacts deletions has been reached for the previous 24 hours.",
    ]);
    assert.equal(reply.headers["retry-after"], undefined);
    client.control.advanceClock({ ms: 24 * 3_600_000 + 1000 });
    assert.equal((await client.ask("DELETE", "/artifacts/511", { as: "admin" })).status, 200);
  });

  test("a limit of 0 switches deletion off", async () => {
    client.control.setDeletionLimit({ limit: 0 });
    const reply = await client.ask("DELETE", "/artifacts/510", { as: "admin" });
    assert.deepEqual(refusal(reply), [403, "Forbidden: Deletion of artifacts is not allowed"]);
    assert.deepEqual([reply.headers["x-ratelimit-limit"], reply.headers["x-ratelimit-remaining"]], ["0", "0"]);
  });

  test("others may not delete", async () => {
    const reply = await client.ask("DELETE", "/artifacts/510");
    assert.deepEqual(refusal(reply), [403, "Forbidden"]);
    assert.equal(reply.headers["x-ratelimit-limit"], undefined);
    assert.deepEqual(refusal(await client.ask("DELETE", "/artifacts/99999", { as: "admin" })), [404, "Not Found"]);
    assert.equal((await client.ask("DELETE", "/artifacts/abc", { as: "admin" })).status, 400);
  });
});
