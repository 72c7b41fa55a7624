import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { suite, test } from "mocha";
import type { Attachment } from "../../../../src/core/model/artifact.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { AttachmentStream } from "../../../../src/core/service/attachments.ts";
import { isServiceError, type ServiceError } from "../../../../src/core/service/serviceError.ts";
import { failureOf, settled, useCleanUps, useServers } from "./harness.ts";
import { html, json, LoopbackServer, type Respond, testKey } from "./loopbackServer.ts";

suite("service client", () => {
  const signal = new AbortController().signal;
  const entries: readonly Entry[] = [{ fieldId: 101, members: { value: "It breaks" } }];
  const condition = { ifMatch: "1710340000" };
  const cleanUpLater = useCleanUps();
  const serving = useServers(cleanUpLater);

  suite("reading an artifact", () => {
    test("asks for JSON, uncompressed, with the key and without cookies", async () => {
      const { server, client } = await serving((response) =>
        json(response, { id: 5, values: [] }, 200, { "Set-Cookie": "session=1" }),
      );
      await client.readArtifact(5, signal);
      await new Promise(setImmediate); // A connection is free for the next request one turn after its answer.
      await client.readArtifact(5, signal);
      assert.deepEqual(
        server.received.map(({ method, path, headers }) => ({ method, path, headers })),
        [1, 2].map(() => ({
          method: "GET",
          path: "/api/v1/artifacts/5",
          headers: {
            host: `127.0.0.1:${server.port}`,
            connection: "keep-alive",
            accept: "application/json",
            "accept-encoding": "identity",
            "x-auth-accesskey": testKey,
          },
        })),
      );
      assert.equal(server.openConnections, 1);
    });

    test("is asked for with its rights where these are wanted", async () => {
      const { server, client } = await serving((response) => json(response, { id: 5, values: [] }));
      await client.readArtifact(5, signal);
      await client.readArtifact(5, signal, { withRights: true });
      assert.deepEqual(
        server.received.map(({ path }) => path.split("?")[1]),
        [undefined, "tracker_structure_format=complete"],
      );
    });

    test("gives the version as it was sent, byte for byte", async () => {
      const { client } = await serving((response) =>
        json(response, { values: [] }, 200, {
          ETAG: 'W/"ab,c" é',
          "last-modified": "Wed, 13 Mar 2024 14:26:40 GMT",
          Date: "Wed, 13 Mar 2024 15:00:00 GMT",
        }),
      );
      const { version, date } = await client.readArtifact(5, signal);
      assert.deepEqual(
        { version, date },
        {
          version: { etag: 'W/"ab,c" é', lastModified: "Wed, 13 Mar 2024 14:26:40 GMT" },
          date: "Wed, 13 Mar 2024 15:00:00 GMT",
        },
      );
    });

    test("tells the version of each answer, also of one that says the same again", async () => {
      const { client } = await serving((response, _request, index) =>
        json(response, { title: "A", values: [] }, 200, { ETag: String(index) }),
      );
      const [first, second] = [await client.readArtifact(5, signal), await client.readArtifact(5, signal)];
      assert.deepEqual([first.version, second.version], [{ etag: "0" }, { etag: "1" }]);
      assert.deepEqual(first.artifact, second.artifact);
    });

    test("takes the same answer for another artifact, or as something else than JSON, for what it is", async () => {
      const { client } = await serving((response, _request, index) =>
        json(response, { values: [] }, 200, index < 2 ? {} : { "Content-Type": "text/html" }),
      );
      assert.equal((await client.readArtifact(5, signal)).artifact.id, 5);
      assert.equal((await client.readArtifact(6, signal)).artifact.id, 6);
      assert.equal((await failureOf(client.readArtifact(6, signal))).problem, "html");
    });

    for (const [name, headers, version] of [
      ["an asterisk", { Etag: "*" }, {}],
      ["a list with an asterisk", { Etag: '"1", *' }, {}],
      ["an asterisk beside a date", { Etag: "*", "Last-Modified": "Wed, 13 Mar 2024 14:26:40 GMT" }, undefined],
      ["a date that is none", { "Last-Modified": "lately" }, {}],
    ] as const) {
      test(`takes ${name} for no version: as a condition it would be none`, async () => {
        const { client } = await serving((response) => json(response, { values: [] }, 200, headers));
        const expected = version ?? { lastModified: "Wed, 13 Mar 2024 14:26:40 GMT" };
        assert.deepEqual((await client.readArtifact(5, signal)).version, expected);
        const saved = await client.updateArtifact(5, entries, { ifMatch: "1" }, signal);
        assert.deepEqual(saved.kind === "updated" && saved.version, expected);
      });
    }

    test("does without Etag and Last-Modified", async () => {
      const { client } = await serving((response) => json(response, { values: [] }));
      assert.deepEqual((await client.readArtifact(5, signal)).version, {});
    });

    test("members named like those of every object do no harm", async () => {
      const { client } = await serving((response) =>
        json(
          response,
          '{"__proto__":{"title":"evil"},"constructor":{},"values":[{"field_id":1,"__proto__":{"type":"string"}}]}',
        ),
      );
      const { artifact } = await client.readArtifact(5, signal);
      assert.equal(artifact.title, undefined);
      assert.deepEqual(artifact.values, [{ fieldId: 1, type: "", label: "", names: {} }]);
      assert.equal(({} as { title?: string }).title, undefined);
    });

    const unusable: readonly (readonly [name: string, respond: Respond, problem: string])[] = [
      ["a login page", (response) => html(response), "html"],
      [
        "plain text",
        (response) => void response.writeHead(200, { "Content-Type": "text/plain" }).end("ok"),
        "contentType",
      ],
      ["nothing", (response) => json(response, ""), "incomplete"],
      ["half of JSON", (response) => json(response, '{"id":5,"values":[{"field'), "malformed"],
      ["JSON that is not UTF-8", latin1, "malformed"],
      ["JSON without values", (response) => json(response, { id: 5 }), "incomplete"],
      ["no object", (response) => json(response, [1]), "incomplete"],
      ["another artifact", (response) => json(response, { id: 6, values: [] }), "incomplete"],
      ["less than announced", cutShort, "truncated"],
      ["a chunk missing", brokenChunks, "truncated"],
      ["a chunk missing on a connection that ends", (response) => brokenChunks(response, "close"), "truncated"],
      ["an unknown coding", (response) => json(response, "{}", 200, { "Content-Encoding": "zstd" }), "contentType"],
      [
        "JSON nested deeper than any stack",
        (response) => json(response, `{"id":5,"values":[],"title":${"[".repeat(200_000)}${"]".repeat(200_000)}}`),
        "malformed",
      ],
      [
        "an announcement of gigabytes",
        (response) => json(response, "{}", 200, { "Content-Length": "99999999999" }),
        "tooLarge",
      ],
      ["headers without end", (response) => json(response, "{}", 200, { "X-Long": "x".repeat(70_000) }), "tooLarge"],
      ["no HTTP", (response) => void response.socket?.end("hello\r\n\r\n"), "malformed"],
    ];
    for (const [name, respond, problem] of unusable) {
      test(`${name} is an invalid answer`, async () => {
        const { client } = await serving(respond);
        const { kind, artifactId, ...error } = await failureOf(client.readArtifact(5, signal));
        assert.deepEqual(
          { kind, problem: error.problem, artifactId },
          { kind: "invalidAnswer", problem, artifactId: 5 },
        );
      });
    }

    test("errors never quote the answer", async () => {
      const { client } = await serving((response) => json(response, "{secret"));
      const error = await failureOf(client.readArtifact(5, signal));
      assert.doesNotMatch(`${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`, /secret/);
    });
  });

  suite("refusals", () => {
    const refusals: readonly (readonly [status: number, kind: string])[] = [
      [400, "rejected"],
      [401, "unauthorized"],
      [403, "forbidden"],
      [404, "notFound"],
      [405, "rejected"],
      [409, "rejected"],
      [410, "notFound"],
      [422, "rejected"],
      [429, "tooManyRequests"],
      [500, "unavailable"],
      [501, "unavailable"],
    ];
    for (const [status, kind] of refusals) {
      test(`${status} is ${kind}, of reads and writes`, async () => {
        const { client } = await serving((response) =>
          json(response, { error: { code: status, message: "No" } }, status, { "Retry-After": "60" }),
        );
        const read = await failureOf(client.readArtifact(5, signal));
        const write = await failureOf(client.updateArtifact(5, entries, condition, signal));
        const facts = {
          kind,
          status,
          serviceMessage: "No",
          artifactId: 5,
          path: "/api/v1/artifacts/5",
          retryAfterMs: 60_000,
        };
        assert.deepEqual([read, write].map(factsOf), [
          { ...facts, method: "GET" },
          { ...facts, method: "PUT" },
        ]);
      });
    }

    function factsOf({ kind, status, serviceMessage, artifactId, path, method, retryAfterMs }: ServiceError) {
      return { kind, status, serviceMessage, artifactId, path, method, retryAfterMs };
    }

    const messages: readonly (readonly [status: number, body: unknown, expected: string | undefined])[] = [
      [400, { error: { code: 400, message: "Bad Request: Unknown field 999" } }, "Unknown field 999"],
      [404, { error: { code: 404, message: "Not Found" } }, undefined],
      [
        404,
        { error: { message: "Not Found", i18n_error_message: "You cannot access this tracker" } },
        "You cannot access this tracker",
      ],
      [400, { error: { message: "Bad Request: error: A.\nerror: B.\nwarning: C.\n" } }, "A.\nB.\nC."],
      [400, { error: { message: "Bad Request", i18n_error_messages: ["A", "B"] } }, "A\nB"],
      [403, { error: "Referer doesn't match host. CSRF tentative ?" }, "Referer doesn't match host. CSRF tentative ?"],
      [403, { error: { message: `Forbidden: bad key ${testKey}` } }, "bad key •••"],
      [400, { error: { message: ["odd"] } }, undefined],
      [400, [], undefined],
      [400, "not JSON", undefined],
    ];
    for (const [status, body, expected] of messages) {
      test(`${JSON.stringify(body)} says ${JSON.stringify(expected)}`, async () => {
        const { client } = await serving((response) => json(response, body, status));
        assert.equal((await failureOf(client.readArtifact(5, signal))).serviceMessage, expected);
      });
    }

    test("a redirect is not followed, and told by its origin", async () => {
      const elsewhere = await LoopbackServer.start((response) => json(response, { values: [] }));
      cleanUpLater(() => elsewhere.stop());
      const { client } = await serving(
        (response) =>
          void response.writeHead(302, { Location: `${elsewhere.origin}/account/login.php?return_to=secret` }).end(),
      );
      for (const action of [
        () => client.readArtifact(5, signal),
        () => client.updateArtifact(5, entries, condition, signal),
        () => client.readAttachment(attachment("/a"), 100, signal),
      ]) {
        const error = await failureOf(action());
        assert.deepEqual([error.kind, error.otherOrigin], ["redirected", elsewhere.origin]);
        assert.doesNotMatch(error.message, /secret/);
      }
      assert.deepEqual(elsewhere.received, []);
    });
  });

  suite("updating an artifact", () => {
    test("sends just the entries, on the condition", async () => {
      const { server, client } = await serving((response) => json(response, "", 200, { Etag: "1710340001" }));
      const given = [...entries, { fieldId: 102, members: { bind_value_ids: [103] } }];
      const answers = [
        await client.updateArtifact(5, given, { ifMatch: "W/x, é" }, signal),
        await client.updateArtifact(5, given, { ifUnmodifiedSince: "Wed, 13 Mar 2024 14:26:40 GMT" }, signal),
        await client.updateArtifact(5, given, undefined, signal),
      ];
      assert.deepEqual(
        answers.map((answer) => (answer.kind === "updated" ? answer.version : answer)),
        [1, 2, 3].map(() => ({ etag: "1710340001" })),
      );
      const body = '{"values":[{"field_id":101,"value":"It breaks"},{"field_id":102,"bind_value_ids":[103]}]}';
      const headers = {
        host: `127.0.0.1:${server.port}`,
        connection: "keep-alive",
        accept: "application/json",
        "accept-encoding": "identity",
        "content-type": "application/json",
        "content-length": String(body.length),
        "x-auth-accesskey": testKey,
      };
      assert.deepEqual(server.received, [
        { method: "PUT", path: "/api/v1/artifacts/5", body, headers: { ...headers, "if-match": "W/x, é" } },
        {
          method: "PUT",
          path: "/api/v1/artifacts/5",
          body,
          headers: { ...headers, "if-unmodified-since": "Wed, 13 Mar 2024 14:26:40 GMT" },
        },
        { method: "PUT", path: "/api/v1/artifacts/5", body, headers },
      ]);
    });

    const successes: readonly (readonly [name: string, respond: Respond])[] = [
      ["200 with an empty body", (response) => json(response, "", 200, { Etag: "7" })],
      ["204", (response) => void response.writeHead(204, { Etag: "7" }).end()],
      ["a body of garbage", (response) => json(response, "{{{", 200, { Etag: "7" })],
      ["a body that is cut short", (response) => cutShort(response, { Etag: "7" })],
      ["a body without end", (response) => void response.writeHead(200, { Etag: "7" }).write("{")],
      [
        "a body in an unknown coding",
        (response) => json(response, "x", 200, { Etag: "7", "Content-Encoding": "zstd" }),
      ],
    ];
    for (const [name, respond] of successes) {
      test(`${name} is a success`, async () => {
        const { client } = await serving(respond, { timeoutMs: 300 });
        const answer = await client.updateArtifact(5, entries, condition, signal);
        assert.deepEqual(answer.kind === "updated" && answer.version, { etag: "7" });
      });
    }

    test("412 is an outcome, not a failure", async () => {
      const { server, client } = await serving((response) =>
        json(response, { error: { code: 412, message: "Precondition Failed: Artifact has been modified" } }, 412),
      );
      assert.deepEqual(await client.updateArtifact(5, entries, condition, signal), {
        kind: "preconditionFailed",
        serviceMessage: "Artifact has been modified",
      });
      assert.equal(server.received.length, 1);
    });

    const lost: readonly (readonly [name: string, respond: Respond])[] = [
      ["a reset", (response) => void response.socket?.resetAndDestroy()],
      ["a closed connection", (response) => void response.socket?.end()],
      ["half a head", (response) => void response.socket?.end("HTTP/1.1 200 OK\r\nEtag: 1")],
      ["no HTTP", (response) => void response.socket?.end("hello\r\n\r\n")],
      ["silence", () => {}],
      ["a gateway that waited in vain", (response) => html(response, 504)],
      ["a login page", (response) => html(response)],
      ["half a login page under a version", (response) => cutOff(response, { "Content-Type": "text/html", Etag: "7" })],
      ["half an answer without a version", (response) => cutOff(response, { "Content-Type": "application/json" })],
    ];
    for (const [name, respond] of lost) {
      test(`after ${name} nobody knows whether it was applied, and it is not sent again`, async () => {
        const { server, client } = await serving(respond, { timeoutMs: 300 });
        assert.equal((await failureOf(client.updateArtifact(5, entries, condition, signal))).kind, "answerLost");
        assert.equal(server.received.length, 1);
      });
    }

    test("cancelled once it was sent, nobody knows either", async () => {
      const controller = new AbortController();
      const { server, client } = await serving(() => controller.abort());
      const error = await failureOf(client.updateArtifact(5, entries, condition, controller.signal));
      assert.equal(error.kind, "answerLost");
      await settled(() => server.openConnections === 0);
    });

    test("cancelled before it was sent, it is not sent", async () => {
      const { server, client } = await serving((response) => json(response, ""));
      const error = await failureOf(client.updateArtifact(5, entries, condition, AbortSignal.abort()));
      assert.equal(error.kind, "cancelled");
      assert.deepEqual(server.received, []);
    });

    test("a connection the service has closed meanwhile is not used for it", async () => {
      const { server, client } = await serving((response, _request, index) => {
        const { socket } = response;
        json(response, index === 0 ? { values: [] } : "");
        if (index === 0) {
          response.on("finish", () => socket?.end());
        }
      });
      await client.readArtifact(5, signal);
      await settled(() => server.openConnections === 0);
      assert.equal((await client.updateArtifact(5, entries, condition, signal)).kind, "updated");
    });

    for (const status of [429, 500, 502, 503]) {
      test(`${status} is not retried`, async () => {
        const { server, client } = await serving((response) => html(response, status));
        await failureOf(client.updateArtifact(5, entries, condition, signal));
        assert.equal(server.received.length, 1);
      });
    }
  });

  suite("a write that a gateway or a breakdown answers", () => {
    const breakdown = '{"error":{"code":500,"message":"Internal Server Error: Unable to store"}}';
    for (const [status, type, body, kind] of [
      [500, "application/json", breakdown, "unavailable"],
      [500, "text/html", "<h1>500</h1>", "answerLost"],
      [502, "text/html", "<h1>502</h1>", "answerLost"],
      [503, "text/html", "<h1>503</h1>", "unavailable"],
      [504, "text/html", "<h1>504</h1>", "answerLost"],
    ] as const) {
      test(`with ${status} in ${type} is ${kind}`, async () => {
        const { client } = await serving((response) => {
          response.writeHead(status, { "Content-Type": type });
          response.end(body);
        });
        const entries = [{ fieldId: 1, members: { value: "a" } }];
        const error = await failureOf(client.updateArtifact(5, entries, { ifMatch: "1" }, signal));
        assert.equal(error.kind, kind);
      });
    }
  });

  suite("a refused key", () => {
    test("is asked for once, and the request sent again, writes too", async () => {
      let key = "old";
      const asked: ServiceError[] = [];
      const { server, client } = await serving(
        (response, { headers }) =>
          headers["x-auth-accesskey"] === "new"
            ? json(response, { values: [] })
            : json(response, { error: { code: 401, message: "Unauthorized: Invalid access key" } }, 401),
        {
          accessKey: async () => key,
          onUnauthorized: async (error) => {
            asked.push(error);
            key = "new";
            return true;
          },
        },
      );
      assert.equal((await client.updateArtifact(5, entries, condition, signal)).kind, "updated");
      key = "old";
      await client.readArtifact(5, signal);
      key = "old";
      await client.readAttachment(attachment("/a"), 100, signal);
      assert.deepEqual(
        server.received.map(({ method, headers }) => `${method} ${headers["x-auth-accesskey"]}`),
        ["PUT old", "PUT new", "GET old", "GET new", "GET old", "GET new"],
      );
      assert.deepEqual(
        asked.map(({ kind, serviceMessage }) => `${kind}: ${serviceMessage}`),
        ["unauthorized: Invalid access key", "unauthorized: Invalid access key", "unauthorized: Invalid access key"],
      );
    });

    test("refused again is an error, and a key that was not replaced is not sent again", async () => {
      const replies = [true, false];
      const refused = { error: { code: 401, message: "Unauthorized: Invalid access key" } };
      const { server, client } = await serving((response) => json(response, refused, 401), {
        onUnauthorized: async () => replies.shift() ?? false,
      });
      assert.equal((await failureOf(client.readArtifact(5, signal))).kind, "unauthorized");
      assert.deepEqual([server.received.length, replies], [2, [false]], "it was asked for once");
      assert.equal((await failureOf(client.readArtifact(5, signal))).kind, "unauthorized");
      assert.equal(server.received.length, 3);
    });

    test("that no header can carry is refused without being sent", async () => {
      const { server, client } = await serving((response) => json(response, { values: [] }), {
        accessKey: async () => "a\r\nX-Evil: 1",
      });
      const error = await failureOf(client.readArtifact(5, signal));
      assert.equal(error.kind, "unauthorized");
      assert.doesNotMatch(`${error.message} ${error.stack}`, /Evil/);
      assert.deepEqual(server.received, []);
    });

    test("white space around a key is not sent, and without a key there is no header", async () => {
      const keys = [` ${testKey}\n`, undefined];
      const { server, client } = await serving((response) => json(response, { values: [] }), {
        accessKey: async () => keys.shift(),
      });
      await client.readArtifact(5, signal);
      await client.readArtifact(5, signal);
      assert.deepEqual(
        server.received.map(({ headers }) => headers["x-auth-accesskey"]),
        [testKey, undefined],
      );
    });
  });

  suite("listings", () => {
    test("ask for compressed pages of fitting size", async () => {
      const { server, client } = await serving((response) => {
        response.sendDate = false;
        response.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "gzip" });
        response.end(gzipSync('[{"id":1,"label":"A"},{"label":"without id"}]'));
      });
      assert.deepEqual(await client.listProjects(50, signal), { items: [{ id: 1, label: "A" }] });
      assert.deepEqual(await client.listTrackers(101, 0, signal), { items: [{ id: 1, label: "A" }] });
      assert.equal((await client.listArtifacts(12, 200, 100, signal)).items[0]?.id, 1);
      await client.listArtifacts(12, 0, 5000, signal);
      assert.deepEqual(
        server.received.map(({ path, headers }) => `${path} ${headers["accept-encoding"]}`),
        [
          "/api/v1/projects?limit=50&offset=50 gzip, br",
          "/api/v1/projects/101/trackers?representation=minimal&limit=50&offset=0 gzip, br",
          "/api/v1/trackers/12/artifacts?limit=100&offset=200 gzip, br",
          "/api/v1/trackers/12/artifacts?limit=1000&offset=0 gzip, br",
        ],
      );
    });

    test("go on behind a full page of which something cannot be read", async () => {
      const projects = Array.from({ length: 50 }, (_, id) => (id === 7 ? {} : { id, label: "A" }));
      const { client } = await serving((response) => json(response, projects));
      const { items, nextOffset } = await client.listProjects(0, signal);
      assert.ok(items.length < 50);
      assert.equal(nextOffset, 50);
    });

    test("what is no list is an invalid answer", async () => {
      const { client } = await serving((response) => json(response, { collection: [] }));
      const error = await failureOf(client.listProjects(0, signal));
      assert.deepEqual([error.kind, error.problem], ["invalidAnswer", "incomplete"]);
    });

    test("a tracker without fields is an invalid answer", async () => {
      const { client } = await serving((response) => json(response, { id: 12, label: "Bugs" }));
      assert.equal((await failureOf(client.readTracker(12, signal))).problem, "incomplete");
    });
  });

  suite("attachments", () => {
    test("come as they are, whatever they are, from outside the API", async () => {
      const { server, client } = await serving((response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end("no JSON at all");
      });
      const content = await client.readAttachment(
        attachment("/plugins/tracker/attachments/1-my%20file.json"),
        100,
        signal,
      );
      assert.equal(new TextDecoder().decode(content), "no JSON at all");
      assert.deepEqual(server.received[0]?.headers, {
        host: `127.0.0.1:${server.port}`,
        connection: "keep-alive",
        accept: "*/*",
        "accept-encoding": "identity",
        "x-auth-accesskey": testKey,
      });
      assert.equal(server.received[0]?.path, "/plugins/tracker/attachments/1-my%20file.json");
    });

    for (const { name, mediaType, isTaken } of [
      { name: "server.log", mediaType: "text/plain", isTaken: false },
      { name: "server.log", mediaType: undefined, isTaken: false },
      { name: "report.html", mediaType: undefined, isTaken: true },
      { name: "report", mediaType: "text/html", isTaken: true },
    ]) {
      test(`a web page in place of ${name} (${mediaType}) is ${isTaken ? "the file" : "one to sign in"}`, async () => {
        const { client } = await serving((response) => html(response));
        const file = { n: 1, fieldId: 1, name, ...(mediaType && { mediaType }), contentUrl: "/a" };
        const end = await client.readAttachment(file, 100, signal).then(
          () => "read",
          (error: unknown) => (isServiceError(error) ? error.problem : error),
        );
        assert.equal(end, isTaken ? "read" : "html");
      });
    }

    for (const { sizeBytes, problem } of [
      { sizeBytes: 3, problem: "overlong" },
      { sizeBytes: 4, problem: undefined },
      { sizeBytes: 5, problem: "truncated" },
    ]) {
      test(`four bytes of a file that has ${sizeBytes}: ${problem ?? "all of it"}`, async () => {
        const { client } = await serving((response) => {
          response.writeHead(200, { "Content-Type": "text/plain" });
          response.end("four");
        });
        const file = { n: 1, fieldId: 1, name: "a.txt", sizeBytes, contentUrl: "/a" };
        const end = await client.readAttachment(file, 100, signal).then(
          () => undefined,
          (error: unknown) => (isServiceError(error) ? error.problem : error),
        );
        assert.equal(end, problem);
      });
    }

    for (const contentUrl of [
      "//elsewhere.test/a",
      "/\\elsewhere.test/a",
      "javascript:alert(1)",
      "blob:OWN/a",
      "filesystem:OWN/a",
      "http://[",
      "OTHER/a",
      "http://user:pw@OTHERHOST/a",
    ]) {
      test(`${contentUrl} leads elsewhere and nothing is sent`, async () => {
        const elsewhere = await LoopbackServer.start((response) => json(response, {}));
        cleanUpLater(() => elsewhere.stop());
        const { server, client } = await serving((response) => json(response, {}));
        const url = contentUrl
          .replace("OTHERHOST", `127.0.0.1:${elsewhere.port}`)
          .replace("OTHER", elsewhere.origin)
          .replace("OWN", server.origin);
        for (const action of [
          client.readAttachment(attachment(url), 100, signal),
          client.openAttachment(attachment(url), signal, drained),
        ]) {
          assert.equal((await failureOf(action)).kind, "foreignOrigin");
        }
        assert.deepEqual([...server.received, ...elsewhere.received], []);
      });
    }

    test("pages that tell errors are errors", async () => {
      const { client } = await serving((response, { path }) => html(response, Number(path.slice(1))));
      assert.equal((await failureOf(client.openAttachment(attachment("/403"), signal, drained))).kind, "forbidden");
      assert.equal((await failureOf(client.readAttachment(attachment("/404"), 9, signal))).kind, "notFound");
    });

    test("over the limit are refused before they are read, announced or not", async () => {
      const { server, client, log } = await serving((response, { path }) => {
        response.writeHead(200, path === "/announced" ? { "Content-Length": "1000000" } : {});
        response.write("x".repeat(2000));
      });
      for (const path of ["/announced", "/endless"]) {
        const error = await failureOf(client.readAttachment(attachment(path), 1000, signal));
        assert.deepEqual([error.kind, error.problem], ["invalidAnswer", "tooLarge"]);
      }
      await settled(() => server.openConnections === 0);
      assert.deepEqual(
        log.map(({ path }) => path),
        ["/announced", "/endless"],
      );
    });

    test("exactly at the limit are read", async () => {
      const { client } = await serving((response) => void response.end("12345"));
      assert.deepEqual(await client.readAttachment(attachment("/a"), 5, signal), new TextEncoder().encode("12345"));
    });

    test("stream longer than the timeout, as long as something comes", async () => {
      const { client, log } = await serving(
        (response) => {
          response.writeHead(200, { "Content-Length": "5000" });
          const part = "x".repeat(1000);
          for (let second = 0; second < 5; second++) {
            setTimeout(() => (second === 4 ? response.end(part) : response.write(part)), second * 120);
          }
        },
        { timeoutMs: 400 },
      );
      const [sizeBytes, received] = await client.openAttachment(attachment("/a"), signal, async (stream) => [
        stream.sizeBytes,
        await drained(stream),
      ]);
      assert.deepEqual([sizeBytes, received, log.length], [5000, 5000, 1]);
    });

    test("cut short fail at the end", async () => {
      const { client, log } = await serving(cutShort);
      const error = await failureOf(client.openAttachment(attachment("/a"), signal, drained));
      assert.deepEqual([error.kind, error.problem, log[0]?.errorKind], ["invalidAnswer", "truncated", "invalidAnswer"]);
      assert.equal((await failureOf(client.readAttachment(attachment("/a"), 1000, signal))).problem, "truncated");
    });

    test("cancelled on the way close the connection", async () => {
      const controller = new AbortController();
      const { server, client } = await serving((response) => void response.writeHead(200).write("x"));
      const error = await failureOf(
        client.openAttachment(attachment("/a"), controller.signal, (stream) => {
          const draining = drained(stream);
          controller.abort();
          return draining;
        }),
      );
      assert.equal(error.kind, "cancelled");
      await settled(() => server.openConnections === 0);
    });

    test("are not read further once nobody reads them", async () => {
      const { server, client } = await serving((response) => void response.writeHead(200).write("x".repeat(10)));
      await client.openAttachment(attachment("/a"), signal, async ({ chunks }) => {
        for await (const _chunk of chunks) {
          break;
        }
      });
      await settled(() => server.openConnections === 0);
    });

    async function drained({ chunks }: AttachmentStream): Promise<number> {
      let received = 0;
      for await (const chunk of chunks) {
        received += chunk.length;
      }
      return received;
    }
  });

  test("the log has one line for each request, without keys and bodies", async () => {
    const { client, log } = await serving((response, { method }) =>
      method === "GET" ? json(response, '{"values":[]}') : json(response, "no", 403),
    );
    await client.readArtifact(5, signal);
    await failureOf(client.updateArtifact(5, entries, condition, signal));
    assert.deepEqual(
      log.map(({ durationMs, ...line }) => ({ ...line, isTimed: durationMs >= 0 })),
      [
        { method: "GET", path: "/api/v1/artifacts/5", status: 200, sentBytes: 0, receivedBytes: 13, isTimed: true },
        { method: "PUT", path: "/api/v1/artifacts/5", status: 403, sentBytes: 49, receivedBytes: 2, isTimed: true },
      ],
    );
  });

  test("a closed client finishes what is under way and takes nothing more", async () => {
    const { client, server } = await serving((response) => setTimeout(() => json(response, { values: [] }), 100));
    const reading = client.readArtifact(5, signal);
    await settled(() => server.received.length === 1);
    await client.close();
    await reading;
    assert.equal((await failureOf(client.readArtifact(5, signal))).kind, "cancelled");
    assert.equal((await failureOf(client.createArtifact(1, entries, signal))).kind, "cancelled");
    await settled(() => server.openConnections === 0);
    assert.equal(server.received.length, 1);
  });

  /** Its body breaks off. */
  function cutOff(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
    response.writeHead(200, { "Content-Length": "5000", ...headers });
    response.write("<", () => response.socket?.destroy());
  }

  function attachment(contentUrl: string): Attachment {
    return { n: 1, fieldId: 110, name: "a", contentUrl };
  }

  function latin1(response: ServerResponse): void {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(Buffer.from('{"title":"é","values":[]}', "latin1"));
  }

  function cutShort(response: ServerResponse, headers: unknown): void {
    const given =
      typeof headers === "object" && headers !== null && "Etag" in headers ? { Etag: String(headers.Etag) } : {};
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100", ...given });
    response.write('{"values":[]}', () => response.socket?.end());
  }

  function brokenChunks(response: ServerResponse, connection: unknown): void {
    const headers = connection === "close" ? { Connection: "close" } : {};
    response.writeHead(200, { "Content-Type": "application/json", ...headers });
    response.write('{"values":[]}', () => response.socket?.end());
  }
});
