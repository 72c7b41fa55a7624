import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { suite, test } from "mocha";
import type { Fault } from "../../service/faults.ts";
import { startReferenceService } from "../../service/referenceService.ts";
import { Client, refusal, useService } from "./client.ts";

const newTitle = { field_id: 1202, value: "New" };

suite("Reference service: faults and control", () => {
  const client = useService();

  function summary(): unknown {
    return client.control.readArtifact({ artifactId: 501 }).values.summary;
  }

  function fault(fault: Fault, method?: string): void {
    client.control.addFault({ fault, path: "/artifacts/501$", ...(method !== undefined && { method }) });
  }

  test("a reset before nothing is applied, a reset after it is", async () => {
    fault({ kind: "reset", when: "before" });
    await assert.rejects(client.putEntry(501, newTitle), { code: "ECONNRESET" });
    assert.notEqual(summary(), "New");
    fault({ kind: "reset", when: "after" });
    await assert.rejects(client.putEntry(501, newTitle), { code: "ECONNRESET" });
    assert.equal(summary(), "New");
    assert.deepEqual(
      client.service.requests.map((request) => request.status),
      [undefined, undefined],
    );
  });

  test("a fault meets as many matching requests as it says", async () => {
    client.control.addFault({
      method: "put",
      path: /\/artifacts\/\d+$/,
      count: 2,
      fault: { kind: "answer", status: 503, body: "<h1>down</h1>" },
    });
    const statuses = [];
    for (const method of ["GET", "PUT", "PUT", "PUT"]) {
      statuses.push((await client.ask(method, "/artifacts/501", { body: { values: [] } })).status);
    }
    assert.deepEqual(statuses, [200, 503, 503, 200]);
  });

  test("an answer can stand in for the service's own after it was applied", async () => {
    fault({ kind: "answer", status: 502, isApplied: true });
    assert.equal((await client.putEntry(501, newTitle)).status, 502);
    assert.equal(summary(), "New");
  });

  const standIns: readonly { fault: Fault; status: number; type: string; location?: RegExp }[] = [
    { fault: { kind: "loginPage" }, status: 200, type: "text/html; charset=utf-8" },
    {
      fault: { kind: "loginRedirect" },
      status: 302,
      type: "text/html; charset=utf-8",
      location: /^\/account\/login\.php\?return_to=/,
    },
    { fault: { kind: "httpsRedirect" }, status: 301, type: "text/html; charset=utf-8", location: /^https:\/\/127/ },
    { fault: { kind: "badGateway" }, status: 502, type: "text/html; charset=utf-8" },
    { fault: { kind: "unauthorized" }, status: 401, type: "application/json; charset=utf-8" },
    { fault: { kind: "contentType", contentType: "text/plain" }, status: 200, type: "text/plain" },
  ];
  for (const { fault: each, status, type, location } of standIns) {
    test(`answers with ${each.kind}, once`, async () => {
      fault(each);
      const reply = await client.get("/artifacts/501");
      assert.deepEqual([reply.status, reply.headers["content-type"]], [status, type]);
      assert.match(reply.headers.location ?? "", location ?? /^$/);
      assert.equal((await client.get("/artifacts/501")).headers["content-type"], "application/json; charset=utf-8");
    });
  }

  test("a body is cut off, with the whole length announced or only the part's", async () => {
    fault({ kind: "truncate", bytes: 100 });
    await assert.rejects(client.get("/artifacts/501"), { code: "ECONNRESET" });
    fault({ kind: "truncate", bytes: 100, announces: "part" });
    const reply = await client.get("/artifacts/501");
    assert.deepEqual([reply.status, reply.bytes.length, reply.headers["content-length"]], [200, 100, "100"]);
  });

  test("answers can be late or trickle in", async () => {
    const started = performance.now();
    fault({ kind: "delay", ms: 40 });
    await client.get("/artifacts/501");
    assert.ok(performance.now() - started >= 35);
    fault({ kind: "trickle", chunkBytes: 4000, intervalMs: 5 });
    const slow = await client.get("/artifacts/501");
    assert.equal(slow.json.id, 501);
  });

  test("a request can be held until something else is done", async () => {
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    client.control.addFault({ method: "PUT", fault: { kind: "held", until } });
    const held = client.putEntry(501, newTitle);
    await client.get("/artifacts/502");
    assert.notEqual(client.control.readArtifact({ artifactId: 501 }).values["summary"], newTitle.value);
    release();
    assert.equal((await held).status, 200);
    assert.equal(client.control.readArtifact({ artifactId: 501 }).values["summary"], newTitle.value);
  });

  test("a request can be left without an answer", async () => {
    fault({ kind: "hang" });
    const outcome = await Promise.race([
      client.get("/artifacts/501").then(
        () => "answered",
        () => "failed",
      ),
      new Promise((resolve) => setTimeout(resolve, 50, "waiting")),
    ]);
    assert.equal(outcome, "waiting");
  });

  test("versions can be missing", async () => {
    fault({ kind: "dropEtag" });
    const withoutEtag = (await client.get("/artifacts/501")).headers;
    assert.deepEqual([withoutEtag.etag, typeof withoutEtag["last-modified"]], [undefined, "string"]);
    fault({ kind: "dropVersions" });
    const without = (await client.get("/artifacts/501")).headers;
    assert.deepEqual([without.etag, without["last-modified"]], [undefined, undefined]);
    fault({ kind: "headers", set: { Etag: "7" }, remove: ["last-modified"] });
    const altered = (await client.get("/artifacts/501")).headers;
    assert.deepEqual([altered.etag, altered["last-modified"]], ["7", undefined]);
  });

  test("somebody else edits just before or just after a request", async () => {
    const edit = { artifactId: 501, values: [{ field: "slogan", value: "Theirs" }] };
    fault({ kind: "edit", when: "before", edit }, "PUT");
    const headers = { "If-match": "1704721190" };
    assert.equal((await client.putEntry(501, newTitle, { headers })).status, 412);
    fault(
      {
        kind: "edit",
        when: "after",
        edit: { ...edit, isSameSecond: true, values: [{ field: "slogan", value: "Again" }] },
      },
      "PUT",
    );
    const saved = await client.putEntry(501, newTitle);
    const now = client.control.readArtifact({ artifactId: 501 });
    assert.deepEqual([String(now.version), now.values.slogan], [saved.headers.etag, "Again"]);
  });

  test("a compressing proxy loses the Etag where gzip is accepted, of an empty answer, too", async () => {
    client.control.changeSettings({ dropEtagWhenCompressed: true });
    const headers = { "Accept-Encoding": "gzip, deflate" };
    const zipped = await client.get("/artifacts/501", { headers });
    assert.deepEqual([zipped.headers["content-encoding"], zipped.headers.etag], ["gzip", undefined]);
    assert.equal(zipped.headers["last-modified"], "Mon, 08 Jan 2024 13:39:50 GMT");
    assert.equal(JSON.parse(gunzipSync(zipped.bytes).toString()).id, 501);
    const plain = await client.get("/artifacts/501", { headers: { "Accept-Encoding": "identity" } });
    assert.equal(plain.headers.etag, "1704721190");
    const saved = await client.putEntry(501, newTitle, { headers });
    assert.deepEqual([saved.status, saved.headers.etag], [200, undefined]);
    const created = await client.ask("POST", "/artifacts", {
      body: { tracker: { id: 16 }, values: [{ field_id: 1601, value: "New" }] },
      headers,
    });
    assert.deepEqual([created.status, typeof created.headers.etag], [201, "string"]);
  });

  test("an attachment can name a foreign host", async () => {
    const { id } = client.control.addAttachment({
      artifactId: 503,
      name: "evil.txt",
      text: "x",
      htmlUrl: "https://elsewhere.example/evil.txt",
    });
    const { values } = (await client.get("/artifacts/503")).json;
    const files = values.find((each: { type: string }) => each.type === "file").file_descriptions;
    assert.deepEqual(
      files.map((each: { id: number; html_url: string }) => [each.id, each.html_url]),
      [[id, "https://elsewhere.example/evil.txt"]],
    );
  });

  test("rights on a field can be taken away", async () => {
    client.control.setFieldPermissions({ fieldId: 1202, update: [] });
    assert.deepEqual(refusal(await client.putEntry(501, newTitle)), [
      400,
      "Bad Request: You are not allowed to update the field Summary.\n",
    ]);
  });

  test("the log holds what was asked and what became of it", async () => {
    await client.putEntry(501, newTitle, { headers: { "If-match": "1" } });
    const [logged] = client.service.requests;
    assert.deepEqual(
      [logged?.method, logged?.path, logged?.headers["if-match"], logged?.body, logged?.status],
      ["PUT", "/api/v1/artifacts/501", "1", JSON.stringify({ values: [newTitle] }), 412],
    );
    client.service.clearRequests();
    assert.deepEqual(client.service.requests, []);
  });

  test("the same control is there over HTTP, for other processes", async () => {
    const control = async (name: string, argument: unknown = {}) =>
      (await client.ask("POST", `/_control/${name}`, { as: null, body: argument })).json;
    const edited = await control("editArtifact", { artifactId: 501, values: [{ field: "summary", value: "Theirs" }] });
    assert.deepEqual([edited.values.summary, edited.lastUpdatedBy, edited.comments.length], ["Theirs", "cdupont", 1]);
    await control("addFault", { path: "artifacts/501$", fault: { kind: "badGateway" } });
    assert.equal((await client.get("/artifacts/501")).status, 502);
    assert.equal((await control("requests")).at(-1).status, 502);
    assert.equal((await control("keys")).member, client.service.keys.member);
    assert.match((await control("readArtifact", { artifactId: 1 })).error, /no artifact 1/);
    await control("reset");
    assert.notEqual(summary(), "Theirs");
    assert.equal((await client.ask("POST", "/_control/answerHttp", { body: {} })).status, 404);
  });

  test("the clock is the caller's, stands still and moves on demand", async () => {
    const service = await startReferenceService({ clock: () => 1_700_000_000_999 });
    try {
      const own = new Client(() => service);
      assert.equal((await own.putEntry(501, newTitle)).headers.etag, "1700000000");
      service.control.advanceClock({ ms: 5000 });
      assert.equal((await own.putEntry(501, { ...newTitle, value: "Newer" })).headers.etag, "1700000005");
    } finally {
      await service.close();
    }
  });

  test("closing cuts connections that wait", async () => {
    const service = await startReferenceService();
    const own = new Client(() => service);
    service.control.addFault({ fault: { kind: "hang" } });
    const waiting = own.get("/artifacts/501");
    setTimeout(() => void service.close(), 20);
    await assert.rejects(waiting);
  });
});
