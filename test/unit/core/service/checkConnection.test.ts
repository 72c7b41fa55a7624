import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { suite, teardown, test } from "mocha";
import { isServiceError } from "../../../../src/core/service/serviceError.ts";
import { clientOf, html, json, LoopbackServer, refusingOrigin, testKey } from "./loopbackServer.ts";

suite("checking a connection", () => {
  const signal = new AbortController().signal;
  let server: LoopbackServer | undefined;

  teardown(async () => {
    await server?.stop();
    server = undefined;
  });

  type Reply = (response: ServerResponse) => void;
  const version: Reply = (response) => json(response, { flavor_name: "Community Edition", version_number: "17.4" });
  const self: Reply = (response) => json(response, { id: 102, display_name: "Jane Doe (jdoe)", username: "jdoe" });
  const error =
    (status: number, message = "No"): Reply =>
    (response) =>
      json(response, { error: { code: status, message } }, status);
  const page =
    (status: number): Reply =>
    (response) =>
      html(response, status);
  const plain =
    (status: number): Reply =>
    (response) =>
      void response.writeHead(status, { "Content-Type": "text/plain" }).end("no");
  const empty =
    (status: number, headers: Record<string, string> = {}): Reply =>
    (response) =>
      void response.writeHead(status, headers).end();

  test("over plain http to another machine sends nothing before there is a key", async () => {
    const { client, log } = clientOf("http://tracker.invalid/api/v1", { accessKey: async () => undefined });
    const checked = await client.check(signal);
    assert.deepEqual(log, []);
    assert.ok(checked.kind === "failed" && checked.error.kind === "unauthorized");
  });

  const cases: readonly (readonly [name: string, version: Reply, self: Reply, expected: unknown])[] = [
    ["both answers: ok with a name", version, self, { kind: "ok", userName: "Jane Doe (jdoe)" }],
    ["neither route, in JSON: ok, the key cannot be checked", error(404), error(404), { kind: "ok" }],
    ["neither route, empty JSON: ok", empty(404, { "Content-Type": "application/json" }), error(404), { kind: "ok" }],
    ["/version wants a key: ok", error(401), self, { kind: "ok", userName: "Jane Doe (jdoe)" }],
    ["a user without a name: ok", version, (response) => json(response, {}), { kind: "ok" }],
    ["a refused key", version, error(401), "key: unauthorized"],
    [
      "a key that is ignored, where nobody needs one",
      version,
      (response) => json(response, { id: null, display_name: "Anonymous user", is_anonymous: true }),
      "key: unauthorized",
    ],
    ["a refused key where there is no /version", error(404), error(401), "key: unauthorized"],
    ["a key refused without a word", empty(404), empty(401), "key: unauthorized"],
    ["a suspended account", version, error(403, "Forbidden: Account Suspended"), "key: forbidden"],
    ["a key refused in plain text", plain(401), plain(401), "key: unauthorized"],
    ["a web site", page(404), page(404), "api: invalidAnswer"],
    ["a login page", page(200), page(200), "api: invalidAnswer"],
    ["a web page for a user", version, page(200), "api: invalidAnswer"],
    ["a redirect", empty(301, { Location: "https://127.0.0.1/" }), self, "api: redirected"],
    ["a redirect to log in", version, empty(302, { Location: "/account/login.php" }), "api: redirected"],
    ["something silent", empty(404), empty(404), "api: notFound"],
    ["something that speaks plainly", plain(404), plain(404), "api: notFound"],
    ["no /version, said plainly", plain(404), self, { kind: "ok", userName: "Jane Doe (jdoe)" }],
    ["plain text instead of a version", plain(200), self, "api: invalidAnswer"],
    ["no JSON although it says so", (response) => json(response, "<html>"), self, "api: invalidAnswer"],
    ["a service that is down", error(500), error(500), "address: unavailable"],
    ["a service behind a gateway that is down", page(502), page(502), "address: unavailable"],
    ["no /version, and not as a 404: ok", page(405), self, { kind: "ok", userName: "Jane Doe (jdoe)" }],
    ["a web page to sign in, as a refusal", page(401), self, "api: invalidAnswer"],
    ["a service that resets", (response) => void response.socket?.resetAndDestroy(), self, "address: unreachable"],
  ];
  for (const [name, answerVersion, answerSelf, expected] of cases) {
    test(name, async () => {
      server = await LoopbackServer.start((response, { path }) =>
        path === "/api/v1/version" ? answerVersion(response) : answerSelf(response),
      );
      let isAsked = false;
      const { client } = clientOf(`${server.origin}/api/v1`, {
        onUnauthorized: async () => {
          isAsked = true;
          return true;
        },
      });
      const check = await client.check(signal);
      assert.deepEqual(check.kind === "failed" ? `${check.step}: ${check.error.kind}` : check, expected);
      assert.equal(isAsked, false);
    });
  }

  test("asks for the version without the key, for the user with it", async () => {
    server = await LoopbackServer.start((response, { path }) =>
      (path === "/api/v1/version" ? version : self)(response),
    );
    await clientOf(`${server.origin}/api/v1/`).client.check(signal);
    assert.deepEqual(
      server.received.map(({ path, headers }) => [path, headers["x-auth-accesskey"]]),
      [
        ["/api/v1/version", undefined],
        ["/api/v1/users/self", testKey],
      ],
    );
  });

  test("is known by its asking for a key where there is nothing else to know it by", async () => {
    server = await LoopbackServer.start((response, { path, headers }) => {
      const isRefused = path === "/api/v1/artifacts/1" && headers["x-auth-accesskey"] === undefined;
      return empty(isRefused ? 401 : 404)(response);
    });
    const check = await clientOf(`${server.origin}/api/v1`).client.check(signal);
    assert.deepEqual(check, { kind: "ok" });
  });

  test("nobody listens", async () => {
    const check = await clientOf(`${refusingOrigin}/api/v1`).client.check(signal);
    assert.equal(check.kind === "failed" && check.step, "address");
  });

  test("a certificate nobody trusts", async () => {
    server = await LoopbackServer.startTls(version);
    const check = await clientOf(`${server.origin}/api/v1`).client.check(signal);
    assert.equal(check.kind === "failed" && check.step, "tls");
  });

  test("a key that no header can carry", async () => {
    server = await LoopbackServer.start((response) => version(response));
    const check = await clientOf(`${server.origin}/api/v1`, { accessKey: async () => "a b" }).client.check(signal);
    assert.equal(check.kind === "failed" && check.step, "key");
    assert.equal(server.received.length, 1);
  });

  test("cancelling is thrown", async () => {
    server = await LoopbackServer.start(() => {});
    const thrown = await clientOf(`${server.origin}/api/v1`)
      .client.check(AbortSignal.abort())
      .catch((reason: unknown) => reason);
    assert.ok(isServiceError(thrown) && thrown.kind === "cancelled");
  });

  const artifact: Reply = (response) => json(response, { values: [] });
  const seedCases: readonly (readonly [name: string, elsewhere: Reply, artifact: Reply, expected: unknown])[] = [
    ["plain text elsewhere: ok", plain(404), artifact, { kind: "ok" }],
    ["nothing elsewhere: ok", empty(404), artifact, { kind: "ok" }],
    ["a web page elsewhere: ok", page(404), artifact, { kind: "ok" }],
    ["plain text without such an artifact, after keys are asked for: ok", plain(404), plain(404), { kind: "ok" }],
    ["JSON elsewhere, a refused key", error(404), error(401), "key: unauthorized"],
    ["plain text everywhere, a refused key", plain(404), plain(401), "key: unauthorized"],
    ["JSON elsewhere, an artifact that may not be seen: ok", error(404), error(403), { kind: "ok" }],
    ["JSON elsewhere, a web page for an artifact", error(404), page(200), "api: invalidAnswer"],
    ["an empty object elsewhere: ok", (response) => json(response, {}), artifact, { kind: "ok" }],
    [
      "an empty object everywhere",
      (response) => json(response, {}),
      (response) => json(response, {}),
      "api: invalidAnswer",
    ],
    ["an empty object elsewhere, a refused key", (response) => json(response, {}), error(401), "key: unauthorized"],
    ["405 elsewhere: ok", page(405), artifact, { kind: "ok" }],
    ["501 elsewhere: ok", empty(501), artifact, { kind: "ok" }],
    ["500 elsewhere: ok", page(500), artifact, { kind: "ok" }],
    ["400 elsewhere: ok", page(400), artifact, { kind: "ok" }],
    ["403 elsewhere: ok", error(403), artifact, { kind: "ok" }],
    ["403 elsewhere, in a web page: ok", page(403), artifact, { kind: "ok" }],
    ["403 elsewhere, and for an artifact", error(403), error(403), "key: forbidden"],
    ["501 elsewhere, a refused key", empty(501), empty(401), "key: unauthorized"],
    ["501 elsewhere, and for an artifact", error(501), error(501), "address: unavailable"],
  ];
  for (const [name, answerElsewhere, answerArtifact, expected] of seedCases) {
    test(`a service that has artifacts alone: ${name}`, async () => {
      const asksForKeys = name.includes("after keys");
      server = await LoopbackServer.start((response, { path, headers }) => {
        if (asksForKeys && headers["x-auth-accesskey"] === undefined) {
          return plain(401)(response);
        }
        return /^\/api\/v1\/artifacts\/\d+$/.test(path) ? answerArtifact(response) : answerElsewhere(response);
      });
      const { client } = clientOf(`${server.origin}/api/v1`);
      const check = await client.check(signal);
      assert.deepEqual(check.kind === "failed" ? `${check.step}: ${check.error.kind}` : check, expected);
    });
  }

  const addresses: readonly (readonly [name: string, version: Reply, expected: unknown])[] = [
    ["tells its version", version, { kind: "answers", version: "Community Edition 17.4" }],
    ["names itself at length", (response) => json(response, { flavor_name: "a\n".repeat(900) }), "answers"],
    ["shows no version", error(404), { kind: "answers" }],
    ["wants a key for its version", error(401), { kind: "answers" }],
    ["is a web site", page(200), "api: invalidAnswer"],
    ["is down", error(503), "address: unavailable"],
    ["redirects", empty(301, { Location: "https://127.0.0.1/" }), "api: redirected"],
  ];
  for (const [name, answerVersion, expected] of addresses) {
    test(`an address that ${name} is asked once, without a key`, async () => {
      server = await LoopbackServer.start((response) => answerVersion(response));
      const check = await clientOf(`${server.origin}/api/v1`).client.checkAddress(signal);
      const isLong = check.kind === "answers" && (check.version ?? "").length > 30;
      assert.deepEqual(
        check.kind === "failed" ? `${check.step}: ${check.error.kind}` : isLong ? check.kind : check,
        expected,
      );
      assert.ok(check.kind === "failed" || (check.version ?? "").length <= 101);
      assert.deepEqual(
        server.received.map(({ path, headers }) => [path, headers["x-auth-accesskey"]]),
        [["/api/v1/version", undefined]],
      );
    });
  }

  test("an address without encryption is asked nothing before there is a key", async () => {
    const { client, log } = clientOf("http://tracker.invalid/api/v1", { accessKey: async () => undefined });
    const check = await client.checkAddress(signal);
    assert.deepEqual([check.kind, log], ["failed", []]);
  });
});
