import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { printXml } from "../../service/wire/xmlEncode.ts";
import { refusal, useService } from "./client.ts";

suite("Reference service: protocol", () => {
  const client = useService();

  test("every answer carries the framework's headers", async () => {
    const { headers } = await client.get("/artifacts/501");
    const { date: _, connection: __, "content-length": ___, ...rest } = headers;
    assert.deepEqual(rest, {
      allow: "OPTIONS, GET, PUT, DELETE, PATCH",
      "access-control-allow-credentials": "true",
      "access-control-allow-headers":
        "Authorization, Content-Type, Origin, X-Auth-UserId, X-Auth-Token, X-Client-Uuid, X-Auth-AccessKey",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "X-PAGINATION-SIZE, X-PAGINATION-LIMIT-MAX, X-PAGINATION-LIMIT",
      "cache-control": "no-store",
      "content-language": "en",
      "content-type": "application/json; charset=utf-8",
      etag: "1704721190",
      expires: "0",
      "last-modified": "Mon, 08 Jan 2024 13:39:50 GMT",
      vary: "Accept",
    });
  });

  test("JSON comes with escaped slashes and nothing outside ASCII", async () => {
    const { text } = await client.get("/artifacts/501");
    assert.match(text, /"uri":"artifacts\\\/501"/);
    assert.match(text, /F\\u00fcll' alles aus \\ud83e\\udd8a/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range is what is asked for
    assert.match(text, /^[\x00-\x7f]*$/);
  });

  test("/version needs no credentials, both bases and a trailing slash work", async () => {
    for (const path of ["/api/version", "/api/v1/version", "/api/v1/version/"]) {
      const reply = await client.get(path, { as: null });
      assert.deepEqual([reply.status, Object.keys(reply.json)], [200, ["flavor_name", "version_number"]]);
    }
    assert.equal((await client.get("/api/v2/artifacts/501")).status, 404);
  });

  const unauthorized: readonly { name: string; headers: Record<string, string>; message: string }[] = [
    { name: "no credentials", headers: {}, message: "Unauthorized" },
    {
      name: "a key that is none",
      headers: { "X-Auth-AccessKey": "tlp.k1.22.ab" },
      message: "Unauthorized: Key or token incorrectly formatted",
    },
    {
      name: "a key with an odd number of digits",
      headers: { "X-Auth-AccessKey": "tlp-k1-22.abc" },
      message: "Unauthorized: Key or token incorrectly formatted",
    },
    {
      name: "an unknown key",
      headers: { "X-Auth-AccessKey": "tlp-k1-22.abcd" },
      message: "Unauthorized: Invalid access key",
    },
    {
      name: "a bad bearer",
      headers: { Authorization: "Bearer x" },
      message: "Unauthorized: Invalid OAuth2 access token",
    },
    { name: "a bad token", headers: { "X-Auth-Token": "x" }, message: "Unauthorized: Invalid Token" },
    {
      name: "a bad password",
      headers: { Authorization: "Basic eDp5" },
      message: "Unauthorized: Basic Authentication Required",
    },
  ];
  for (const { name, headers, message } of unauthorized) {
    test(`401 for ${name}`, async () => {
      const reply = await client.get("/artifacts/501", { as: null, headers });
      assert.deepEqual(refusal(reply), [401, message]);
      assert.equal(
        reply.headers["www-authenticate"],
        'Basic realm="Restricted Tuleap API Token realm="Restricted Tuleap API" AccessKey realm="Restricted Tuleap API" Bearer realm="Restricted Tuleap API"',
      );
    });
  }

  test("expired, revoked and out-of-scope keys get one and the same message, on open routes too", async () => {
    client.control.revokeKey({ name: "colleague" });
    client.control.changeSettings({ allowAnonymous: true });
    for (const as of ["expired", "colleague", "outOfScope"] as const) {
      assert.deepEqual(refusal(await client.get("/artifacts/501", { as })), [401, "Unauthorized: Invalid access key"]);
    }
    assert.equal((await client.get("/artifacts/501", { as: null })).status, 200);
    const { id, is_anonymous } = (await client.get("/users/self", { as: null })).json;
    assert.deepEqual([id, is_anonymous], [null, true]);
    assert.deepEqual(refusal(await client.put("/artifacts/501", { values: [] }, { as: null })), [401, "Unauthorized"]);
  });

  test("a suspended account is 403", async () => {
    const reply = await client.get("/artifacts/501", { as: "suspended" });
    assert.deepEqual(refusal(reply), [403, "Forbidden: Account Suspended"]);
  });

  test("a replaced key works, the one before no more", async () => {
    const before = client.service.keys.member;
    const { key } = client.control.replaceKey({ name: "member" });
    assert.equal(client.service.keys.member, key);
    assert.match(key, /^tlp-k1-\d+\.([0-9a-f]{2})+$/);
    assert.equal((await client.get("/users/self")).status, 200);
    assert.equal((await client.get("/users/self", { as: null, headers: { "X-Auth-AccessKey": before } })).status, 401);
  });

  const negotiations: readonly { accept: string; type: string }[] = [
    { accept: "*/*", type: "json" },
    { accept: "application/json", type: "json" },
    { accept: "application/xml", type: "xml" },
    { accept: "text/*", type: "xml" },
    { accept: "application/xml;q=0.5, application/json", type: "json" },
    { accept: "text/html, */*;q=0.1", type: "json" },
  ];
  for (const { accept, type } of negotiations) {
    test(`Accept: ${accept} gets ${type}`, async () => {
      const { headers } = await client.get("/artifacts/501", { headers: { Accept: accept } });
      assert.equal(headers["content-type"], `application/${type}; charset=utf-8`);
    });
  }

  test("an Accept or Accept-Charset that cannot be met is 406", async () => {
    const reply = await client.get("/artifacts/501", { headers: { Accept: "image/png" } });
    assert.deepEqual(refusal(reply), [
      406,
      "Not Acceptable: Content negotiation failed. Try `application/json` instead.",
    ]);
    assert.equal((await client.get("/artifacts/501", { headers: { "Accept-Charset": "latin1" } })).status, 406);
  });

  for (const type of ["text/xml", "text/plain"]) {
    test(`a body of type ${type} is 403`, async () => {
      const reply = await client.put("/artifacts/501", "<a/>", { headers: { "Content-Type": type } });
      assert.deepEqual(refusal(reply), [403, `Forbidden: Content type \`${type}\` is not supported.`]);
    });
  }

  test("a body without a type is JSON, parameters of a type are fine", async () => {
    const body = '{"values":[]}';
    assert.equal((await client.put("/artifacts/501", body)).status, 200);
    const headers = { "Content-Type": "application/json; charset=UTF8" };
    assert.equal((await client.put("/artifacts/501", body, { headers })).status, 200);
  });

  test("wrong methods are 405 on fixed paths and 404 on others", async () => {
    const fixed = await client.ask("DELETE", "/artifacts");
    assert.deepEqual(refusal(fixed), [405, "Method Not Allowed"]);
    assert.equal(fixed.headers.allow, "GET, POST");
    assert.deepEqual(refusal(await client.ask("DELETE", "/trackers/12")), [404, "Not Found"]);
    assert.deepEqual(refusal(await client.get("/nothing")), [404, "Not Found"]);
  });

  test("HEAD is GET without a body, OPTIONS needs no credentials", async () => {
    const head = await client.ask("HEAD", "/artifacts/501");
    assert.deepEqual([head.status, head.text, head.headers.etag], [200, "", "1704721190"]);
    const options = await client.ask("OPTIONS", "/artifacts/501", { as: null });
    assert.deepEqual(
      [options.status, options.text, options.headers.allow],
      [200, "", "OPTIONS, GET, PUT, DELETE, PATCH"],
    );
  });

  test("malformed bodies are 400 in the words of the decoders", async () => {
    assert.deepEqual(refusal(await client.put("/artifacts/501", "{")), [
      400,
      "Bad Request: Error encoding/decoding JSON: Syntax error",
    ]);
    const xml = await client.putXml(501, "<request><values>");
    assert.deepEqual(refusal(xml), [
      400,
      "Bad Request: Malformed XML. Premature end of data in tag values line 1 at line 1",
    ]);
  });

  test("errors come as XML when XML was asked for", async () => {
    const { text } = await client.get("/artifacts/99999", { headers: { Accept: "application/xml" } });
    assert.equal(
      text,
      '<?xml version="1.0" encoding="UTF-8"?>\n<response><error><code>404</code><message>Not Found</message></error></response>',
    );
  });

  const encodings: readonly { value: unknown; xml: string }[] = [
    { value: { a: null, b: "", c: [], d: {} }, xml: "<a></a><b></b><c/><d/>" },
    { value: { a: [103], b: [103, 104] }, xml: "<a>103</a><b><text>103</text><text>104</text></b>" },
    { value: { a: true, b: [true, false] }, xml: "<a>true</a><b><text>1</text><text></text></b>" },
    { value: { a: [{ b: 1 }, { b: 2 }] }, xml: "<a><item><b>1</b></item><item><b>2</b></item></a>" },
    { value: { a: { text: "x", b: 1 } }, xml: "<a>x<b>1</b></a>" },
    { value: { a: "<p>&</p>" }, xml: "<a>&lt;p&gt;&amp;&lt;/p&gt;</a>" },
  ];
  for (const { value, xml } of encodings) {
    test(`${JSON.stringify(value)} is ${xml} in XML`, () => {
      assert.equal(printXml(value), `<?xml version="1.0" encoding="UTF-8"?>\n<response>${xml}</response>`);
    });
  }
});
