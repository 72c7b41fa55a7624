import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { fieldValue, refusal, useService } from "./client.ts";

suite("Reference service: attachments", () => {
  const client = useService();

  async function description(id: number) {
    const { file_descriptions } = fieldValue(await client.get("/artifacts/502"), 1231);
    return file_descriptions.find((each: { id: number }) => each.id === id);
  }

  test("the address is relative to the host and needs the key", async () => {
    const text = fieldValue(await client.get("/artifacts/501"), 1231).file_descriptions[1];
    assert.deepEqual(text, {
      id: 402,
      submitted_by: 102,
      description: "",
      name: "my file 3.txt",
      size: 18,
      type: "text/plain",
      html_url: "/plugins/tracker/attachments/402-my%20file%203.txt",
      html_preview_url: null,
      uri: "artifact_files/402",
    });
    const reply = await client.get(text.html_url);
    const { "content-type": type, "content-disposition": disposition, "accept-ranges": ranges } = reply.headers;
    assert.deepEqual([reply.status, reply.text, type, ranges], [200, "just some text\r\n\r\n", "text/plain", "bytes"]);
    assert.match(disposition ?? "", /^attachment; filename="my file 3\.txt"/);
  });

  const magic: readonly { id: number; starts: string; ends?: string }[] = [
    { id: 405, starts: "89504e470d0a1a0a", ends: "49454e44ae426082" },
    { id: 406, starts: Buffer.from("%PDF-1.4").toString("hex") },
    { id: 407, starts: "504b0304" },
  ];
  for (const { id, starts, ends = "" } of magic) {
    test(`attachment ${id} is what its type says`, async () => {
      const { html_url, size } = await description(id);
      const { bytes } = await client.get(html_url);
      const hex = bytes.toString("hex");
      assert.deepEqual([bytes.length, hex.startsWith(starts), hex.endsWith(ends)], [size, true, true]);
    });
  }

  test("names with spaces and umlauts, big and empty files arrive whole", async () => {
    const umlauts = await description(404);
    assert.equal((await client.get(umlauts.html_url)).text, "Größe: 42 µm – ganz schön klein ✓\n");
    const big = await client.get((await description(408)).html_url);
    assert.deepEqual([big.bytes.length, big.headers["content-length"]], [8_388_608, "8388608"]);
    assert.equal((await client.get((await description(409)).html_url)).bytes.length, 0);
  });

  test("ranges are 206, the same URL with another name is 404", async () => {
    const { html_url } = await description(403);
    const range = await client.get(html_url, { headers: { Range: "bytes=5-9" } });
    const whole = await client.get(html_url);
    assert.deepEqual([range.status, range.text], [206, whole.text.slice(5, 10)]);
    assert.equal(range.headers["content-range"], `bytes 5-9/${whole.bytes.length}`);
    assert.equal((await client.get(html_url, { headers: { Range: "bytes=9999-" } })).status, 502);
    assert.equal((await client.get(html_url.replace("server", "other"))).status, 404);
  });

  test("errors are HTML: 403 for a bad key, 404 for none and for what is hidden, 302 for browsers", async () => {
    const { html_url } = await description(403);
    const answers = [
      await client.get(html_url, { as: "expired" }),
      await client.get(html_url, { as: null }),
      await client.get("/plugins/tracker/attachments/465-testers.txt", { as: "reader" }),
      await client.get("/plugins/tracker/attachments/99999-x", { headers: { Accept: "text/html" } }),
    ];
    assert.deepEqual(
      answers.map((reply) => reply.status),
      [403, 404, 404, 302],
    );
    assert.ok(answers.every((reply) => reply.headers["content-type"] === "text/html; charset=utf-8"));
    assert.match(answers[3]?.headers.location ?? "", /^\/account\/login\.php\?return_to=/);
  });

  test("browser-like cross-site requests are refused", async () => {
    const { html_url } = await description(403);
    const reply = await client.get(html_url, { headers: { "Sec-Fetch-Site": "cross-site" } });
    assert.deepEqual(
      [reply.status, reply.text],
      [403, "Request has been rejected based on its Fetch Metadata headers"],
    );
  });

  test("what is not the API is an HTML 404, or the login page for browsers", async () => {
    assert.equal((await client.get("/projects/guinea-pig")).status, 404);
    assert.equal((await client.get("/projects/guinea-pig", { headers: { Accept: "text/html" } })).status, 302);
  });

  test("an attachment can be read in slices", async () => {
    const reply = await client.get("/artifact_files/402?offset=5&limit=4");
    assert.equal(Buffer.from(reply.json.data, "base64").toString(), "some");
    assert.deepEqual(
      ["size", "limit", "offset", "limit-max"].map((name) => reply.headers[`x-pagination-${name}`]),
      ["18", "4", "5", "1048576"],
    );
    assert.equal(reply.headers["x-upload-max-file-chunksize"], "1048576");
    assert.equal((await client.get("/artifact_files/402?limit=1048577")).status, 400);
    assert.equal((await client.get("/artifact_files/465", { as: "reader" })).status, 404);
  });

  test("a file is announced, sent in parts and attached", async () => {
    const body = { name: "new.txt", file_size: 10, file_type: "text/plain" };
    const announced = await client.post("/tracker_fields/1231/files", body);
    const { id, upload_href, download_href } = announced.json;
    assert.deepEqual([announced.status, download_href], [200, `/plugins/tracker/attachments/${id}-new.txt`]);
    assert.equal((await client.post("/tracker_fields/1231/files", body)).json.id, id);
    assert.equal((await client.post("/tracker_fields/1231/files", body, { as: "colleague" })).status, 409);
    const patch = (offset: string, text: string, more = {}) =>
      client.ask("PATCH", upload_href, {
        body: text,
        headers: {
          "Tus-Resumable": "1.0.0",
          "Content-Type": "application/offset+octet-stream",
          "Upload-Offset": offset,
          ...more,
        },
      });
    assert.equal((await patch("0", "12345")).headers["upload-offset"], "5");
    assert.equal((await client.putEntry(503, { field_id: 1231, value: [id] })).status, 404);
    assert.equal((await patch("0", "x")).status, 409);
    assert.equal((await patch("5", "x", { "Content-Type": "text/plain" })).status, 415);
    assert.equal((await patch("5", "x", { "Tus-Resumable": "0.2" })).status, 412);
    for (const as of [null, "colleague"] as const) {
      assert.equal((await client.ask("HEAD", upload_href, { as, headers: { "Tus-Resumable": "1.0.0" } })).status, 404);
    }
    assert.equal((await patch("5", "67890")).status, 204);
    assert.equal((await client.putEntry(503, { field_id: 1231, value: [id] })).status, 200);
    assert.equal((await client.get(download_href)).text, "1234567890");
  });

  /** Announces a file of ten bytes; gives its id and where it goes. */
  async function announced(as: "member" | "colleague" = "member"): Promise<{ id: number; href: string }> {
    const body = { name: "new.txt", file_size: 10, file_type: "text/plain" };
    const { id, upload_href } = (await client.post("/tracker_fields/1231/files", body, { as })).json;
    return { id, href: upload_href };
  }

  function patch(href: string, offset: number, body: string, more: Record<string, string> = {}) {
    const type = "application/offset+octet-stream";
    const headers = { "Tus-Resumable": "1.0.0", "Content-Type": type, "Upload-Offset": String(offset), ...more };
    return client.ask("PATCH", href, { body, headers });
  }

  async function offsetAt(href: string): Promise<string | undefined> {
    const { headers } = await client.ask("HEAD", href, { headers: { "Tus-Resumable": "1.0.0" } });
    return headers["upload-offset"] as string | undefined;
  }

  test("what came before a break counts, over a restart too, and what is too much is cut off", async () => {
    const { href } = await announced();
    client.control.addFault({ method: "PATCH", fault: { kind: "breakOff", afterBytes: 3 } });
    await assert.rejects(patch(href, 0, "1234567890"));
    assert.equal(await offsetAt(href), "3");
    await client.service.restart();
    assert.equal(await offsetAt(href), "3");
    const rest = await patch(href, 3, "4567890 and more");
    assert.deepEqual([rest.status, rest.headers["upload-offset"]], [204, "10"]);
  });

  test("an upload that is written to is locked, one that is cancelled, attached or four hours old is gone", async () => {
    const { id, href } = await announced();
    const headers = { "Tus-Resumable": "1.0.0" };
    client.control.lockUpload({ id, isLocked: true });
    assert.equal((await patch(href, 0, "1")).status, 423);
    assert.equal((await client.ask("DELETE", href, { headers })).status, 423);
    client.control.lockUpload({ id, isLocked: false });
    assert.equal((await client.ask("DELETE", href, { headers })).status, 204);
    assert.equal((await patch(href, 0, "1")).status, 404);
    const late = await announced();
    assert.equal((await patch(late.href, 0, "1234567890")).status, 204);
    client.control.advanceClock({ ms: (4 * 3600 + 1) * 1000 });
    assert.equal((await client.ask("HEAD", late.href, { headers })).status, 404);
    assert.equal((await client.putEntry(503, { field_id: 1231, value: [late.id] })).status, 404);
    const anew = await announced();
    assert.notEqual(anew.id, late.id);
    assert.equal((await patch(anew.href, 0, "1234567890")).status, 204);
    assert.equal((await client.putEntry(503, { field_id: 1231, value: [anew.id] })).status, 200);
    assert.equal((await client.ask("HEAD", anew.href, { headers })).status, 404);
  });

  test("an upload needs the version of the protocol and an offset; OPTIONS needs no key, GET is a page", async () => {
    const { href } = await announced();
    assert.equal((await client.ask("HEAD", href)).status, 412);
    assert.equal((await patch(href, 0, "1", { "Upload-Offset": "x" })).status, 400);
    assert.equal((await client.ask("OPTIONS", href, { as: null })).status, 204);
    const page = await client.get(href);
    assert.deepEqual([page.status, page.headers["content-type"]], [405, "text/html; charset=utf-8"]);
  });

  test("what is not attached yet is there for its uploader alone", async () => {
    const { id, href } = await announced();
    const address = `/plugins/tracker/attachments/${id}-new.txt`;
    assert.equal((await client.get(address)).status, 404);
    await patch(href, 0, "1234567890");
    assert.equal((await client.get(address)).text, "1234567890");
    assert.equal((await client.get(address, { as: "colleague" })).status, 404);
  });

  test("an older service has temporary files alone, of which a person has a quota", async () => {
    client.control.changeSettings({ hasResumableUploads: false, maxUploadBytes: 5 });
    const field = (await client.get("/trackers/12")).json.fields.find((each: { type: string }) => each.type === "file");
    assert.deepEqual([field.file_creation_uri, field.max_size_upload], [undefined, undefined]);
    const announcement = { name: "x", file_size: 1, file_type: "text/plain" };
    assert.equal((await client.post("/tracker_fields/1231/files", announcement)).status, 404);
    const make = (text: string) =>
      client.post("/artifact_temporary_files", { name: "o", mimetype: "text/plain", content: btoa(text) });
    assert.equal((await make("1234")).status, 201);
    assert.deepEqual(refusal(await make("12")), [400, "Bad Request: You exceeded your quota"]);
    assert.equal((await make("")).status, 400);
    client.control.advanceClock({ ms: (3 * 24 * 3600 + 1) * 1000 });
    assert.equal((await make("12")).status, 201);
  });

  test("announcements are checked", async () => {
    const announce = async (path: string, body: unknown) => refusal(await client.post(path, body));
    const body = { name: "x", file_size: 1, file_type: "text/plain" };
    assert.deepEqual(await announce("/tracker_fields/1231/files", { name: "x", file_type: "y" }), [
      400,
      "Bad Request: `file_post_representation[file_size]` is required.",
    ]);
    assert.deepEqual(await announce("/tracker_fields/9/files", body), [404, "Not Found: Field not found."]);
    assert.deepEqual(await announce("/tracker_fields/1202/files", body), [
      400,
      "Bad Request: Field must be of type File.",
    ]);
    assert.deepEqual(await announce("/tracker_fields/1236/files", body), [
      400,
      "Bad Request: Field is not used in tracker.",
    ]);
    assert.match(
      (await announce("/tracker_fields/1231/files", { ...body, file_size: 67_108_865 }))[1],
      /67108864 bytes/,
    );
  });

  test("the old way of uploading counts chunks", async () => {
    const content = Buffer.from("old ").toString("base64");
    const made = await client.post("/artifact_temporary_files", { name: "o.txt", mimetype: "text/plain", content });
    assert.deepEqual([made.status, made.json.html_url, made.headers["x-quota"]], [201, null, "67108864"]);
    const path = `/artifact_temporary_files/${made.json.id}`;
    assert.deepEqual(refusal(await client.put(path, { content, offset: "3" })), [
      400,
      "Bad Request: Invalid offset received. Expected: 2",
    ]);
    assert.equal((await client.put(path, { content, offset: "2" })).json.size, 8);
    assert.deepEqual(refusal(await client.get(path, { as: "colleague" })), [
      401,
      "Unauthorized: This file does not belong to you",
    ]);
    assert.equal((await client.putEntry(503, { field_id: 1231, value: [made.json.id] })).status, 200);
  });
});
